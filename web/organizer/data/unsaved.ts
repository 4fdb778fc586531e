// What the person has typed and not saved. Leaving the screen or the page asks first.
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

export const isUnsaved = signal(false)

/** Not `useSignalEffect`, which runs a frame later: a screen that is left at once after it was saved would ask. */
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
