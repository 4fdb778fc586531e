// What the person has typed and not saved. Leaving the screen or the page asks first.
import { type ReadonlySignal, signal, useSignalEffect } from '@preact/signals'

export const isUnsaved = signal(false)

export const useUnsaved = (isDirty: ReadonlySignal<boolean>): void =>
  useSignalEffect(() => {
    isUnsaved.value = isDirty.value
    return () => {
      isUnsaved.value = false
    }
  })
