// What the screens of a session share: what one has read, the next one does not ask for again.

/** What is no older is there. A write forgets all, so that nobody misses what they did themselves. */
const FRESH_MS = 30_000

/** What the service has answered, and since when it is known, in epoch milliseconds. */
type Kept<Ok> = { ok: Ok; at: number }

const all = new Map<string, Kept<{ body: unknown }>>()

/** Raised when all is forgotten. */
let turn = 0

export const forgetKept = (): void => {
  turn += 1
  all.clear()
}

/** Whether it is a page of a list that has more. */
const isPart = (body: unknown): boolean =>
  typeof (body as { links?: { next?: string | null } }).links?.next === 'string'

/** Begins to read something. The result keeps it by a name, unless all was forgotten since. */
export const startKeeping = (name: string) => {
  const mine = turn
  return (ok: { body: unknown }, at: number): void => {
    if (mine === turn && !isPart(ok.body)) all.set(name, { ok, at })
  }
}

/** What was read under a name, as long as it is fresh. */
export const kept = <Ok>(name: string): Kept<Ok> | undefined => {
  for (const [one, { at }] of all) if (Date.now() - at > FRESH_MS) all.delete(one)
  return all.get(name) as Kept<Ok> | undefined
}
