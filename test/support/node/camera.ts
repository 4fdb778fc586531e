// A browser whose camera is a video: one QR code after the other, again and again.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import encodeQR from 'qr'
import { launchBrowser } from './browser.ts'
import { makeState, removeState } from './dev.ts'

const WIDTH = 320
const HEIGHT = 240
const FRAMES_PER_SECOND = 5
/** Longer than the time in which the door page ignores the same code. */
const SHOWN_SECONDS = 4
/** Quiet zone around a code, in modules. */
const BORDER = 4
const BLACK = 16
const WHITE = 235
/** Neither chroma component: grey. */
const NO_COLOUR = 128

/** One frame in Y4M's format: a byte of luma for each pixel, and chroma for each four. */
const drawFrame = (text: string): Buffer => {
  const modules = encodeQR(text, 'raw', { border: BORDER, ecc: 'medium' })
  const size = Math.floor(HEIGHT / modules.length)
  const left = Math.floor((WIDTH - size * modules.length) / 2)
  const frame = Buffer.alloc(WIDTH * HEIGHT * 1.5, NO_COLOUR)
  frame.fill(WHITE, 0, WIDTH * HEIGHT)
  for (let y = 0; y < size * modules.length; y += 1) {
    for (let x = 0; x < size * modules.length; x += 1) {
      const isDark = modules[Math.floor(y / size)]?.[Math.floor(x / size)] === true
      if (isDark) frame[y * WIDTH + left + x] = BLACK
    }
  }
  return frame
}

/** Writes a video that shows each text as a QR code, one after the other. */
const writeVideo = async (file: string, texts: readonly string[]): Promise<void> => {
  const parts: Buffer[] = [
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`),
  ]
  for (const text of texts) {
    const frame = drawFrame(text)
    for (let count = 0; count < SHOWN_SECONDS * FRAMES_PER_SECOND; count += 1)
      parts.push(Buffer.from('FRAME\n'), frame)
  }
  await writeFile(file, Buffer.concat(parts))
}

/** Runs `work` with a browser of its own, whose camera shows each text for four seconds. */
export const withCamera = async (
  texts: readonly string[],
  work: (browser: Browser) => Promise<void>,
): Promise<void> => {
  const folder = await makeState()
  const video = join(folder, 'camera.y4m')
  await writeVideo(video, texts)
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
