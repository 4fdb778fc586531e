// Reads QR codes from the camera: with the browser's detector where it has one, else with a decoder that is loaded then.

type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const FORMATS = ['qr_code']
/** Between two looks at the picture, so that a phone stays cool. */
const PAUSE_MS = 100

const makeDetector = async (): Promise<Detector> => {
  const native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = await native?.getSupportedFormats().catch((): string[] => [])
  if (native !== undefined && formats?.includes('qr_code')) return new native({ formats: FORMATS })
  const { decodeQR } = await import('qr/decode.js')
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
        // No code in the picture.
        return []
      }
    },
  }
}

/**
 * Shows the camera in `video` and calls `onCode` with each code that it sees, again and again while it is in view.
 *
 * @throws if there is no camera, or the person did not allow it
 */
export const readCodes = async (
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1_280 } },
  })
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) return stop()
  video.srcObject = stream
  await video.play()
  const detector = await makeDetector()
  while (!signal.aborted) {
    if (video.videoWidth > 0) {
      for (const { rawValue } of await detector.detect(video).catch(() => [])) {
        if (rawValue !== '' && !signal.aborted) onCode(rawValue)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
