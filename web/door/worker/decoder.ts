// Reads codes from the frames of the camera, in a worker: a frame never delays a tap. Reads QR codes at once,
// and every kind as soon as the large decoder is there.
import { decodeQR } from 'qr/decode.js'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'

declare const self: DedicatedWorkerGlobalScope
/** The path of the decoder's WebAssembly, and the start of its SHA-256. Set by the build. */
declare const DECODER_WASM: string
declare const DECODER_HASH: string

/** Outlives the builds of the page: the file changes with its library alone. */
const CACHE = 'doorlist-decoder'
const RETRY_MS = 10_000
/** Then the response is taken for lost, and the file is fetched again. */
const FETCH_MS = 60_000

const OPTIONS: ReaderOptions = {
  // Few, because noise looks like the short codes of shops.
  formats: ['QRCode', 'Aztec', 'PDF417', 'Code128'],
  // As the code has it. Otherwise GS1 comes with brackets, and control characters by their names.
  textMode: 'Plain',
  maxNumberOfSymbols: 4,
}

/** What most codes in front of a camera need. It takes a fifth of the time. */
const QUICK: ReaderOptions = { ...OPTIONS, tryHarder: false, tryRotate: false, tryInvert: false }

const hashOf = async (content: ArrayBuffer): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', content)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Fetches the file, and keeps it where the browser can. A login page of a Wi-Fi network is another file. */
const fetchFile = async (cache: Cache | undefined): Promise<ArrayBuffer> => {
  const response = await fetch(DECODER_WASM, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) })
  const content = await response.clone().arrayBuffer()
  if (!(await hashOf(content)).startsWith(DECODER_HASH)) throw new Error(`${response.status}`)
  if (cache !== undefined) {
    await cache.put(DECODER_WASM, response).catch(() => undefined)
    for (const { url } of await cache.keys())
      if (new URL(url).pathname !== DECODER_WASM) await cache.delete(url)
  }
  return content
}

const readFile = async (): Promise<ArrayBuffer> => {
  const cache = await self.caches?.open(CACHE).catch(() => undefined)
  const kept = await cache?.match(DECODER_WASM)
  return kept === undefined ? fetchFile(cache) : kept.arrayBuffer()
}

let isLoaded = false
let askAgainAt = 0

/** Loads the decoder, in the background. Tries again later if there is no network. */
const load = async (): Promise<void> => {
  if (isLoaded || Date.now() < askAgainAt) return
  askAgainAt = Number.POSITIVE_INFINITY
  try {
    await prepareZXingModule({ overrides: { wasmBinary: await readFile() }, fireImmediately: true })
    isLoaded = true
  } catch {
    askAgainAt = Date.now() + RETRY_MS
  }
}

const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D

const pixelsOf = (frame: ImageBitmap): ImageData => {
  const { width, height } = frame
  canvas.width = width
  canvas.height = height
  context.drawImage(frame, 0, 0)
  frame.close()
  return context.getImageData(0, 0, width, height)
}

const readQr = (pixels: ImageData): string[] => {
  try {
    return [decodeQR(pixels)]
  } catch {
    // No code in the frame.
    return []
  }
}

const read = async (frame: ImageBitmap): Promise<string[]> => {
  const pixels = pixelsOf(frame)
  if (!isLoaded) return readQr(pixels)
  for (const options of [QUICK, OPTIONS]) {
    const found = (await readBarcodes(pixels, options)).filter(({ isValid }) => isValid)
    if (found.length > 0) return found.map(({ text }) => text)
  }
  return []
}

type Asked = { id: number; frame: ImageBitmap }

/** Answers a frame by its codes. After `keep`, ends as soon as the decoder is on this phone. */
self.addEventListener('message', async ({ data }: MessageEvent<Asked | 'keep'>) => {
  if (data === 'keep') {
    await readFile().catch(() => undefined)
    self.close()
    return
  }
  load()
  const codes = await read(data.frame).catch(() => [])
  self.postMessage({ id: data.id, codes, readsAll: isLoaded })
})
