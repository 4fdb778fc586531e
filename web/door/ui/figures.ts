// How many have come, and how many are above the capacity.
import { computed } from '@preact/signals'
import { emptyCounts } from '../core/ticket.ts'
import { list, overlay, session } from '../runtime.ts'
import { walkIns } from './search-view.ts'

/** The tickets by status, with what was done on this device. */
export const counts = computed(() => {
  const current = { ...emptyCounts(), ...list.value?.counts }
  for (const [id, { status }] of overlay.value) {
    const before = list.value?.copy.get(id)?.status
    if (before !== undefined) current[before] -= 1
    if (before !== undefined || walkIns.value.get(id) !== undefined) current[status] += 1
  }
  return current
})

/** How many tickets are above the capacity if `added` more come in. */
export const overCapacity = (added: number): number => {
  const { Valid, CheckedIn } = counts.value
  return Math.max(0, Valid + CheckedIn + added - (session.value?.capacity ?? Number.POSITIVE_INFINITY))
}
