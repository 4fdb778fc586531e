// The guest lists of a rehearsed night. People without accounts fill them by their links, and note whom the
// page took. Two of them fill the same list at the same time until it closes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expectGone, expectText } from '../support/node/door.ts'
import type { Api, Row } from './collect.ts'
import type { ListSource } from './compare.ts'

const PAUSE_MS = 100
/** How long those who fill the list know that it closes. */
const LAST_MINUTE_MS = 1_500

type Guest = { name: string; friends: number }

/** Who is on a list, and with how many friends. */
type Taken = Map<string, number>

export type FilledList = { id: string; name: string; quota: number; code: string; told: string[] }

type Created = { id: string; name: string; quota: number; link: string | null }

/** The quota of the first is less than two people want. */
const LISTS = [
  { name: 'DJ Tom', quota: 9 },
  { name: 'Promoter Ida', quota: 20 },
  { name: 'Bar', quota: 4 },
]

const HOUR_MS = 3_600_000

/** Names that nobody in the file has. A search for one finds no other. */
const guestsOf = (first: string, count: number): Guest[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `${first} R${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`,
    friends: n % 3 === 1 ? 1 : 0,
  }))

const lineOf = ({ name, friends }: Guest): string => (friends === 0 ? name : `${name} +${friends}`)

/** The names on the tickets of a list. */
const toNames = (taken: Taken): string[] =>
  [...taken].flatMap(([name, friends]) => [
    name,
    ...Array.from({ length: friends }, (_, index) => `${name} +${index + 1}`),
  ])

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

const isThere = async (locator: Locator): Promise<boolean> => (await locator.count()) > 0

/** Writes guests and taps **Add**. Returns whether the page took them. */
const addGuests = async (page: Page, guests: readonly Guest[], taken: Taken): Promise<boolean> => {
  await page.getByRole('textbox', { name: 'Names' }).fill(guests.map(lineOf).join('\n'))
  const persons = guests.reduce((sum, { friends }) => sum + 1 + friends, 0)
  const add = button(page, `Add ${persons}`)
  await add.waitFor()
  if (await add.isDisabled()) return false
  await add.click()
  // It says what became of them.
  await page.locator('.notice').first().waitFor()
  if (!(await isThere(page.getByText(/persons? added\./)))) return false
  for (const { name, friends } of guests) taken.set(name, friends)
  return true
}

const removeGuest = async (page: Page, name: string, taken: Taken): Promise<void> => {
  const change = button(page, `Change: ${name}`)
  await change.click()
  await button(page, 'Remove').click()
  await button(page, /^Remove .*\?$/).click()
  await expectGone(button(page, /^Remove/))
  if (!(await isThere(change))) taken.delete(name)
}

/** The entries that a page shows. */
const readEntries = async (page: Page): Promise<string[]> =>
  (await page.locator('.entry > span').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())

/**
 * Adds guests one after the other, and makes place for the next one by removing the last, until the page says
 * that the list is closed.
 */
const fillUntilClosed = async (page: Page, guests: Guest[], onFull: () => void): Promise<Taken> => {
  const taken: Taken = new Map()
  let isClosed = false
  const closed = page.getByText('This list is closed.')
  const ending = closed.waitFor({ timeout: 0 }).then(
    () => {
      isClosed = true
    },
    () => undefined,
  )
  let tried: Guest | undefined
  let removed: Guest | undefined
  const turn = async (): Promise<void> => {
    tried ??= guests.shift()
    if (tried === undefined) return
    if (await addGuests(page, [tried], taken)) {
      tried = undefined
      return
    }
    if (isClosed) return
    onFull()
    const [name, friends] = [...taken].at(-1) ?? []
    // Another one has all the places: look again.
    if (name === undefined || friends === undefined) {
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
      return
    }
    removed = { name, friends }
    await removeGuest(page, name, taken)
  }
  while (!isClosed) {
    await Promise.race([ending, turn().catch(() => undefined)])
    await sleep(PAUSE_MS)
  }
  // What was under way when the list closed: the page shows what became of it. A turn may still be running.
  const told: Taken = new Map(taken)
  const [name = '', friends = 0] = [...taken].at(-1) ?? []
  const open = [tried, removed, { name, friends }].filter((guest) => guest !== undefined)
  await page.reload()
  await closed.waitFor()
  const shown = new Set(await readEntries(page))
  for (const guest of open) {
    if (shown.has(lineOf(guest))) told.set(guest.name, guest.friends)
    else told.delete(guest.name)
  }
  return told
}

/** Makes the lists of a session. They stay open until somebody closes them. */
export const makeLists = async (api: Api, session: string): Promise<Created[]> => {
  const made: Created[] = []
  for (const list of LISTS) {
    const closesAt = new Date(Date.now() + HOUR_MS)
    made.push(
      JSON.parse(
        await api('POST', `/api/organizer/v1/sessions/${session}/guest-lists`, { ...list, closesAt }),
      ),
    )
  }
  return made
}

const codeOf = (link: string | null): string => link?.split('#')[1] ?? ''

/**
 * Two people fill the first list at once until a manager closes it, while one of them has filled the others
 * before.
 */
export const fillLists = async (
  api: Api,
  made: readonly Created[],
  [first, second]: readonly [Page, Page],
): Promise<FilledList[]> => {
  const filled = (list: Created, ...taken: Taken[]): FilledList => ({
    ...{ id: list.id, name: list.name, quota: list.quota, code: codeOf(list.link) },
    told: taken.flatMap(toNames),
  })
  const open = async (page: Page, { link, name }: Created): Promise<void> => {
    await page.goto(link ?? '')
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  const [shared, ...others] = made as [Created, ...Created[]]
  const done: FilledList[] = []
  for (const [index, list] of others.entries()) {
    const taken: Taken = new Map()
    await open(first, list)
    const guests = guestsOf(['Nora', 'Otto'][index] as string, list.quota / 2)
    if (!(await addGuests(first, guests, taken))) throw new Error(`${list.name} takes nobody.`)
    // One comes with somebody more.
    const [{ name, friends }] = guests as [Guest]
    await button(first, `Change: ${name}`).click()
    await first.getByLabel('Friends').selectOption(String(friends + 1))
    await button(first, 'Save').click()
    await expectText(first.locator('.entry'), `${name} +${friends + 1}`)
    taken.set(name, friends + 1)
    done.push(filled(list, taken))
  }
  await Promise.all([open(first, shared), open(second, shared)])
  let isFull = (): void => undefined
  const full = new Promise<void>((resolve) => {
    isFull = resolve
  })
  const [mine, yours] = await Promise.all([
    fillUntilClosed(first, guestsOf('Lena', 200), () => isFull()),
    fillUntilClosed(second, guestsOf('Milo', 200), () => isFull()),
    full.then(() =>
      api('PATCH', `/api/organizer/v1/guest-lists/${shared.id}`, {
        closesAt: new Date(Date.now() + LAST_MINUTE_MS),
      }),
    ),
  ])
  const [one, other] = [await readEntries(first), await readEntries(second)]
  if (one.join() !== other.join()) throw new Error(`Two phones show ${one.join()} and ${other.join()}.`)
  return [filled(shared, mine, yours), ...done]
}

/** After a restore no list has a link, and the links before are unknown. Makes new ones. */
export const renewLinks = async (api: Api, home: string, lists: readonly FilledList[]): Promise<void> => {
  for (const list of lists) {
    const path = `/api/organizer/v1/guest-lists/${list.id}`
    const { link }: Created = JSON.parse(await api('GET', path))
    if (link !== null) throw new Error(`${list.name} has a link after the restore.`)
    const body = JSON.stringify({ code: list.code })
    const headers = { 'Content-Type': 'application/json' }
    const { status } = await fetch(`${home}/api/v1/lists/inspect`, { method: 'POST', headers, body })
    if (status !== 404) throw new Error(`The link of ${list.name} before the restore gives ${status}.`)
    list.code = codeOf((JSON.parse(await api('POST', `${path}/new-link`, {})) as Created).link)
  }
}

/** What a phone says of a list: how many of it are in, and how many are on it. */
export const readListsAtDoor = async (
  page: Page,
  lists: readonly FilledList[],
): Promise<Map<string, ListSource['door']>> => {
  const search = page.getByRole('searchbox', { name: 'Search tickets' })
  const found = new Map<string, ListSource['door']>()
  for (const { name } of lists) {
    await search.fill(name)
    const row = page.getByRole('button', { name: new RegExp(`List of .*${name}`) })
    const [came = 0, persons = 0] = ((await row.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
    found.set(name, { persons, came })
  }
  await search.fill('')
  return found
}

/**
 * The closing figures of each list. The console shows none while its copy of the tickets is not that of the
 * service.
 *
 * @param page of the console, with the closing figures of the session
 */
export const readFigures = async (
  page: Page,
  lists: readonly FilledList[],
): Promise<Map<string, ListSource['figures']>> => {
  const table = page.getByRole('table', { name: 'By guest list' })
  await table.waitFor()
  const found = new Map<string, ListSource['figures']>()
  for (const { name } of lists) {
    const row = table.getByRole('row').filter({ hasText: name })
    const [came = 0, noShows = 0] = (await row.getByRole('cell').allTextContents()).map(Number)
    found.set(name, { persons: came + noShows, came })
  }
  return found
}

const NONE = { persons: 0, came: 0 }

/** What the service, the link and the download say of each list, and what a phone and the console said. */
export const readLists = async (
  api: Api,
  rows: readonly Row[],
  lists: readonly FilledList[],
  said: Record<'door' | 'figures', ReadonlyMap<string, typeof NONE>>,
): Promise<ListSource[]> => {
  return Promise.all(
    lists.map(async ({ id, name, quota, code, told }): Promise<ListSource> => {
      const { persons, arrived } = JSON.parse(await api('GET', `/api/organizer/v1/guest-lists/${id}`))
      const { list, entries } = JSON.parse(await api('POST', '/api/v1/lists/inspect', { code }))
      return {
        ...{ name, quota, told },
        tickets: rows
          .filter((row) => row.list === name && ['Valid', 'CheckedIn'].includes(row.status))
          .map(({ ticketNumber: number, attendeeName }) => ({ number, name: attendeeName })),
        service: { persons, came: arrived },
        link: {
          persons: list.used,
          came: (entries as { arrived: number }[]).reduce((sum, entry) => sum + entry.arrived, 0),
        },
        door: said.door.get(name) ?? NONE,
        figures: said.figures.get(name) ?? NONE,
      }
    }),
  )
}
