// From a keystroke to the painted result, on a phone: the door page, a page that has the results ready, and a
// page that asks the service.
import type { Browser } from 'playwright-core'
import { type Changes, type Row, readChanges } from '../../../web/door/core/ticket.ts'
import { beLikePhone, MEASURE_INPUTS, MOBILE_NETWORK, type Opened, openListPage } from './browser.ts'
import { openReady } from './opening.ts'
import type { Service } from './service.ts'

type Size = 20_000 | 100_000

/** The pages take turns so many times, so that changes of the machine affect all of them. */
const ROUNDS = 3
const WORDS_PER_ROUND = 6
const NETWORK_WORDS = 6
const MISSPELT = 20
/** Nobody types faster for long. */
const PAUSE_MS = 50
const LETTERS = 6

const readRows = async ({ api, token }: Service, session: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (let since = ''; ; ) {
    const response = await fetch(
      `${api}/api/v1/sessions/${session}/ticket-changes?pageSize=2000${since && `&since=${encodeURIComponent(since)}`}`,
      { headers: { Authorization: `Bearer ${token}` } },
    )
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    const changes = readChanges(await response.json()) as Changes
    rows.push(...changes.rows)
    if (!changes.more) return rows
    since = changes.next
  }
}

/**
 * What people type, of tickets all over the session: a last name, a first name and a letter, the end of a
 * number.
 */
const chooseWords = (rows: readonly Row[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const row = rows[Math.floor(((index + 0.5) / count) * rows.length)] as Row
    const [first = '', last = ''] = (row[6] ?? row[1]).toLowerCase().split(' ')
    const words = [last || first, `${first.slice(0, LETTERS - 2)} ${last}`, row[1].slice(-LETTERS)]
    return [...(words[index % words.length] as string)].slice(0, LETTERS).join('')
  })

/** Last names with their second letter missing. */
const misspell = (rows: readonly Row[], count: number): string[] => {
  const names = [...new Set(rows.flatMap((row) => row[6]?.split(' ')[1] ?? []))]
  return names
    .filter((name) => /^[a-z]{6,}$/i.test(name))
    .slice(0, count)
    .map((name) => name[0] + name.slice(2))
}

const beginnings = (word: string): string[] =>
  [...word].map((_, index, letters) => letters.slice(0, index + 1).join(''))

/** Types a word letter by letter. Returns the milliseconds of each keystroke. */
const type = async ({ page }: Opened, word: string): Promise<number[]> => {
  const times: number[] = []
  const search = page.getByRole('searchbox')
  await search.focus()
  for (const letter of word) {
    await page.evaluate('stopwatch.begin()')
    await page.keyboard.insertText(letter)
    times.push(await page.evaluate<number>('stopwatch.measured'))
    await page.waitForTimeout(PAUSE_MS)
  }
  await search.fill('')
  await page.waitForTimeout(PAUSE_MS)
  return times
}

const typeAll = async (opened: Opened, words: readonly string[]): Promise<number[]> => {
  await opened.page.bringToFront()
  const times: number[] = []
  for (const word of words) times.push(...(await type(opened, word)))
  return times
}

const openPages = async (browser: Browser, service: Service, size: Size, words: readonly string[]) => {
  const session = service.sessions[size]
  const door = await openReady(browser, service, session)
  await door.context.setOffline(true)
  await door.page.evaluate(`stopwatch.endLookup(); ${MEASURE_INPUTS}`)
  const ready = await openListPage(browser, service)
  const rows = await readRows(service, session)
  await ready.page.evaluate(
    `list.prepare(${JSON.stringify(rows)}, ${JSON.stringify(words.flatMap(beginnings))})`,
  )
  await ready.page.evaluate('stopwatch.endLookup()')
  for (const { cdp } of [door, ready]) await beLikePhone(cdp)
  return { door, ready }
}

export type Keystrokes = { size: Size; door: number[]; ready: number[]; similar: number[]; memory: number }

/** Bytes that the scripts of a page hold, their arrays included. */
const readMemory = async ({ cdp }: Opened): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return usedSize + backingStorageSize
}

/** Both pages find the same, or the comparison would mean nothing. */
const expectSameCount = async (pages: readonly Opened[], word: string): Promise<void> => {
  const counts: (string | null)[] = []
  for (const { page } of pages) {
    await page.bringToFront()
    await page.getByRole('searchbox').fill(word)
    counts.push(await page.getByText(/\d found$/).textContent())
    await page.getByRole('searchbox').fill('')
  }
  if (new Set(counts).size > 1) throw new Error(`"${word}": ${counts.join(', ')}`)
}

export const measureKeystrokes = async (
  browser: Browser,
  service: Service,
  size: Size,
): Promise<Keystrokes> => {
  const rows = await readRows(service, service.sessions[size])
  const words = chooseWords(rows, ROUNDS * WORDS_PER_ROUND)
  const { door, ready } = await openPages(browser, service, size, words)
  const result: Keystrokes = { size, door: [], ready: [], similar: [], memory: 0 }
  for (const word of words.slice(0, 3)) await expectSameCount([door, ready], word)
  for (let round = 0; round < ROUNDS; round += 1) {
    const some = words.slice(round * WORDS_PER_ROUND, (round + 1) * WORDS_PER_ROUND)
    result.door.push(...(await typeAll(door, some)))
    result.ready.push(...(await typeAll(ready, some)))
  }
  result.similar = await ready.page.evaluate(`list.findSimilar(${JSON.stringify(misspell(rows, MISSPELT))})`)
  result.memory = await readMemory(door)
  await door.context.close()
  await ready.context.close()
  return result
}

/** The same in a page that asks the service with each keystroke, on a mobile network. */
export const measureNetworkKeystrokes = async (
  browser: Browser,
  service: Service,
  size: Size,
): Promise<number[]> => {
  const words = chooseWords(await readRows(service, service.sessions[size]), NETWORK_WORDS)
  const list = await openListPage(browser, service)
  await list.page.evaluate(
    `stopwatch.endLookup(); list.useNetwork('${service.sessions[size]}', '${service.token}')`,
  )
  await list.cdp.send('Network.emulateNetworkConditions', MOBILE_NETWORK)
  await beLikePhone(list.cdp)
  const times = await typeAll(list, words)
  await list.context.close()
  return times
}
