// The scanner: camera, card, and what the thumb reaches. Only a note, which needs room, moves the zones.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { isDialogOpen } from '../../shared/dialog.tsx'
import { dispatch, list } from '../runtime.ts'
import { texts } from '../texts.ts'
import { type Handlers, hasTorch, readCodes } from './camera.ts'
import { setScanning } from './mode.ts'
import { AboveSearch } from './rest.tsx'

const onCodes = (codes: readonly string[]): void =>
  dispatch({ type: 'scanned', codes: codes.map((text) => ({ text, id: crypto.randomUUID() })) })

const Torch = ({ camera }: { camera: MediaStreamTrack }) => {
  const isOn = useSignal(false)
  const toggle = (): void => {
    isOn.value = !isOn.value
    camera
      .applyConstraints({ advanced: [{ torch: isOn.value } as MediaTrackConstraintSet] })
      .catch(() => undefined)
  }
  return (
    <button type="button" class="button" aria-pressed={isOn.value} onClick={toggle}>
      {texts.torch}
    </button>
  )
}

const stop = (): void => setScanning(false)

/** `children`: the card, and what needs attention. */
export const ScanMode = ({ onSearch, children }: { onSearch: () => void; children: ComponentChildren }) => {
  const isBroken = useSignal(false)
  const attempt = useSignal(0)
  const video = useRef<HTMLVideoElement>(null)
  const camera = useSignal<MediaStreamTrack | undefined>(undefined)
  const isQrOnly = useSignal(false)
  useEffect(() => {
    const controller = new AbortController()
    const handlers: Handlers = {
      onCamera: (opened) => {
        camera.value = hasTorch(opened) ? opened : undefined
      },
      onCodes,
      onKinds: (readsAll) => {
        isQrOnly.value = !readsAll
      },
      // Nobody is checked in behind a dialog, or after access was denied.
      isPaused: () => isDialogOpen() || list.peek()?.deniedAt !== null,
    }
    readCodes(video.current as HTMLVideoElement, handlers, controller.signal).catch(() => {
      if (!controller.signal.aborted) isBroken.value = true
    })
    return () => controller.abort()
  }, [attempt.value])
  const tryAgain = (): void => {
    isBroken.value = false
    attempt.value += 1
  }
  return (
    <section class="scan" aria-label={texts.scanning}>
      <div class="lens">
        <video ref={video} aria-label={texts.camera} muted playsInline hidden={isBroken.value} />
        {isBroken.value ? (
          <div class="notice warn stack">
            <p role="status">{texts.noCamera}</p>
            <Button text={texts.tryAgain} onClick={tryAgain} />
            <Button text={texts.close} onClick={stop} />
          </div>
        ) : (
          <p class="frame" aria-hidden="true" />
        )}
      </div>
      <div class="zone">
        <p class="hint strong">{!isBroken.value && (isQrOnly.value ? texts.qrOnly : texts.scanHint)}</p>
        <AboveSearch />
        {children}
      </div>
      <div class="thumbs">
        <Button text={texts.searchGuest} onClick={onSearch} />
        {camera.value && <Torch camera={camera.value} />}
        <Button text={texts.stopScanning} onClick={stop} />
      </div>
    </section>
  )
}
