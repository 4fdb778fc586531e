// How many tickets have which status, and how many people are inside.
import { computed } from '@preact/signals'
import { presenceOf, type TicketState } from '../../../src/domain/check-in-rule.ts'
import { emptyCounts } from '../../shared/list-copy.ts'
import { type CheckIn, isAdmission } from '../core/check-in.ts'
import { checkIns, list, overlay, session } from '../runtime.ts'
import { walkIns } from './search-view.ts'

/** The tickets whose state differs from the list: how they are in it, and now. */
const changed = computed(() =>
  [...overlay.value].flatMap(([id, now]) => {
    const before = list.value?.copy.get(id)
    return before !== undefined || walkIns.value.get(id) !== undefined ? [{ before, now }] : []
  }),
)

/** Whether the list is complete, so that its numbers are true. */
export const isCounted = (): boolean => list.value?.isComplete === true && list.value.deniedAt === null

/** Tickets by status, including check-ins that the list lacks. */
export const counts = computed(() => {
  const current = { ...emptyCounts(), ...list.value?.copy.counts }
  for (const { before, now } of changed.value) {
    if (before !== undefined) current[before.status] -= 1
    current[now.status] += 1
  }
  return current
})

/** 1 if the guest is in the venue, or the area, and 0 otherwise. */
const oneIn = (state: TicketState | undefined, areaId: string | null): number => {
  if (state?.status !== 'CheckedIn') return 0
  const { inside, areas } = presenceOf(state)
  return Number(areaId === null ? inside : areas.includes(areaId))
}

/** How many people are in the venue or an area by all that this phone knows. No capacity: nobody counts. */
export const insideOf = (areaId: string | null): { people: number; capacity: number } => {
  const said = list.value?.inside.find((one) => one.areaId === areaId)
  const isVenue = areaId === null
  const { tickets = isVenue ? (list.value?.copy.counts.CheckedIn ?? 0) : 0, others = 0 } = said ?? {}
  const capacity = said?.capacity ?? (isVenue ? session.value?.capacity : null) ?? Number.POSITIVE_INFINITY
  let people = tickets + others
  for (const { before, now } of changed.value) people += oneIn(now, areaId) - oneIn(before, areaId)
  for (const one of checkIns.value.values())
    if (one.by && !one.isInCopy && one.sessionId === session.value?.id && (one.areaId ?? null) === areaId)
      people += one.by
  return { people, capacity }
}

/** How many people are over capacity if `added` guests come in. */
export const overCapacity = (added: number): number => {
  const { people, capacity } = insideOf(null)
  return Math.max(0, people + added - capacity)
}

/** The live check-ins of this device in the open session. */
export const ownCheckIns = (): CheckIn[] =>
  [...checkIns.value.values()].filter((one) => isAdmission(one) && one.sessionId === session.value?.id)
