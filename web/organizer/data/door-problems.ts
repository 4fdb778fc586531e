// Problems at the door, one for each ticket: guests admitted twice, or with a ticket that is not valid.
import { AGAINST_RULES } from '../../../src/domain/check-in-rule.ts'
import { groupBy } from '../../shared/group-by.ts'
import type { LiveTicket } from './live-tickets.ts'
import type { CheckIn } from './types.ts'

export type Admission = { at: string | null; device: string | null; areaId?: string }

/**
 * An entry by somebody who was there already is `AlreadyCheckedIn`, whatever was known when it was recorded.
 */
type ProblemKind = 'AlreadyCheckedIn' | (typeof AGAINST_RULES)[number]

const kindOf = ({ outcome }: CheckIn): ProblemKind =>
  AGAINST_RULES.find((kind) => kind === outcome) ?? 'AlreadyCheckedIn'

export type DoorProblem = {
  ticketId: string
  ticketNumber: string | null
  attendeeName: string | null
  outcome: ProblemKind
  /** The earliest first. */
  admissions: Admission[]
  /** The check-ins that are the problem. */
  checkIns: CheckIn[]
  isResolved: boolean
  /** The session that the ticket has moved to. */
  movedTo: CheckIn['movedTo']
}

const timeOf = ({ at }: Admission): number => (at === null ? 0 : Date.parse(at))

const isSame = (a: Admission, b: Admission): boolean => a.at === b.at && a.device === b.device

/** The known admissions of a ticket: the one that counts, later ones, and the ones they followed. */
const admissionsOf = (checkIns: readonly CheckIn[], ticket: LiveTicket | undefined): Admission[] => {
  const first: Admission[] =
    ticket?.status === 'CheckedIn' ? [{ at: ticket.checkedInAt, device: ticket.device }] : []
  const further = checkIns.map(({ at, device, areaId }) => ({
    at,
    device,
    ...(areaId !== null && { areaId }),
  }))
  // What came before the first one was undone since.
  const before = checkIns
    .flatMap(({ earlier }) => earlier ?? [])
    .filter((one) => first[0] === undefined || timeOf(one) >= timeOf(first[0]))
  return [...further, ...first, ...before]
    .filter((one, index, all) => all.findIndex((other) => isSame(one, other)) === index)
    .sort((a, b) => timeOf(a) - timeOf(b))
}

/** The problems of these check-ins, by ticket, in the order of the list. */
export const problemsByTicket = (
  checkIns: readonly CheckIn[],
  tickets: readonly LiveTicket[],
): DoorProblem[] => {
  const groups = groupBy(checkIns, (checkIn) => `${checkIn.ticketId} ${kindOf(checkIn)}`)
  const ids = new Set(checkIns.map(({ ticketId }) => ticketId))
  const known = new Map(tickets.filter(({ id }) => ids.has(id)).map((ticket) => [ticket.id, ticket]))
  return [...groups.values()].map((group) => {
    const [first] = group as [CheckIn]
    const { ticketNumber, attendeeName } = first
    const outcome = kindOf(first)
    const ticketId = first.ticketId ?? ''
    const ticket = outcome === 'AlreadyCheckedIn' ? known.get(ticketId) : undefined
    return {
      ...{ ticketId, ticketNumber, attendeeName, outcome, checkIns: group, movedTo: first.movedTo },
      admissions: admissionsOf(group, ticket),
      isResolved: group.every(({ resolvedAt }) => resolvedAt !== null),
    }
  })
}
