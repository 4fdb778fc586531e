// The check-ins that the service still has to be told. Loaded with the dialogs.
import { computed } from '@preact/signals'
import { groupBy } from '../shared/group-by.ts'
import { everyRequest } from '../shared/request.ts'
import type { CheckIn } from './core/check-in.ts'
import { isOwed } from './core/leave.ts'
import { checkIns } from './runtime.ts'

/** Whether they wait, were refused, or are being sent. */
export const unsent = computed(() => [...checkIns.value.values()].filter(isOwed))

/** The gates where they were made, with how many of them; null where no device was named. */
export const unsentByGate = (): [gate: string | null, count: number][] =>
  [...groupBy(unsent.value, ({ device }) => device)].map(([gate, own]) => [gate, own.length])

/** An item of a request, as far as it names its check-in. */
type Sent = { id: string; checkInId?: string }

let isSaid = true

/** Each request says how many the phone will hold once it has arrived. The console shows that. */
everyRequest.headers = ({ body }) => {
  const { items = [] } = (body ?? {}) as { items?: readonly Sent[] }
  const isInIt = (one: CheckIn) => items.some(({ id, checkInId = id }) => checkInId === one.id)
  const held = isSaid ? unsent.peek().filter((one) => !isInIt(one)).length : 0
  return held > 0 ? { 'X-Unsent': String(held) } : {}
}

/** From now on nothing is held for this sign-in. */
export const holdNothing = (): void => {
  isSaid = false
}
