// The difference between the clock of the service and the clock of the device.

const KEY = 'doorlist.clock'

/** Smaller differences are not corrected: the `Date` of a response has seconds only. */
const MIN_DIFFERENCE_MS = 2_000

let difference = Number(localStorage.getItem(KEY) ?? 0) || 0

/** Notes the `Date` of a response. */
export const noteServerTime = (serverTime: number, receivedAt: number): void => {
  const measured = serverTime - receivedAt
  const corrected = Math.abs(measured) < MIN_DIFFERENCE_MS ? 0 : measured
  if (Math.abs(corrected - difference) < MIN_DIFFERENCE_MS) return
  difference = corrected
  localStorage.setItem(KEY, String(difference))
}

/** A time of the device's clock as a time of the service's clock. */
export const toServerTime = (time: number): number => time + difference
