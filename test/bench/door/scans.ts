// From the Enter of a scanner to the painted outcome, in a browser that is not slowed down, with a service 50
// ms away.
import type { Browser } from 'playwright-core'
import { openReady } from './opening.ts'
import { readCode, readValid } from './other-gate.ts'
import type { Service } from './service.ts'

const SCANS = 60
const LATENCY_MS = 50
const NETWORK = { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 }

const MEASURE_OUTCOMES = `addEventListener('keydown', ({ key, timeStamp }) => {
  if (key !== 'Enter') return
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=alert]')?.textContent.includes(stopwatch.expected)) return
    observer.disconnect()
    stopwatch.paint(timeStamp)
  })
  observer.observe(document.body, { subtree: true, childList: true })
}, true)`

export const measureScans = async (browser: Browser, service: Service): Promise<number[]> => {
  const tickets = await readValid(service, SCANS)
  const { page, context, cdp } = await openReady(browser, service, service.sessions[20_000])
  await page.evaluate(`stopwatch.endLookup(); ${MEASURE_OUTCOMES}`)
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  const search = page.getByRole('searchbox')
  const times: number[] = []
  for (const ticket of tickets) {
    await search.fill(await readCode(service, ticket))
    await page.evaluate(`stopwatch.expected = '${ticket.ticketNumber}'; stopwatch.begin()`)
    await search.press('Enter')
    times.push(await page.evaluate<number>('stopwatch.measured'))
  }
  await context.close()
  return times
}
