// Reads codes from the camera, with the browser's detector or a QR decoder that is loaded on demand.
import { loadPart } from '../../shared/load-part.ts'

type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The kinds of codes on tickets. */
const FORMATS = ['qr_code', 'aztec', 'pdf417', 'code_128']
/** The pause between two frames, so that the phone stays cool. */
const PAUSE_MS = 100

const makeDetector = async (): Promise<Detector> => {
  const native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const supported = (await native?.getSupportedFormats().catch(() => undefined)) ?? []
  const formats = FORMATS.filter((format) => supported.includes(format))
  if (native !== undefined && formats.includes('qr_code')) return new native({ formats })
  const { decodeQR } = await loadPart(() => import('qr/decode.js'))
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  return {
    detect: async (video) => {
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      context.drawImage(video, 0, 0)
      try {
        return [{ rawValue: decodeQR(context.getImageData(0, 0, canvas.width, canvas.height)) }]
      } catch {
        // No code in the frame.
        return []
      }
    },
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
  { onCodes, onCamera, isPaused }: Handlers,
  signal: AbortSignal,
): Promise<void> => {
  const stream = await openCamera()
  const [track] = stream.getVideoTracks()
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    onCamera?.(track)
    const detector = await makeDetector()
    const isReading = () => !signal.aborted && document.visibilityState === 'visible' && isPaused?.() !== true
    while (!signal.aborted) {
      if (track?.readyState === 'ended') throw new Error('The camera was taken away.')
      if (video.videoWidth > 0 && track?.muted !== true && isReading()) {
        const found = await detector.detect(video).catch(() => [])
        const codes = found.map(({ rawValue }) => rawValue).filter((code) => code !== '')
        if (codes.length > 0 && isReading()) onCodes(codes)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } finally {
    close(stream)
  }
}
