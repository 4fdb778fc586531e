// The camera, which reads QR codes.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { texts } from '../texts.ts'
import { readCodes } from './camera.ts'

type Props = { onCode: (code: string) => void; onClose: () => void }

export const Scanner = ({ onCode, onClose }: Props) => {
  const video = useRef<HTMLVideoElement>(null)
  const isBroken = useSignal(false)
  useEffect(() => {
    const controller = new AbortController()
    readCodes(video.current as HTMLVideoElement, onCode, controller.signal).catch(() => {
      isBroken.value = true
    })
    return () => controller.abort()
  }, [])
  if (isBroken.value) {
    return (
      <div class="notice warn">
        <p role="status">{texts.noCamera}</p>
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    )
  }
  return (
    <div class="scanner">
      <video ref={video} aria-label={texts.camera} muted playsInline />
      <p>{texts.scanHint}</p>
    </div>
  )
}
