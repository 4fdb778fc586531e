// The camera on a slow phone: from a code in its view to the painted verdict, and what the page does
// while the camera looks at nothing. And what it costs to hash all that a scanned text may be.
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { ROOT } from '../../../scripts/lib/local.ts'
import { withCamera } from '../../support/node/camera.ts'
import { median } from '../load.ts'
import { type Opened, until } from './browser.ts'
import { openReady } from './opening.ts'
import { readCode, readValid } from './other-gate.ts'
import type { Service } from './service.ts'

export const CAMERA_SLOW_DOWN = 6
const CODES = 20
/** Each code is shown as long, and nothing as long after it. */
const SHOWN_SECONDS = 1.6
const IDLE_MS = 10_000
/** The camera and the decoder start. */
const SETTLE_MS = 4_000

/**
 * `camera.appeared` and `camera.seen`: when a code came into view, and when a card with a number was
 * painted. The browser slows down the page alone, so what the worker takes is made as long here.
 */
const WATCH = `globalThis.camera = { appeared: [], seen: {}, frames: [] };
{
  const { camera } = globalThis
  const NativeWorker = Worker
  globalThis.Worker = class extends NativeWorker {
    #sent = new Map()
    postMessage(message, transfer) {
      this.#sent.set(message.id, performance.now())
      super.postMessage(message, transfer)
    }
    addEventListener(type, listener) {
      if (type !== 'message') return super.addEventListener(type, listener)
      super.addEventListener(type, (event) => {
        const took = performance.now() - this.#sent.get(event.data.id)
        camera.frames.push(took)
        setTimeout(() => listener(event), took * ${CAMERA_SLOW_DOWN - 1})
      })
    }
  }
  const canvas = new OffscreenCanvas(16, 12)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let isBlank = true
  const watch = (video) => {
    const look = (now, { captureTime }) => {
      context.drawImage(video, 0, 0, 16, 12)
      const { data } = context.getImageData(0, 0, 16, 12)
      const isDark = data.some((value, index) => index % 4 === 0 && value < 150)
      if (isDark && isBlank) camera.appeared.push(captureTime ?? now)
      isBlank = !isDark
      video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
  }
  let watched
  new MutationObserver(() => {
    const video = document.querySelector('video')
    if (video !== null && video !== watched && camera.expected?.length > 0) watch((watched = video))
    const text = document.querySelector('[role=alert]')?.textContent ?? ''
    for (const number of camera.expected ?? []) {
      if (number in camera.seen || !text.includes(number)) continue
      camera.seen[number] = undefined
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => { camera.seen[number] = performance.now() }
        port2.postMessage(null)
      })
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}`

/** Opens a session on a slow phone, with its camera on. */
const openCamera = async (
  browser: Browser,
  service: Service,
  expected: readonly string[],
): Promise<Opened> => {
  const opened = await openReady(browser, service, service.sessions[20_000], WATCH)
  const { page, cdp } = opened
  await page.evaluate(`stopwatch.endLookup(); camera.expected = ${JSON.stringify(expected)}`)
  await until(page, `caches.open('doorlist-decoder').then((c) => c.keys()).then((keys) => keys.length > 0)`)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CAMERA_SLOW_DOWN })
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  return opened
}

/** Milliseconds from the first frame with a code to the paint of its verdict; infinite if it was missed. */
const measureVerdicts = async (service: Service): Promise<{ verdicts: number[]; frames: number[] }> => {
  const tickets = await readValid(service, CODES)
  const codes: string[] = []
  for (const ticket of tickets) codes.push(await readCode(service, ticket))
  const result = { verdicts: [] as number[], frames: [] as number[] }
  await withCamera(
    // The camera and the decoder start before the first one.
    ['', '', '', ...codes.flatMap((code) => [code, ''])],
    async (browser) => {
      const numbers = tickets.map(({ ticketNumber }) => ticketNumber)
      const { page, context } = await openCamera(browser, service, numbers)
      await until(page, `camera.seen[${JSON.stringify(numbers.at(-1))}] !== undefined`)
      const { appeared, seen, frames } = await page.evaluate<{
        appeared: number[]
        seen: Record<string, number>
        frames: number[]
      }>('camera')
      result.verdicts = numbers.map(
        (number, index) => (seen[number] ?? Number.POSITIVE_INFINITY) - (appeared[index] ?? 0),
      )
      result.frames = frames
      await context.close()
    },
    SHOWN_SECONDS,
  )
  return result
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/**
 * The milliseconds of the page's longest task while the camera looks at nothing: the time of its
 * thread, which does not depend on what else the machine does.
 */
const measureIdle = async (service: Service): Promise<number> => {
  let longest = 0
  await withCamera([''], async (browser) => {
    const { page, context } = await openCamera(browser, service, [])
    await page.waitForTimeout(SETTLE_MS)
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
    await page.waitForTimeout(IDLE_MS)
    const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
    const threads = new Set(trace.traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
    const tasks = trace.traceEvents.filter(
      ({ name, pid, tid }) => /RunTask/.test(name) && threads.has(`${pid} ${tid}`),
    )
    longest = tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1_000), 0)
    if (tasks.length === 0) throw new Error('The trace has no tasks.')
    await context.close()
  })
  return longest
}

/** Texts with many forms. */
const TEXTS = [
  'TK8842119',
  'https://shop.example/t/A1B2C3D4E5?utm_source=mail&utm_medium=x',
  `https://shop.example/${Array.from({ length: 8 }, (_, index) => `Part-${index}-of-a-URL`).join('/')}`,
  `{"order":"AB3CD-7781","url":"https://shop.example/t/A1B2C3D4E5?x=1","name":"Ana Smith","event":"Night"}`,
]

/** Milliseconds to make and hash all forms of the text that takes longest. No ticket has one. */
const measureHashes = async (browser: Browser, service: Service): Promise<number[]> => {
  const tickets = join(ROOT, 'src', 'domain', 'tickets')
  const { outputFiles } = await build({
    stdin: {
      contents: `export { findByForms } from './code-forms.ts'
        export { furtherTexts } from './further-texts.ts'
        export { hashCode } from './code-hash.ts'`,
      resolveDir: tickets,
    },
    ...{ bundle: true, minify: true, write: false, format: 'iife', globalName: 'codes' },
  })
  const { page, context, cdp } = await openReady(browser, service, service.sessions[20_000])
  await page.evaluate(`stopwatch.endLookup(); ${outputFiles[0]?.text ?? ''}; globalThis.codes = codes`)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CAMERA_SLOW_DOWN })
  const times = await page.evaluate<number[][]>(`${JSON.stringify(TEXTS)}.map((text) =>
    Array.from({ length: 40 }, () => {
      const start = performance.now()
      codes.findByForms(text, (code) => void codes.hashCode('${service.sessions[20_000]}', code), codes.furtherTexts)
      return performance.now() - start
    }))`)
  await context.close()
  return times.reduce((slowest, one) => (median(one) > median(slowest) ? one : slowest))
}

export type CameraResult = Awaited<ReturnType<typeof measureCamera>>

export const measureCamera = async (browser: Browser, service: Service) => ({
  ...(await measureVerdicts(service)),
  idle: await measureIdle(service),
  hashes: await measureHashes(browser, service),
})
