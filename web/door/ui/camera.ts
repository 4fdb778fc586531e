// Reads codes from the camera, with the browser's detector or in a worker.
import { loadPart } from '../../shared/load-part.ts'
import { FORMATS, findNative, makeWorker } from './decoder.ts'

/** What a frame has. `readsAll`: codes of every kind are read, not QR codes alone. */
type Reading = { codes: string[]; readsAll: boolean }
type Detector = (video: HTMLVideoElement) => Promise<Reading>
/** The pause between two frames, so that the phone stays cool. */
const PAUSE_MS = 100

const NOTHING: Reading = { codes: [], readsAll: false }

let worker: Promise<Detector> | undefined

/** Starts the worker. If a browser cannot load a script, it says only that there was an error. */
const startWorker = async (): Promise<Detector> => {
  const started = makeWorker()
  const pending = new Map<number, { resolve: (reading: Reading) => void; reject: (error: Error) => void }>()
  let count = 0
  started.addEventListener('message', ({ data }: MessageEvent<Reading & { id: number }>) => {
    pending.get(data.id)?.resolve(data)
    pending.delete(data.id)
  })
  started.addEventListener('error', () => {
    worker = undefined
    started.terminate()
    for (const { reject } of pending.values()) reject(new Error('The worker has failed.'))
  })
  const ask = (frame: ImageBitmap): Promise<Reading> =>
    new Promise((resolve, reject) => {
      pending.set(count, { resolve, reject })
      started.postMessage({ id: count, frame }, [frame])
      count += 1
    })
  // The first frame shows whether it runs.
  await ask(await createImageBitmap(new ImageData(1, 1)))
  return async (video) => ask(await createImageBitmap(video))
}

const readInWorker: Detector = async (video) => {
  worker ??= loadPart(startWorker)
  const detect = await worker.catch((error: unknown) => {
    worker = undefined
    throw error
  })
  // A frame that cannot be read is lost, and a worker that failed starts again.
  return detect(video).catch(() => NOTHING)
}

const makeDetector = async (): Promise<Detector> => {
  const native = await findNative()
  if (native === undefined) return readInWorker
  const detector = new native({ formats: FORMATS })
  let isBroken = false
  return async (video) => {
    if (!isBroken) {
      try {
        const found = await detector.detect(video)
        return { codes: found.map(({ rawValue }) => rawValue), readsAll: true }
      } catch {
        // Phones without the maker's services have a detector that reads nothing.
        isBroken = true
      }
    }
    return readInWorker(video)
  }
}

/** Whether the camera has a light. */
export const hasTorch = (track: MediaStreamTrack | undefined): boolean =>
  (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true

const openCamera = () =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1_280 } } })

const close = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Whether the camera can be used, and has a light. */
export const tryCamera = async (): Promise<{ camera: boolean; light: boolean }> => {
  try {
    const stream = await openCamera()
    const light = hasTorch(stream.getVideoTracks()[0])
    close(stream)
    return { camera: true, light }
  } catch {
    return { camera: false, light: false }
  }
}

export type Handlers = {
  onCodes: (codes: readonly string[]) => void
  /** Whether codes of every kind are read, or QR codes alone. */
  onKinds?: (readsAll: boolean) => void
  onCamera?: (track: MediaStreamTrack | undefined) => void
  isPaused?: () => boolean
}

/**
 * Shows the camera in `video`, and keeps calling `onCodes` with the codes in view, until `signal` is aborted.
 *
 * @throws if there is no camera, it is not allowed, or the phone took it away, as for a call
 */
export const readCodes = async (
  video: HTMLVideoElement,
  { onCodes, onKinds, onCamera, isPaused }: Handlers,
  signal: AbortSignal,
): Promise<void> => {
  const stream = await openCamera()
  const [track] = stream.getVideoTracks()
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    onCamera?.(track)
    const detect = await makeDetector()
    const isReading = () => !signal.aborted && document.visibilityState === 'visible' && isPaused?.() !== true
    while (!signal.aborted) {
      if (track?.readyState === 'ended') throw new Error('The camera was taken away.')
      if (video.videoWidth > 0 && track?.muted !== true && isReading()) {
        const { codes, readsAll } = await detect(video)
        const found = codes.filter((code) => code !== '')
        onKinds?.(readsAll)
        if (found.length > 0 && isReading()) onCodes(found)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } finally {
    close(stream)
  }
}
