// Copies the guests of another session.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLoad } from '../data/load.ts'
import { readSessionsToCopy } from '../data/reads.ts'
import { type Session, type SessionDetails, soldOf } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Select } from '../ui/select.tsx'
import { zoneMark } from '../ui/zone-note.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type Imported, useImport } from './use-import.ts'

/** Sessions with guests, the latest first; those of the same event before others. */
export const sessionsToCopy = (
  sessions: readonly Session[],
  into: Pick<Session, 'eventId' | 'organizerId'>,
): Session[] =>
  sessions
    .filter(({ organizerId, counts }) => organizerId === into.organizerId && soldOf(counts) > 0)
    .sort(
      (a, b) =>
        Number(b.eventId === into.eventId) - Number(a.eventId === into.eventId) ||
        Date.parse(b.startsAt) - Date.parse(a.startsAt),
    )

export const sessionOptions = (sessions: readonly Session[]) =>
  sessions.map((session) => {
    const { id, eventName, timeZone, startsAt, counts } = session
    const start = timesIn(timeZone).full(startsAt) + zoneMark(session)
    return { value: id, text: texts.sessionToCopy(eventName, start, soldOf(counts)) }
  })

type Props = { session: SessionDetails; onClose: () => void; onDone: (result: Imported) => unknown }

const Choice = ({ sessions, session, onClose, onDone }: Props & { sessions: readonly Session[] }) => {
  const options = sessionOptions(sessions)
  const from = useSignal(options[0]?.value ?? '')
  const ask = () => ({ body: { fromSessionId: from.value }, rows: [], warnings: [] })
  const used = useImport(session.id, ask, onDone)
  useEffect(() => {
    if (from.value !== '') void used.makePreview()
  }, [])
  return (
    <ImportDialog title={texts.copyGuests} used={used} canPreview={options.length > 0} onClose={onClose}>
      {(problems, effect) => (
        <>
          {options.length === 0 ? (
            <p class="soft">{texts.nothingToCopy}</p>
          ) : (
            <Field label={texts.copyFrom} hint={texts.copyHint}>
              {(control) => (
                <Select
                  value={from.value}
                  options={options}
                  onChange={(chosen) => {
                    from.value = chosen
                    void used.makePreview()
                  }}
                  {...control}
                />
              )}
            </Field>
          )}
          {problems}
          {effect}
        </>
      )}
    </ImportDialog>
  )
}

export const CopyGuests = (props: Props) => {
  const sessions = useLoad(readSessionsToCopy)
  return (
    <Loaded load={sessions}>
      {({ data }) => {
        const others = data.filter(({ id }) => id !== props.session.id)
        return <Choice {...props} sessions={sessionsToCopy(others, props.session)} />
      }}
    </Loaded>
  )
}
