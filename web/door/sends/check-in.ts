// Checks tickets in. The service is asked first and has 800 ms to respond; without its response the device decides by what
// it holds. What is shown as "Checked in" is on disk before.
import type { Api } from '../../shared/api.ts'
import type { HeldTickets } from '../holds/tickets.ts'
import { toServerTime } from './clock.ts'
import { actions, commit, type Entry, makeEntry, undoOf } from './outbox.ts'
import { PAGE_ID } from './pages.ts'
import {
  type Action,
  afterUndo,
  decideAlone,
  type Mark,
  marksOf,
  type Outcome,
  toMark,
  toOutcome,
} from './rule.ts'
import { MAX_ITEMS, postItems } from './send.ts'

const ASK_MS = 800

/** Where and by whom tickets are checked in. */
export type Place = {
  sessionId: string
  tickets: HeldTickets
  device: string | null
  subject: string
  /** Undefined while the service cannot be reached: then it is not asked. */
  api: Api | undefined
}

/** What is known of a ticket before it is checked in. */
export type Named = { id: string; number: string; name: string | null }

export type CheckedIn = { ticket: Named; outcome: Outcome; action: Action | undefined }

/** The ticket's state as this device knows it, in times of the service. `marks` are of the actions of this device. */
const markOf = ({ tickets }: Place, marks: ReadonlyMap<string, Mark>, id: string): Mark | undefined => {
  const ticket = tickets.get(id)
  return ticket && (marks.get(id) ?? ticket)
}

const makeQuestion = ({ sessionId, device, subject }: Place, ticket: Named, now: number): Entry =>
  makeEntry({
    type: 'CheckIn',
    id: crypto.randomUUID(),
    ticketId: ticket.id,
    admitted: false,
    sessionId,
    device,
    subject,
    page: PAGE_ID,
    ticketNumber: ticket.number,
    name: ticket.name,
    at: now,
    state: 'asking',
  } as Omit<Entry, 'order' | 'error'>)

const actionOf = (entry: Entry, after: Mark, answeredAt: number | null): Action => ({
  id: entry.id,
  type: entry.type,
  checkInId: entry.type === 'Undo' ? entry.checkInId : null,
  sessionId: entry.sessionId,
  ticketId: entry.ticketId,
  ticketNumber: entry.ticketNumber,
  name: entry.name,
  at: entry.at,
  after,
  answeredAt,
  isSettled: false,
})

/** Asks the service. Undefined if it does not respond in time or cannot decide now. */
const ask = async (api: Api, questions: readonly Entry[]) => {
  const controller = new AbortController()
  const late = new Promise<undefined>((resolve) =>
    setTimeout(() => {
      resolve(undefined)
      controller.abort()
    }, ASK_MS),
  )
  const reply = await Promise.race([postItems(api, questions, { signal: controller.signal }), late])
  return reply?.kind === 'ok' ? reply.body.results : undefined
}

const checkedIn = (entry: Entry): Mark => ({ status: 'CheckedIn', checkedInAt: toServerTime(entry.at) })

/**
 * Checks tickets in, one or a group.
 *
 * @returns what to show for each ticket, in their order
 */
export const checkIn = async (place: Place, named: readonly Named[]): Promise<CheckedIn[]> => {
  const done: CheckedIn[] = []
  for (let start = 0; start < named.length; start += MAX_ITEMS) {
    done.push(...(await checkInBatch(place, named.slice(start, start + MAX_ITEMS))))
  }
  return done
}

const checkInBatch = async (place: Place, named: readonly Named[]): Promise<CheckedIn[]> => {
  const questions = named.map((ticket) => makeQuestion(place, ticket, Date.now()))
  const isAsked = place.api !== undefined
  // On disk before it is sent, so that the question is taken back after a crash.
  const isQuestionStored = isAsked && (await commit({ entries: questions }))
  const results = place.api && (await ask(place.api, questions))
  const now = Date.now()

  const marks = marksOf(actions.value)
  const decided = questions.map((entry, index) => {
    const answer = results?.[index]
    const outcome = answer
      ? toOutcome(answer, toServerTime(entry.at))
      : decideAlone(markOf(place, marks, entry.ticketId), toServerTime(entry.at))
    const after = (answer && toMark(answer)) ?? checkedIn(entry)
    const isAnswered = answer !== undefined
    return { entry, outcome, isAnswered, action: actionOf(entry, after, isAnswered ? now : null) }
  })
  const takeBack = (some: typeof decided): Entry[] =>
    isAsked ? some.map(({ entry }) => undoOf(entry, crypto.randomUUID())) : []

  const isAdmitted = ({ outcome }: (typeof decided)[number]) => outcome.kind === 'CheckedIn'
  const admitted = decided.filter(isAdmitted)
  const refused = decided.filter((one) => !isAdmitted(one) && !one.isAnswered)
  const toSend = admitted.filter(({ isAnswered }) => !isAnswered)
  // If the disk fails now, nobody is let in on a check-in that a crash would lose, because only memory has it, or take back,
  // because the disk has it as a question.
  const lost = admitted.filter(({ isAnswered }) => !isAnswered || isQuestionStored)
  const isStored = await commit(
    {
      sent: decided.filter((one) => !toSend.includes(one)).map(({ entry }) => entry.id),
      entries: [
        ...toSend.map(({ entry }): Entry => ({ ...entry, admitted: true, state: 'waiting' }) as Entry),
        ...takeBack(refused),
      ],
      actions: admitted.map(({ action }) => action),
    },
    {
      sent: questions.map(({ id }) => id),
      entries: takeBack([...refused, ...lost]),
      actions: admitted.filter((one) => !lost.includes(one)).map(({ action }) => action),
    },
  )
  return decided.map((one, index) => {
    const isLost = !isStored && lost.includes(one)
    return {
      ticket: named[index] as Named,
      outcome: isLost ? { kind: 'NotSaved' } : one.outcome,
      action: isAdmitted(one) && !isLost ? one.action : undefined,
    }
  })
}

/**
 * Undoes check-ins of a ticket. What was done is on disk when this returns.
 *
 * @param checkIns with their times by the clock of the service
 * @returns whether it is on disk
 */
export const undo = async (
  place: Place,
  ticket: Named,
  checkIns: readonly { id: string; at: number }[],
): Promise<boolean> => {
  const [first] = checkIns
  if (first === undefined) return false
  const entries = checkIns.map(({ id }) => {
    const question = makeQuestion(place, ticket, Date.now())
    return undoOf({ ...question, id }, crypto.randomUUID())
  })
  const after = afterUndo(place.tickets.get(ticket.id), Math.min(...checkIns.map(({ at }) => at)))
  return commit({ entries, actions: entries.map((entry) => actionOf(entry, after, null)) })
}
