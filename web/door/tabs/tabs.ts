// The open tabs of the door page, and how they tell each other about changes.

const PREFIX = 'doorlist.tab.'

/**
 * The id of this tab until it is reloaded. Insecure addresses, where the page opens too, lack `randomUUID`.
 */
export const TAB = crypto.getRandomValues(new Uint32Array(4)).join('-')

const channel = new BroadcastChannel('doorlist.check-ins')

/** Tells the other tabs that the disk has changed. */
export const announceChange = (): void => channel.postMessage(null)

/** Calls `listener` when another tab has changed the disk. */
export const onChange = (listener: () => void): void => {
  channel.onmessage = listener
}

/** Holds a lock as long as the tab lives. The browser releases it when the tab ends, even by a crash. */
export const holdTabLock = (): void => {
  navigator.locks.request(`${PREFIX}${TAB}`, () => new Promise(() => undefined)).catch(() => undefined)
}

/** The ids of the open tabs, including suspended ones. */
export const listOpenTabs = async (): Promise<ReadonlySet<string>> => {
  const { held = [] } = await navigator.locks.query()
  const names = held.flatMap(({ name }) => name ?? []).filter((name) => name.startsWith(PREFIX))
  return new Set([TAB, ...names.map((name) => name.slice(PREFIX.length))])
}
