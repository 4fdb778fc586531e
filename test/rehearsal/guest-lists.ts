// The three guest lists of a night: two are filled in time, and the third by two people at once until it
// closes.
import type { Schemas } from '../../web/shared/schemas.ts'

type Post = <Body>(path: string, body: unknown) => Promise<Body>
type Send = (method: string, path: string, body?: unknown) => Promise<string>

const HOUR_MS = 3_600_000
/** Of each of the two people, before the list is closed under them. */
const ENTRIES_IN_TIME = 5
const LISTS = { dj: 'DJ Tom', promoter: 'Promoter Ida', bar: 'Bar' } as const

const namesOf = (list: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `Lister ${list} ${String.fromCharCode(65 + (from + n))}`)

/** Returns the names that those with the links were told are on the lists. */
export const fillGuestLists = async (post: Post, send: Send, session: string): Promise<string[]> => {
  const open = async (name: string) => {
    const list = await post<Schemas['GuestList']>(`/api/organizer/v1/sessions/${session}/guest-lists`, {
      ...{ name, quota: 30, closesAt: new Date(Date.now() + HOUR_MS) },
    })
    return { id: list.id, code: String(list.link).split('#')[1] as string }
  }
  const add = (code: string, names: readonly string[]) =>
    post<Schemas['ListView']>('/api/v1/lists/entries', {
      code,
      entries: names.map((name) => ({ id: crypto.randomUUID(), name })),
    })
  const [dj, promoter, bar] = [await open(LISTS.dj), await open(LISTS.promoter), await open(LISTS.bar)]
  const early = [...namesOf('DJ', 0, 8), ...namesOf('Promoter', 0, 4)]
  await add(dj.code, early.slice(0, 8))
  await add(promoter.code, early.slice(8))
  const late: string[] = []
  /** Adds one name after the other until the list is closed. */
  const fill = async (who: string, onEach: (count: number) => void): Promise<void> => {
    for (let count = 0; count < 15; count += 1) {
      const [name] = namesOf(who, count, 1) as [string]
      try {
        await add(bar.code, [name])
      } catch (error) {
        if (!String(error).includes('list_closed')) throw error
        return
      }
      late.push(name)
      onEach(count + 1)
    }
  }
  let waiting = 2
  const isTime = Promise.withResolvers<void>()
  const onEach = (count: number): void => {
    if (count === ENTRIES_IN_TIME) waiting -= 1
    if (waiting === 0) isTime.resolve()
  }
  const writers = [fill('Bar One', onEach), fill('Bar Two', onEach)]
  await isTime.promise
  await send('PATCH', `/api/organizer/v1/guest-lists/${bar.id}`, { closesAt: new Date(Date.now() - 1) })
  await Promise.all(writers)
  const { list, entries } = await post<Schemas['ListView']>('/api/v1/lists/inspect', { code: bar.code })
  const listed = entries.map(({ name }) => name)
  if (list.isOpen || list.used !== late.length || late.some((name) => !listed.includes(name)))
    throw new Error(`The list has ${listed.join()} instead of ${late.join()}.`)
  return [...early, ...late]
}
