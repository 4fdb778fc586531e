// Names as somebody types or pastes them, and how they are read, before one tap adds them.
import { signal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { describeFailure, tooMany } from './failure.ts'
import type { ReadEntry, readNames } from './read-names.ts'
import { add, type Failure, MAX_AT_ONCE, type NewEntry, shown } from './service.ts'
import { texts } from './texts.ts'

/** Loaded once somebody is about to type. */
const reader = signal<typeof readNames | undefined>(undefined)

const loadReader = async (): Promise<void> => {
  if (reader.value === undefined) reader.value = (await import('./read-names.ts')).readNames
}

/** Kept while the page is open, also when the language changes. */
const typed = signal('')

/** The ids of what is being added, so that a repeat after a lost answer adds nobody twice. */
const ids = new Map<string, string>()

const withId = ({ key, entry }: ReadEntry): NewEntry => {
  const id = ids.get(key) ?? crypto.randomUUID()
  ids.set(key, id)
  return { id, ...entry }
}

/** Those that are not on the list yet. */
const notThere = (entries: readonly ReadEntry[]): ReadEntry[] => {
  const there = new Set(shown.value.kind === 'list' ? shown.value.entries.map(({ id }) => id) : [])
  return entries.filter(({ key }) => !there.has(ids.get(key) ?? ''))
}

const personsOf = (entries: readonly ReadEntry[]): number =>
  entries.reduce((sum, { entry }) => sum + 1 + entry.plusOnes, 0)

export const AddForm = ({ left, maxPlusOnes }: { left: number; maxPlusOnes: number }) => {
  const read = useComputed(() => reader.value?.(typed.value) ?? { entries: [], unread: [] })
  const isBusy = useSignal(false)
  const told = useSignal<{ failure: Failure; added: number } | undefined>(undefined)
  const { entries: all, unread } = read.value
  const entries = notThere(all)
  const persons = personsOf(entries)
  const isCrowded = entries.some(({ entry }) => entry.plusOnes > maxPlusOnes)
  const problem = isCrowded ? texts.tooManyFriends(maxPlusOnes) : persons > left ? tooMany(left) : undefined
  const submit = async (): Promise<void> => {
    if (isBusy.value || entries.length === 0 || problem !== undefined) return
    isBusy.value = true
    told.value = undefined
    const sent = entries.map(withId)
    let failure: Failure
    for (let start = 0; start < sent.length && failure === undefined; start += MAX_AT_ONCE)
      failure = await add(sent.slice(start, start + MAX_AT_ONCE))
    isBusy.value = false
    if (failure !== undefined && notThere(all).length > 0) told.value = { failure, added: 0 }
    else finish()
  }
  const finish = (): void => {
    ids.clear()
    typed.value = ''
    told.value = { failure: undefined, added: personsOf(all) }
  }
  const isDone = all.length > 0 && entries.length === 0 && !isBusy.value
  // The answer was lost, and the list has them.
  useEffect(() => {
    if (isDone) finish()
  }, [isDone])
  const { failure, added = 0 } = told.value ?? {}
  const failed = failure && describeFailure(failure, { left, maxPlusOnes })
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
          readOnly={isBusy.value}
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
          {entries.map(({ entry }, index) => (
            <li key={index}>
              <bdi>{entry.name}</bdi>{' '}
              {entry.plusOnes > 0 && (
                <bdi
                  class={entry.plusOnes > maxPlusOnes ? 'strong bad' : 'strong'}
                >{`+${entry.plusOnes}`}</bdi>
              )}{' '}
              <bdi class="soft small">{[entry.email, entry.note].filter(Boolean).join(' · ')}</bdi>
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
      {failed !== undefined && failed !== problem && (
        <p class="notice bad" role="alert">
          {failed}
        </p>
      )}
      {added > 0 && (
        <p class="notice good" role="status">
          {texts.added(added)}
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
