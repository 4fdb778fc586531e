// One tab of the browser is the active one: the last that was opened, or where "Use it here" was tapped.

/** Names this start of the page. Insecure addresses, where the page opens too, lack `randomUUID`. */
export const OWNER = crypto.getRandomValues(new Uint32Array(4)).join('-')

const LOCK = 'doorlist.active'

const readHolder = async (): Promise<string | undefined> => {
  const { held } = await navigator.locks.query()
  return held?.find(({ name }) => name === LOCK)?.clientId
}

/** This page, as its lock names it. */
let own: string | undefined

/**
 * Makes this tab the active one: it steals the lock. A suspended tab learns that too late, so the database
 * checks its owner, too. Without Web Locks, the database alone decides.
 *
 * @param onStolen called once another tab is the active one
 */
export const takeOver = (onStolen: () => void): Promise<void> =>
  new Promise((resolve) => {
    const hold = async (): Promise<never> => {
      own = await readHolder()
      resolve()
      return new Promise(() => undefined)
    }
    if (navigator.locks === undefined) resolve()
    else navigator.locks.request(LOCK, { steal: true }, hold).catch(onStolen)
  })

/**
 * Whether this tab still has the lock, asked at the browser, even if nobody has told the tab otherwise yet.
 */
export const isActive = async (): Promise<boolean> => own === undefined || (await readHolder()) === own
