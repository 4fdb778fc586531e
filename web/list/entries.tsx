// Who is on the list, and how an entry is changed.
import { signal, useSignal } from '@preact/signals'
import type { Schemas } from '../shared/schemas.ts'
import { describeFailure } from './failure.ts'
import { type Entry, edit, type Failure, remove } from './service.ts'
import { texts } from './texts.ts'

type List = Schemas['LinkedList']

/** The entry that is open. */
const opened = signal<string | undefined>(undefined)

const EditForm = ({ entry, list }: { entry: Entry; list: List }) => {
  // Another phone may change the entry meanwhile.
  const before = useSignal(entry).peek()
  const name = useSignal(entry.name ?? '')
  const plusOnes = useSignal(entry.plusOnes)
  const note = useSignal(entry.note ?? '')
  const isBusy = useSignal(false)
  const isRemoving = useSignal(false)
  const failure = useSignal<Failure>(undefined)
  const left = Math.max(0, list.quota - list.used)
  const most = Math.max(entry.plusOnes, list.maxPlusOnes)
  const run = async (work: () => Promise<Failure>): Promise<void> => {
    if (isBusy.value) return
    isBusy.value = true
    failure.value = await work()
    isBusy.value = false
    if (failure.value === undefined) opened.value = undefined
  }
  const save = (): Promise<void> => {
    const values = { name: name.value.trim(), plusOnes: plusOnes.value, note: note.value.trim() || null }
    const changed = Object.entries(values).filter(([field, value]) => value !== before[field as keyof Entry])
    return run(async () => (changed.length === 0 ? undefined : edit(entry.id, Object.fromEntries(changed))))
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div class="field">
        <label for="entry-name">{texts.name}</label>
        <input
          id="entry-name"
          class="input"
          dir="auto"
          required
          maxLength={200}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value
          }}
        />
      </div>
      <div class="field">
        <label for="entry-friends">{texts.friends}</label>
        <select
          id="entry-friends"
          class="input"
          value={plusOnes.value}
          onChange={(event) => {
            plusOnes.value = Number(event.currentTarget.value)
          }}
        >
          {Array.from({ length: most + 1 }, (_, number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="entry-note">{texts.note}</label>
        <input
          id="entry-note"
          class="input"
          dir="auto"
          maxLength={280}
          value={note.value}
          onInput={(event) => {
            note.value = event.currentTarget.value
          }}
        />
      </div>
      {failure.value !== undefined && (
        <p class="notice bad" role="alert">
          {describeFailure(failure.value, { left, maxPlusOnes: list.maxPlusOnes })}
        </p>
      )}
      <div class="spread">
        <button type="submit" class="button primary" aria-disabled={isBusy.value}>
          {texts.save}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            opened.value = undefined
          }}
        >
          {texts.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            if (isRemoving.value) void run(() => remove(entry.id))
            else isRemoving.value = true
          }}
        >
          {isRemoving.value ? texts.removeWhom(entry.name ?? '') : texts.remove}
        </button>
      </div>
    </form>
  )
}

const Row = ({ entry, list }: { entry: Entry; list: List }) => {
  const state = entry.arrived === null ? '' : texts.arrived(entry.arrived, entry.plusOnes + 1)
  if (opened.value === entry.id && list.isOpen) {
    return (
      <li class="entry">
        <EditForm entry={entry} list={list} />
      </li>
    )
  }
  return (
    <li class="entry spread">
      <span>
        <bdi>{entry.name ?? texts.erased}</bdi>{' '}
        {entry.plusOnes > 0 && <bdi class="strong">{`+${entry.plusOnes}`}</bdi>}
        {entry.note !== null && <bdi class="soft small entry-note">{entry.note}</bdi>}
        {state !== '' && <span class="good small entry-note">{state}</span>}
      </span>
      {list.isOpen && entry.name !== null && !entry.arrived && (
        <button
          type="button"
          class="button small"
          aria-label={`${texts.change}: ${entry.name}`}
          onClick={() => {
            opened.value = entry.id
          }}
        >
          {texts.change}
        </button>
      )}
    </li>
  )
}

export const Entries = ({ list, entries }: { list: List; entries: readonly Entry[] }) => (
  <section class="stack" aria-labelledby="entries">
    <h2 id="entries">{texts.onList}</h2>
    {entries.length === 0 ? (
      <p class="soft">{texts.nobody}</p>
    ) : (
      <ul class="entries">
        {entries.toReversed().map((entry) => (
          <Row key={entry.id} entry={entry} list={list} />
        ))}
      </ul>
    )}
  </section>
)
