// Which door pages are open in this browser. Each holds a lock for as long as it lives, and a crash releases it.

const PREFIX = 'doorlist.page.'

/** This page, until it is loaded again. */
export const PAGE_ID = crypto.randomUUID()

// The browser releases it when the page ends.
navigator.locks?.request(`${PREFIX}${PAGE_ID}`, () => new Promise(() => undefined)).catch(() => undefined)

/** The ids of the pages that are open. A page that the phone has suspended is one of them. */
export const listOpenPages = async (): Promise<ReadonlySet<string>> => {
  const { held = [] } = await navigator.locks.query()
  const names = held.flatMap(({ name }) => name ?? []).filter((name) => name.startsWith(PREFIX))
  return new Set([PAGE_ID, ...names.map((name) => name.slice(PREFIX.length))])
}
