// What is left to do until guests can come. It stays until all is done or a person dismisses it.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { read, useLoad } from '../data/load.ts'
import { chooseFrom } from '../data/organizers.ts'
import { EPOCH, ORGANIZER_API, readEvents, readOrganizers, sessionsPath } from '../data/reads.ts'
import { type Organizer, type Page, type Session, soldOf } from '../data/types.ts'
import { toEvent, toEvents, toGuests, toPeople, toPhones } from '../links.ts'
import { texts } from '../texts.ts'

/** The organizers for which it is over in this browser, separated by spaces. */
const KEY = 'doorlist.started'

const over = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ')

const end = (id: string): void => {
  try {
    localStorage.setItem(KEY, [...over().filter((one) => one !== id), id].join(' ').trim())
  } catch {
    // The storage is full. It comes again.
  }
}

type Props = {
  /** Opens the form for an event, where the screen has one. */
  onNewEvent?: () => void
}

const Steps = ({ organizer: { id }, onNewEvent }: Props & { organizer: Organizer }) => {
  const path = `${ORGANIZER_API}/organizers/${id}`
  const loads = {
    events: useLoad(readEvents),
    sessions: useLoad(read<Page<Session>>(sessionsPath({ from: EPOCH }))),
    phones: useLoad(read<Page<unknown>>(`${path}/devices`)),
    people: useLoad(read<Page<unknown>>(`${path}/members`)),
  }
  const isOver = useSignal(over().includes(id))
  const [events, sessions, phones, people] = [
    loads.events.ok.value?.body.data.filter(({ organizerId }) => organizerId === id),
    loads.sessions.ok.value?.body.data.filter(({ organizerId }) => organizerId === id),
    loads.phones.ok.value?.body.data,
    loads.people.ok.value?.body.data,
  ]
  if (isOver.value || !events || !sessions || !phones || !people) return null
  const [event] = events
  const session = sessions.at(-1)
  const steps = [
    { text: texts.steps.event, isDone: event !== undefined, href: toEvents, act: onNewEvent },
    { text: texts.steps.dates, isDone: session !== undefined, href: event && toEvent(event.id) },
    {
      text: texts.steps.guests,
      isDone: sessions.some(({ counts }) => soldOf(counts) > 0),
      href: session && toGuests(session.eventId, session.id),
    },
    {
      text: texts.steps.phones,
      // Somebody has checked guests in, with whatever.
      isDone: phones.length > 0 || sessions.some(({ counts }) => counts.CheckedIn > 0),
      href: toPhones,
    },
    { text: texts.steps.people, isDone: people.length > 1, href: toPeople },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) {
    end(id)
    return null
  }
  return (
    <section class="card stack" aria-labelledby="started">
      <div class="spread">
        <h2 id="started">{texts.gettingStarted}</h2>
        <span class="soft">{texts.stepsDone(done, steps.length)}</span>
      </div>
      <progress max={steps.length} value={done} aria-hidden="true" />
      <ol class="entries" aria-label={texts.gettingStarted}>
        {steps.map(({ text, isDone, href, act }) => (
          <li key={text} class="entry">
            {isDone ? (
              <span class="soft">
                <span aria-hidden="true">✓ </span>
                {text} <span class="hidden">({texts.done})</span>
              </span>
            ) : act !== undefined ? (
              <Button text={text} onClick={act} />
            ) : href !== undefined ? (
              <a href={href}>{text}</a>
            ) : (
              <span class="soft">{text}</span>
            )}
          </li>
        ))}
      </ol>
      <Button
        look="plain"
        text={texts.dismiss}
        name={texts.gettingStarted}
        onClick={() => {
          end(id)
          isOver.value = true
        }}
      />
    </section>
  )
}

export const GettingStarted = (props: Props) => {
  const organizer = chooseFrom(useLoad(readOrganizers).ok.value?.body.data ?? [])
  return organizer === undefined || over().includes(organizer.id) ? null : (
    <Steps key={organizer.id} organizer={organizer} {...props} />
  )
}
