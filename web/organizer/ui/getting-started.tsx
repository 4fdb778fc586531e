// What is left to do until guests can come. It stays until all is done or a person dismisses it.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { read, useLoad } from '../data/load.ts'
import { chooseFrom } from '../data/organizers.ts'
import { EPOCH, ORGANIZER_API, readEvents, readOrganizers, sessionsPath } from '../data/reads.ts'
import { type Organizer, type Page, type Session, soldOf } from '../data/types.ts'
import { toDoor, toEvent, toEvents, toGuests, toNew, toPeople, toPhones } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadingCard } from './notices.tsx'

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
  /** The event that the screen is about. */
  eventId?: string
}

type StepProps = {
  number: number
  step: (typeof texts.steps)[keyof typeof texts.steps]
  isDone: boolean
  isNext: boolean
  /** Where it is done. */
  href: string | undefined
}

const Step = ({ number, step: { name, help, action }, isDone, isNext, href }: StepProps) => (
  <li class={isDone ? 'step done' : 'step'} aria-current={isNext ? 'step' : undefined}>
    <span class="step-number" aria-hidden="true">
      {isDone ? '✓' : number}
    </span>
    <p>
      <b>{name}</b> {isDone && <span class="hidden">({texts.done})</span>}
      <span class="beneath soft">{help}</span>
    </p>
    {isNext && href !== undefined && (
      <a class="button" href={toNew(href)}>
        {action}
      </a>
    )}
  </li>
)

const Steps = ({ organizer: { id }, eventId }: Props & { organizer: Organizer }) => {
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
  if (isOver.value || Object.values(loads).some(({ failed }) => failed.value !== undefined)) return null
  // What follows appears below it.
  if (!events || !sessions || !phones || !people) return <LoadingCard />
  const session = sessions.at(-1)
  const event = events.find((one) => one.id === eventId) ?? events[0]
  const steps: Omit<StepProps, 'number' | 'isNext'>[] = [
    { step: texts.steps.event, isDone: event !== undefined, href: toEvents },
    { step: texts.steps.dates, isDone: session !== undefined, href: event && toEvent(event.id) },
    {
      step: texts.steps.guests,
      isDone: sessions.some(({ counts }) => soldOf(counts) > 0),
      href: session && toGuests(session.eventId, session.id),
    },
    {
      step: texts.steps.phones,
      // Somebody has checked guests in, with whatever.
      isDone: phones.length > 0 || sessions.some(({ counts }) => counts.CheckedIn > 0),
      href: toPhones,
    },
    { step: texts.steps.people, isDone: people.length > 1, href: toPeople },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) {
    end(id)
    return null
  }
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section class="card stack" aria-labelledby="started">
      <div class="spread">
        <h2 id="started">
          {texts.gettingStarted} <span class="soft count">{texts.stepsDone(done, steps.length)}</span>
        </h2>
        <Button
          look="plain"
          text={texts.dismiss}
          name={texts.gettingStarted}
          onClick={() => {
            end(id)
            isOver.value = true
          }}
        />
      </div>
      <progress max={steps.length} value={done} aria-hidden="true" />
      <ol aria-label={texts.gettingStarted}>
        {steps.map((step, index) => (
          <Step key={step.step.name} number={index + 1} isNext={index === next} {...step} />
        ))}
      </ol>
    </section>
  )
}

/** The organizer whose steps are shown. */
const useBeginner = (): Organizer | undefined => {
  const organizer = chooseFrom(useLoad(readOrganizers).ok.value?.body.data ?? [])
  return organizer === undefined || over().includes(organizer.id) ? undefined : organizer
}

export const GettingStarted = (props: Props) => {
  const organizer = useBeginner()
  return organizer && <Steps key={organizer.id} organizer={organizer} {...props} />
}

const ToTheDoor = ({ session: { id, organizerId } }: { session: Session }) => {
  const phones = useLoad(read<Page<unknown>>(`${ORGANIZER_API}/organizers/${organizerId}/devices`))
  if (phones.ok.value === undefined) return phones.failed.value ? null : <div class="loading" />
  if (phones.ok.value.body.data.length > 0) return null
  const { name, help, action } = texts.steps.phones
  return (
    <section class="notice spread" aria-label={texts.gettingStarted}>
      <p>
        <b>{name}</b>
        <span class="beneath">{help}</span>
      </p>
      <div class="buttons">
        <a class="button" href={toNew(toPhones)}>
          {action}
        </a>
        <a class="button" href={toDoor(id)}>
          {texts.openDoor}
        </a>
      </div>
    </section>
  )
}

/** Where a list of guests leads for the first time. */
export const NextStep = ({ session }: { session: Session }) => {
  const organizer = useBeginner()
  const isNext = soldOf(session.counts) > 0 && session.counts.CheckedIn === 0
  return organizer?.id === session.organizerId && isNext ? <ToTheDoor session={session} /> : null
}
