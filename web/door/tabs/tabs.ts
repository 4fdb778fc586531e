// The tabs of this browser that have the door page open, and how they tell each other of changes.

const PREFIX = 'doorlist.tab.'

/** This tab, until it is loaded again. (`randomUUID` is absent at addresses that are not secure, where the page says so.) */
export const TAB = crypto.getRandomValues(new Uint32Array(4)).join('-')

const channel = new BroadcastChannel('doorlist.check-ins')

/** Tells the other tabs that the disk has changed. */
export const announceChange = (): void => channel.postMessage(null)

/** Calls `listener` when another tab has changed the disk. */
export const onChange = (listener: () => void): void => {
  channel.onmessage = listener
}

/** Holds a lock for as long as the tab lives. The browser releases it when the tab ends, also by a crash. */
export const holdTabLock = (): void => {
  navigator.locks.request(`${PREFIX}${TAB}`, () => new Promise(() => undefined)).catch(() => undefined)
}

/** The ids of the tabs that are open. One that the phone has suspended is among them. */
export const listOpenTabs = async (): Promise<ReadonlySet<string>> => {
  const { held = [] } = await navigator.locks.query()
  const names = held.flatMap(({ name }) => name ?? []).filter((name) => name.startsWith(PREFIX))
  return new Set([TAB, ...names.map((name) => name.slice(PREFIX.length))])
}
