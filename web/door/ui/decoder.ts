// What reads codes on this phone: the browser's detector, or a worker, whose decoder is loaded beforehand.

/** The worker that reads codes, and the WebAssembly that it loads. Set by the build. */
declare const DECODER_WORKER: string
declare const DECODER_WASM: string

export const makeWorker = (): Worker => new Worker(DECODER_WORKER)

type DetectorClass = {
  new (options: {
    formats: readonly string[]
  }): {
    detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<string[]>
}

/** The kinds of codes on tickets. */
export const FORMATS = ['qr_code', 'aztec', 'pdf417', 'code_128'] as const

/** The browser's detector, if it reads every kind. */
export const findNative = async (): Promise<DetectorClass | undefined> => {
  const native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const supported = (await native?.getSupportedFormats().catch(() => undefined)) ?? []
  return FORMATS.every((format) => supported.includes(format)) ? native : undefined
}

/** Loads the decoder onto this phone, unless it is there or the browser needs none. */
export const keepDecoder = async (): Promise<void> => {
  if ((await findNative()) !== undefined || (await globalThis.caches?.match(DECODER_WASM)) !== undefined)
    return
  makeWorker().postMessage('keep')
}
