// Names as somebody types or pastes them, and how they are read, before one tap adds them.
import { signal, useComputed, useSignal } from '@preact/signals'
import { describeFailure } from './failure.ts'
import { add, MAX_AT_ONCE, type NewEntry } from './service.ts'
import { texts } from './texts.ts'

type Reader = typeof import('../../src/domain/import/file/pasted.ts').readPastedList

/** Loaded once somebody is about to type. */
const reader = signal<Reader | undefined>(undefined)

const loadReader = async (): Promise<void> => {
  if (reader.value !== undefined) return
  const { readPastedList } = await import('../../src/domain/import/file/pasted.ts')
  reader.value = readPastedList
}

/** Kept while the page is open, also when the language changes. */
const typed = signal('')
/** The ids of what is being added, so that a repeat after a lost answer adds nobody twice. */
let pending: { key: string; entries: NewEntry[] } | undefined

const NOTHING: ReturnType<Reader> = { guests: [], types: [], warnings: [], errors: [] }

type ReadEntry = { line: number; entry: Omit<NewEntry, 'id'> }

const readNames = (text: string): { entries: ReadEntry[]; unread: number[] } => {
  const { guests, types, warnings, errors } = reader.value?.(text) ?? NOTHING
  const named = new Set(guests.map(({ line }) => line))
  // A greeting, a total or a ticket type: this list has one.
  const others = [...types, ...warnings, ...errors].map(({ line }) => line).filter((line) => !named.has(line))
  return {
    entries: guests.map(({ line, fields }) => {
      const { attendeeName, holderEmail, plusOnes, quantity, note } = fields
      const friends = plusOnes === undefined ? Number(quantity ?? 1) - 1 : Number(plusOnes)
      return {
        line,
        entry: {
          name: String(attendeeName ?? holderEmail ?? '').slice(0, 200),
          plusOnes: Math.max(0, friends),
          ...(holderEmail !== undefined && { email: String(holderEmail) }),
          ...(note !== undefined && { note: String(note).slice(0, 280) }),
        },
      }
    }),
    unread: [...new Set([...errors.map(({ line }) => line), ...others])].sort((a, b) => a - b),
  }
}

export const AddForm = ({ left, maxPlusOnes }: { left: number; maxPlusOnes: number }) => {
  const read = useComputed(() => readNames(typed.value))
  const isBusy = useSignal(false)
  const told = useSignal<{ text: string; look: 'good' | 'bad' } | undefined>(undefined)
  const { entries, unread } = read.value
  const persons = entries.reduce((sum, { entry }) => sum + 1 + entry.plusOnes, 0)
  const isCrowded = entries.some(({ entry }) => entry.plusOnes > maxPlusOnes)
  const problem = isCrowded
    ? texts.tooManyFriends(maxPlusOnes)
    : persons > left
      ? texts.tooMany(left)
      : undefined
  const submit = async (): Promise<void> => {
    if (isBusy.value || entries.length === 0 || problem !== undefined) return
    isBusy.value = true
    told.value = undefined
    const key = JSON.stringify(entries)
    if (pending?.key !== key)
      pending = { key, entries: entries.map(({ entry }) => ({ id: crypto.randomUUID(), ...entry })) }
    const { entries: sent } = pending
    let failure: Awaited<ReturnType<typeof add>>
    for (let start = 0; start < sent.length && failure === undefined; start += MAX_AT_ONCE)
      failure = await add(sent.slice(start, start + MAX_AT_ONCE))
    isBusy.value = false
    if (failure !== undefined) {
      told.value = { text: describeFailure(failure, { left, maxPlusOnes }), look: 'bad' }
      return
    }
    pending = undefined
    typed.value = ''
    told.value = { text: texts.added(persons), look: 'good' }
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div class="field">
        <label for="names">{texts.names}</label>
        <textarea
          id="names"
          class="input"
          dir="auto"
          rows={4}
          autocomplete="off"
          autocapitalize="words"
          spellcheck={false}
          aria-describedby="names-hint"
          value={typed.value}
          onFocus={() => void loadReader()}
          onInput={(event) => {
            void loadReader()
            typed.value = event.currentTarget.value
            told.value = undefined
          }}
        />
        <p id="names-hint" class="soft small">
          {texts.namesHint}
        </p>
      </div>
      {entries.length > 0 && (
        <ul class="read">
          {entries.map(({ line, entry }, index) => (
            <li key={index}>
              <bdi>{entry.name}</bdi>
              {entry.plusOnes > 0 && (
                <bdi class={entry.plusOnes > maxPlusOnes ? 'strong bad' : 'strong'} key={line}>
                  {` +${entry.plusOnes}`}
                </bdi>
              )}
              {[entry.email, entry.note].filter(Boolean).map((more) => (
                <bdi key={more} class="soft small">
                  {' '}
                  {more}
                </bdi>
              ))}
            </li>
          ))}
        </ul>
      )}
      {unread.map((line) => (
        <p key={line} class="warn small">
          {texts.notRead(line)}
        </p>
      ))}
      {problem !== undefined && entries.length > 0 && (
        <p class="notice warn" role="status">
          {problem}
        </p>
      )}
      {told.value !== undefined && (
        <p class={`notice ${told.value.look}`} role={told.value.look === 'bad' ? 'alert' : 'status'}>
          {told.value.text}
        </p>
      )}
      {entries.length > 0 && (
        <button
          type="submit"
          class="button primary"
          aria-disabled={isBusy.value}
          disabled={problem !== undefined}
        >
          {texts.add(persons)}
        </button>
      )}
    </form>
  )
}
