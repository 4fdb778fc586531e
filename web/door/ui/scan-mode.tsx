// The scanner: camera, card, and what the thumb reaches. The zones never move.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { dispatch, list } from '../runtime.ts'
import { texts } from '../texts.ts'
import { Attention } from './attention.tsx'
import { type Camera, readCodes } from './camera.ts'
import { VerdictCard } from './card.tsx'
import { setScanning } from './mode.ts'

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

const onCodes = (codes: readonly string[]): void =>
  dispatch({ type: 'scanned', codes: codes.map((text) => ({ text, id: crypto.randomUUID() })) })

/** Reads codes from the camera while the element is shown. A new `attempt` opens the camera again. */
const useCamera = (attempt: number, onFailure: () => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useSignal<Camera | undefined>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    const handlers = {
      onCamera: (opened: Camera) => {
        camera.value = opened
      },
      onCodes,
      // Nobody is checked in behind a dialog, or after access was denied.
      isPaused: () => isDialogOpen() || list.peek()?.deniedAt !== null,
    }
    readCodes(video.current as HTMLVideoElement, handlers, controller.signal).catch(() => {
      if (!controller.signal.aborted) onFailure()
    })
    return () => controller.abort()
  }, [attempt])
  return { video, camera }
}

const Torch = ({ camera }: { camera: Camera }) => {
  const isOn = useSignal(false)
  const toggle = (): void => {
    isOn.value = !isOn.value
    camera.setTorch(isOn.value)
  }
  return (
    <button type="button" class="button" aria-pressed={isOn.value} onClick={toggle}>
      {texts.torch}
    </button>
  )
}

const stop = (): void => setScanning(false)

export const ScanMode = ({ onSearch }: { onSearch: () => void }) => {
  const isBroken = useSignal(false)
  const attempt = useSignal(0)
  const { video, camera } = useCamera(attempt.value, () => {
    isBroken.value = true
  })
  const tryAgain = (): void => {
    isBroken.value = false
    attempt.value += 1
  }
  return (
    <section class="scan" aria-label={texts.scanning}>
      <div class="lens">
        <video ref={video} aria-label={texts.camera} muted playsInline hidden={isBroken.value} />
        {isBroken.value ? (
          <div class="notice warn">
            <p role="status">{texts.noCamera}</p>
            <div class="actions">
              <button type="button" class="button" onClick={tryAgain}>
                {texts.tryAgain}
              </button>
              <button type="button" class="button" onClick={stop}>
                {texts.close}
              </button>
            </div>
          </div>
        ) : (
          <p class="frame" aria-hidden="true" />
        )}
      </div>
      <div class="zone">
        <p class="hint">{texts.scanHint}</p>
        <VerdictCard onSearch={onSearch} />
        <Attention />
      </div>
      <div class="thumbs">
        <button type="button" class="button" onClick={onSearch}>
          {texts.searchGuest}
        </button>
        {camera.value?.hasTorch && <Torch camera={camera.value} />}
        <button type="button" class="button" onClick={stop}>
          {texts.stopScanning}
        </button>
      </div>
    </section>
  )
}
