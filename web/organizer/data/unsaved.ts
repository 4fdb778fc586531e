// Unsaved input. Leaving the screen or the page asks first, and a new version of the page waits.
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

export const isUnsaved = signal(false)

/** Whether the server has a new version of the page, which is loaded once the person agrees. */
export const isNewVersionWaiting = signal(false)

export const loadAgain = (): void => {
  isUnsaved.value = false
  location.reload()
}

/** A part of this version is gone. */
export const takeNewVersion = (): void => {
  if (isUnsaved.value) isNewVersionWaiting.value = true
  else loadAgain()
}

/** `useSignalEffect` runs a frame later, so leaving a screen right after saving would still ask. */
export const useUnsaved = (isDirty: ReadonlySignal<boolean>): void =>
  useEffect(
    () =>
      effect(() => {
        isUnsaved.value = isDirty.value
        return () => {
          isUnsaved.value = false
        }
      }),
    [],
  )
