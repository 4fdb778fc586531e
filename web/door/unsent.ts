// The check-ins that the service still has to be told. Loaded with the dialogs.
import { computed } from '@preact/signals'
import { groupBy } from '../shared/group-by.ts'
import { everyRequest } from '../shared/request.ts'
import type { CheckIn } from './core/check-in.ts'
import { isOwed } from './core/leave.ts'
import { checkIns, state } from './runtime.ts'

/** Whether they wait, were refused, or are being sent. */
export const unsent = computed(() => [...checkIns.value.values()].filter(isOwed))

/** The gates where they were made, with how many of them; null where no device was named. */
export const unsentByGate = (): [gate: string | null, count: number][] =>
  [...groupBy(unsent.value, ({ device }) => device)].map(([gate, own]) => [gate, own.length])

/** Tells the service with every request how many the phone holds, which the console shows. */
export const sayUnsent = (count: number): void => {
  if (count > 0) everyRequest.headers = { 'X-Unsent': String(count) }
  else delete everyRequest.headers
}

/** Without those that are on their way: the request that brings them says what is left. */
const held = computed(() => {
  const { batch } = state.value.sending
  const isOnTheWay = ({ id }: CheckIn) => batch.some(({ checkIn }) => checkIn.id === id)
  return unsent.value.filter((one) => !isOnTheWay(one)).length
})

held.subscribe(sayUnsent)
