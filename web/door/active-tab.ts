// One tab of the browser is the active one: the last that was opened, or where "Use it here" was tapped.

/** Names this start of the page. Insecure addresses, where the page opens too, lack `randomUUID`. */
export const OWNER = crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Makes this tab the active one: it steals the lock. A suspended tab learns that too late, so the database
 * checks its owner, too. Without Web Locks, the database alone decides.
 *
 * @param onStolen called once another tab is the active one
 */
export const takeOver = (onStolen: () => void): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.locks === undefined) resolve()
    else
      navigator.locks
        .request('doorlist.active', { steal: true }, () => {
          resolve()
          return new Promise(() => undefined)
        })
        .catch(onStolen)
  })
