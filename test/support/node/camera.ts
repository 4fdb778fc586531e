// A browser whose camera is a video: one code after the other, again and again.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import encodeQR from 'qr'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { ROOT } from '../../../scripts/lib/local.ts'
import { launchBrowser } from './browser.ts'
import { makeState, removeState } from './dev.ts'

const WIDTH = 640
const HEIGHT = 480
const FRAMES_PER_SECOND = 5
/** Longer than the time in which the door page ignores the same code. */
const SHOWN_SECONDS = 4
/** Quiet zone around a code, in modules. */
const BORDER = 4
const BLACK = 16
const WHITE = 235
/** Neither chroma component: grey. */
const NO_COLOUR = 128

/** A text is a QR code. An empty one is a camera that looks at nothing. */
export type Shown = string | { text: string; kind: 'Aztec' | 'PDF417' | 'Code128' | 'QRCode' }

/** The pixels of a code, dark ones true. */
type Picture = { width: number; height: number; isDark: (x: number, y: number) => boolean }

const NOTHING: Picture = { width: 1, height: 1, isDark: () => false }

const ZXING_WRITER = join(ROOT, 'node_modules', 'zxing-wasm', 'dist', 'writer', 'zxing_writer.wasm')

const draw = async (shown: Shown): Promise<Picture> => {
  if (shown === '') return NOTHING
  if (typeof shown === 'string') {
    const modules = encodeQR(shown, 'raw', { border: BORDER, ecc: 'medium' })
    const { length } = modules
    return { width: length, height: length, isDark: (x, y) => modules[y]?.[x] === true }
  }
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(ZXING_WRITER) }, fireImmediately: true })
  const { symbol, error } = await writeBarcode(shown.text, { format: shown.kind, addQuietZones: true })
  if (error !== '') throw new Error(error)
  const { data, width, height } = symbol
  return { width, height, isDark: (x, y) => (data[y * width + x] ?? WHITE) < NO_COLOUR }
}

/** The rows of a code, dark modules as 1, for a browser that has no camera of videos. */
export const drawRows = async (shown: Shown): Promise<string[]> => {
  const { width, height, isDark } = await draw(shown)
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (isDark(x, y) ? '1' : '0')).join(''),
  )
}

/** One frame in Y4M's format: a byte of luma for each pixel, and chroma for each four. */
const drawFrame = ({ width, height, isDark }: Picture): Buffer => {
  const size = Math.floor(Math.min((WIDTH - 20) / width, (HEIGHT - 20) / height))
  const [left, top] = [Math.floor((WIDTH - size * width) / 2), Math.floor((HEIGHT - size * height) / 2)]
  const frame = Buffer.alloc(WIDTH * HEIGHT * 1.5, NO_COLOUR)
  frame.fill(WHITE, 0, WIDTH * HEIGHT)
  for (let y = 0; y < size * height; y += 1) {
    for (let x = 0; x < size * width; x += 1) {
      if (isDark(Math.floor(x / size), Math.floor(y / size))) frame[(top + y) * WIDTH + left + x] = BLACK
    }
  }
  return frame
}

/** Writes a video that shows one after the other. */
const writeVideo = async (file: string, all: readonly Shown[], seconds: number): Promise<void> => {
  const parts: Buffer[] = [
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`),
  ]
  for (const shown of all) {
    const frame = drawFrame(await draw(shown))
    for (let count = 0; count < seconds * FRAMES_PER_SECOND; count += 1)
      parts.push(Buffer.from('FRAME\n'), frame)
  }
  await writeFile(file, Buffer.concat(parts))
}

/** Runs `work` with a browser of its own, whose camera shows each code for `seconds`. */
export const withCamera = async (
  all: readonly Shown[],
  work: (browser: Browser) => Promise<void>,
  seconds = SHOWN_SECONDS,
): Promise<void> => {
  const folder = await makeState()
  const video = join(folder, 'camera.y4m')
  await writeVideo(video, all, seconds)
  const browser = await launchBrowser(
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  )
  try {
    await work(browser)
  } finally {
    await browser.close()
    await removeState(folder)
  }
}
