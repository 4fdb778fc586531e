// The button for the settings.
import { useSignal } from '@preact/signals'
import { texts } from '../texts.ts'
import { isUpdateReady } from './installed.ts'
import { OnDemand } from './on-demand.tsx'

export const SettingsButton = () => {
  const isOpen = useSignal(false)
  const close = (): void => {
    isOpen.value = false
  }
  return (
    <>
      <button
        type="button"
        class="round"
        aria-label={texts.settings}
        title={texts.settings}
        onClick={() => (isOpen.value = true)}
      >
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
        >
          <path d="M3 7h9M18 7h3M3 17h3M12 17h9" />
          <circle cx="15" cy="7" r="3" />
          <circle cx="9" cy="17" r="3" />
        </svg>
        {isUpdateReady.value && <span class="dot state warn" aria-hidden="true" />}
      </button>
      {isOpen.value && (
        <OnDemand onClose={close}>{({ SettingsDialog }) => <SettingsDialog onClose={close} />}</OnDemand>
      )}
    </>
  )
}
