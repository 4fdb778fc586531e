// npm run bench -- door: the door page in headless Chromium, beside a page that asks the service for
// everything.
import { launchBrowser } from '../../support/node/browser.ts'
import { measureCamera } from './camera.ts'
import { measureKeystrokes, measureNetworkKeystrokes } from './keystrokes.ts'
import { measureFiles, measureLoads, measureNetworkLoads, measureRestarts } from './opening.ts'
import { measureChanges, measureOtherGate } from './other-gate.ts'
import { measureScans } from './scans.ts'
import { startService } from './service.ts'

export type DoorResult = Awaited<ReturnType<typeof measureDoor>>

/** Runs the measurement of the camera alone. Stops all that it started. */
export const measureCameraAlone = async () => {
  const service = await startService()
  const browser = await launchBrowser()
  try {
    return await measureCamera(browser, service)
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** Runs every measurement, one after the other. Stops all that it started. */
export const measureDoor = async () => {
  const service = await startService()
  try {
    const browser = await launchBrowser()
    try {
      const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
        const start = performance.now()
        const measured = await work()
        console.log(`${name}: ${((performance.now() - start) / 1_000).toFixed(0)} s`)
        return measured
      }
      return {
        chromium: browser.version(),
        files: await step('Files of the page', () => measureFiles(browser, service)),
        restarts: await step('Start without a network', () => measureRestarts(browser, service)),
        keystrokes: [
          await step('Keystrokes, 20,000 tickets', () => measureKeystrokes(browser, service, 20_000)),
          await step('Keystrokes, 100,000 tickets', () => measureKeystrokes(browser, service, 100_000)),
        ],
        scans: await step('Scans', () => measureScans(browser, service)),
        camera: await step('Camera', () => measureCamera(browser, service)),
        networkKeystrokes: await step('Keystrokes over the network', () =>
          measureNetworkKeystrokes(browser, service, 20_000),
        ),
        loads: await step('A session on a mobile network', () => measureLoads(browser, service)),
        networkLoads: await step('The same page by page', () => measureNetworkLoads(browser, service)),
        changedBytes: await step('Changed tickets', () => measureChanges(browser, service)),
        otherGate: await step('Check-ins of another gate', () => measureOtherGate(browser, service)),
      }
    } finally {
      await browser.close()
    }
  } finally {
    await service.stop()
  }
}
