// Counts of the session, and how far it is over capacity.
import { computed } from '@preact/signals'
import { emptyCounts } from '../../shared/list-copy.ts'
import { list, overlay, session } from '../runtime.ts'
import { walkIns } from './search-view.ts'

/** Tickets by status, including check-ins that the list lacks. */
export const counts = computed(() => {
  const current = { ...emptyCounts(), ...list.value?.copy.counts }
  for (const [id, { status }] of overlay.value) {
    const before = list.value?.copy.get(id)?.status
    if (before !== undefined) current[before] -= 1
    if (before !== undefined || walkIns.value.get(id) !== undefined) current[status] += 1
  }
  return current
})

/** How many tickets are over capacity if `added` guests come in. */
export const overCapacity = (added: number): number => {
  const { CheckedIn } = counts.value
  return Math.max(0, CheckedIn + added - (session.value?.capacity ?? Number.POSITIVE_INFINITY))
}
