// The service worker, which makes the page work without a network, and its updates.
import { signal } from '@preact/signals'
import { subject } from '../../shared/account.ts'

/** Whether the page opens, and loads its parts, without a network. */
export const isWorkerActive = signal(false)
/** Whether a new version is waiting. */
export const isUpdateReady = signal(false)
/** Whether the browser has promised to keep the data of this page. */
export const isStorageKept = signal<boolean | undefined>(undefined)

let registration: ServiceWorkerRegistration | undefined

const watch = (current: ServiceWorkerRegistration): void => {
  const note = (): void => {
    isWorkerActive.value = navigator.serviceWorker.controller !== null
    // The worker became active while the page was loading, or a forced reload bypassed it.
    if (!isWorkerActive.value) current.active?.postMessage('serve')
    isUpdateReady.value = current.waiting !== null && current.active !== null
  }
  const follow = (): void => {
    current.installing?.addEventListener('statechange', note)
    note()
  }
  current.addEventListener('updatefound', follow)
  navigator.serviceWorker.addEventListener('controllerchange', note)
  navigator.serviceWorker.ready.then(note)
  follow()
}

/** How long to wait for the new worker before the old page opens. */
const TAKE_OVER_MS = 5_000

/** Switches to the waiting version. */
export const update = (): void => {
  const waiting = registration?.waiting
  if (!waiting) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('activate')
}

const register = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker
    .register('/door/sw.js', { scope: '/door/', updateViaCache: 'none' })
    .catch(() => navigator.serviceWorker.getRegistration('/door/'))
    .catch(() => undefined)

const RETRY_MS = 10_000

/**
 * The browser discards a worker if a file fails during installation. Registers it again until one is active.
 */
const keepRegistering = async (): Promise<void> => {
  while (!isWorkerActive.value) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    if (registration?.installing || registration?.active) continue
    registration = await register()
    if (registration !== undefined) watch(registration)
  }
}

/**
 * Registers the service worker. A new version that is waiting at the start is used at once. A later one waits
 * for a button, so that the page never changes in the middle of a queue.
 */
export const install = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  registration = await register()
  if (registration !== undefined && registration.waiting !== null && registration.active !== null) {
    update()
    await new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS))
  }
  if (registration !== undefined) watch(registration)
  keepRegistering()
}

/** Asks the browser to keep the data, but only after a sign-in: some browsers ask the person. */
export const keepStorage = async (): Promise<void> => {
  if (subject.value === undefined) return
  isStorageKept.value = (await navigator.storage?.persist?.().catch(() => false)) ?? false
}
