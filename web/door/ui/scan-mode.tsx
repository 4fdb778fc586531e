// The full-screen scanner: camera, light, and the card in the lower half.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { card, dispatch, list } from '../runtime.ts'
import { texts } from '../texts.ts'
import { type Camera, readCodes } from './camera.ts'
import { VerdictCard } from './card.tsx'
import { Ending } from './status.tsx'
import { isIn } from './verdict.ts'

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
    <button type="button" class="button glass" aria-pressed={isOn.value} onClick={toggle}>
      {texts.torch}
    </button>
  )
}

/** How many guests have just come in, as a new element for each verdict. */
const Added = () => {
  const shown = card.value
  if (shown?.kind !== 'verdict') return null
  const count = shown.verdicts.filter(isIn).length
  if (count === 0) return null
  return (
    <strong class="added" key={shown.id} dir="ltr" aria-hidden="true">
      +{count}
    </strong>
  )
}

export const ScanMode = ({ onClose, onSearch }: { onClose: () => void; onSearch: () => void }) => {
  const isBroken = useSignal(false)
  const attempt = useSignal(0)
  const { video, camera } = useCamera(attempt.value, () => {
    isBroken.value = true
  })
  const tryAgain = (): void => {
    isBroken.value = false
    attempt.value += 1
  }
  const shown = card.value
  return (
    <section class={`scan ${shown?.kind === 'verdict' ? 'decided' : ''}`} aria-label={texts.scanning}>
      <video ref={video} aria-label={texts.camera} muted playsInline hidden={isBroken.value} />
      <div class="scan-bar">
        <button type="button" class="button glass" onClick={onClose}>
          {texts.stopScanning}
        </button>
        <Added />
        {camera.value?.hasTorch && <Torch camera={camera.value} />}
      </div>
      {isBroken.value ? (
        <div class="notice warn">
          <p role="status">{texts.noCamera}</p>
          <div class="actions">
            <button type="button" class="button" onClick={tryAgain}>
              {texts.tryAgain}
            </button>
            <button type="button" class="button" onClick={onClose}>
              {texts.close}
            </button>
          </div>
        </div>
      ) : (
        <p class="scan-frame" aria-hidden="true" />
      )}
      <div class="scan-card">
        <Ending />
        {shown === null && !isBroken.value && <p class="scan-hint">{texts.scanHint}</p>}
        <VerdictCard onSearch={onSearch} />
      </div>
    </section>
  )
}
