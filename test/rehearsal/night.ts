// Plays a night at the doors from an empty database: the setup, guest lists that are filled until one closes,
// phones that lose the network by turns, one that is removed, a restart and a restore. What happens is
// decided by a seed; what staff see is noted.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { exportCommand } from '../../scripts/export.ts'
import { restoreCommand } from '../../scripts/restore.ts'
import { makeState, removeState } from '../support/node/dev.ts'
import {
  addressOf,
  asDoor,
  type Door,
  expectGone,
  expectPainted,
  expectText,
  readWaiting,
} from '../support/node/door.ts'
import { type LocalService, SETUP_CODE } from '../support/node/local-service.ts'
import { copyState, start } from '../support/node/own-service.ts'
import { openProfile } from '../support/node/page.ts'
import { run } from '../support/node/run-command.ts'
import { connect } from '../support/node/service.ts'
import { openWithPasskeys } from '../web/sign-in/passkeys.ts'
import { type Api, collect, type Row, readDownload, readRecords, toTickets } from './collect.ts'
import {
  isIn,
  isLive,
  type Recorded,
  type Seen,
  type Sources,
  showsInside,
  stands,
  type Tickets,
} from './compare.ts'
import { fillLists, makeLists, readFigures, readLists, readListsAtDoor, renewLinks } from './lists.ts'

export type Size = {
  guests: number
  phones: number
  /** What each phone does between two events of the night. */
  steps: number
  /** Which phones are offline in each turn. The last one is removed while it is offline. */
  turns: readonly (readonly number[])[]
}

export const SHORT: Size = { guests: 150, phones: 4, steps: 4, turns: [[0, 1], [1]] }
export const LONG: Size = {
  guests: 2_000,
  phones: 8,
  steps: 20,
  turns: [
    [0, 1],
    [2, 3],
  ],
}

/** Far longer than anything takes: a busy machine must not fail a test. */
const PATIENCE_MS = 100_000
const PAUSE_MS = 250
/** A code that a phone reads again within this time is not asked about. */
const REPEAT_MS = 3_200
const MINUTE_MS = 60_000

/** Waits until something is so. Throws `message` if it takes too long. */
const waitUntil = async (message: string, isDone: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + PATIENCE_MS
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(message)
    await sleep(PAUSE_MS)
  }
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const FIRST_NAMES = ['Ana', 'Björn', 'Chloé', 'Dmitri', 'Ewa', 'Fatima', 'Giulia', 'Håkon', 'İlker', 'Jun']
const LAST_NAMES = ["O'Neill", 'García', 'Łukasz', 'Müller', 'Nguyễn', 'Smith & Sons', 'van den Berg']

/** The guests as a ticket office exports them: some with printed codes, notes, or a ticket that is void. */
const guestFile = (count: number): string =>
  [
    'ticketNumber,attendeeName,attendeeEmail,ticketTypeName,code,note,flag,status',
    ...Array.from({ length: count }, (_, n) => {
      const name = `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]}`
      return [
        `G-${String(n).padStart(5, '0')}`,
        name,
        `guest${n}@example.com`,
        n % 5 === 0 ? 'VIP' : 'Standing',
        n % 4 === 0 ? `printed-${(n * 7_919).toString(36)}-${n}` : '',
        ...(n % 10 === 3
          ? ['Check the age', 'Stop']
          : n % 10 === 6
            ? ['Gets a wristband', 'Info']
            : ['', '']),
        n % 25 === 24 ? 'Voided' : 'Valid',
      ].join(',')
    }),
  ].join('\n')

/** A name that no guest has, so that a search finds nobody. */
const walkInName = (n: number): string =>
  `Zoë Q${[676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(n / unit) % 26))).join('')}`

/** `areaId`: where the phone is; null for the entrance. `scannedAt`: when it last read a code. */
export type Gate = {
  name: string
  id: string
  areaId: string | null
  door: Door
  isOffline: boolean
  scannedAt: Map<string, number>
}

/** Which phone was without a network when, and what happened. */
type Story = {
  from: number
  to: number
  offline: { phone: string; from: number; to: number }[]
  removed: { phone: string; from: number; to: number }
  events: { at: number; to?: number; label: string }[]
}

type Step =
  | { do: 'scan' | 'tap' | 'undo' | 'leave'; row: Row }
  | { do: 'count' }
  | { do: 'walk-in'; name: string }
  | { do: 'unknown'; code: string }

/** What a phone is asked to do, one after the other, again and again. */
const DUTIES = [
  ...['scan', 'tap', 'scan', 'walk-in', 'scan', 'stop', 'scan', 'again', 'scan', 'undo'],
  ...['scan', 'unknown', 'scan', 'scan', 'void'],
] as const

/** At the smoking door guests go and come, and now and then somebody without a ticket. */
const SMOKING_DOOR = 'Smoking door'
const SMOKING_DUTIES = ['leave', 'leave', 'return', 'count', 'leave', 'return', 'scan', 'leave'] as const

/** Most who come to the bar were let in elsewhere. */
const BAR = 'Bar'
const BAR_DUTIES = ['again', 'scan', 'again', 'again', 'undo', 'again', 'tap'] as const

/** Deals the guests out to the phones. */
const makePlan = (rows: readonly Row[], random: () => number) => {
  const shuffled = rows
    .map((row) => ({ row, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row)
  const rest = {
    plain: shuffled.filter(({ status, flag }) => status === 'Valid' && flag !== 'Stop'),
    stop: shuffled.filter(({ status, flag }) => status === 'Valid' && flag === 'Stop'),
    void: shuffled.filter(({ status }) => status === 'Voided'),
  }
  /** Whose tickets were shown, and how many of them before this part of the night. */
  const shown: Row[] = []
  let before = 0
  let [walkIns, unknown] = [0, 0]
  /** How many duties each place has had. */
  const done = new Map<string, number>()
  /** Who went out by the smoking door, and has not come back by it. */
  const gone: Row[] = []
  const take = (from: Row[]): Row => {
    const row = from.shift()
    if (row === undefined) throw new Error('There are too few guests for this night.')
    shown.push(row)
    return row
  }
  const next = (place: string): Step => {
    const duties = done.get(place) ?? 0
    done.set(place, duties + 1)
    const list = place === SMOKING_DOOR ? SMOKING_DUTIES : place === BAR ? BAR_DUTIES : DUTIES
    const duty = list[duties % list.length] as string
    if (duty === 'walk-in') return { do: 'walk-in', name: walkInName(walkIns++) }
    if (duty === 'unknown') return { do: 'unknown', code: `nobody-${unknown++}` }
    if (duty === 'void') return { do: 'scan', row: rest.void[duties % rest.void.length] as Row }
    if (duty === 'stop') return { do: 'scan', row: take(rest.stop) }
    if (duty === 'count') return { do: 'count' }
    const back = duty === 'return' ? gone.shift() : undefined
    if (back !== undefined) return { do: 'scan', row: back }
    const earlier = shown[Math.floor(random() * before)]
    if (duty === 'leave' && earlier !== undefined) {
      gone.push(earlier)
      return { do: 'leave', row: earlier }
    }
    if (duty === 'again' && before > 0 && earlier !== undefined) return { do: 'scan', row: earlier }
    return { do: duty === 'tap' || duty === 'undo' ? duty : 'scan', row: take(rest.plain) }
  }
  /** The steps of each phone. A guest shows the same ticket to all of `twice`. */
  const planAct = (
    phones: readonly string[],
    steps: number,
    twice: readonly string[] = [],
  ): Map<string, Step[]> => {
    before = shown.length
    const placeOf = (phone: string) => (phone === SMOKING_DOOR || phone === BAR ? phone : '')
    const plan = new Map(
      phones.map((phone) => [phone, Array.from({ length: steps }, () => next(placeOf(phone)))]),
    )
    if (twice.length > 0) {
      for (let turn = 0; turn < steps; turn += 4) {
        const row = take(rest.plain)
        for (const phone of twice)
          plan.get(phone)?.splice(Math.floor(random() * steps), 0, { do: 'scan', row })
      }
    }
    return plan
  }
  /** Lets more guests come, next. */
  return { planAct, expect: (more: readonly Row[]) => rest.plain.unshift(...more) }
}

/** Starts the service with its own sign-in, and the browser of an owner who sets it up. */
const openService = async () => {
  let state = await copyState('empty')
  const states = [state]
  let running: LocalService = await start(state, { isOwn: true })
  const { api } = running
  const home = api.replace('127.0.0.1', 'localhost')
  const owner = await openWithPasskeys(`${home}/setup#setup/${SETUP_CODE}`)
  const { page } = owner
  page.setDefaultTimeout(PATIENCE_MS)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const readTokens = () =>
    page.evaluate<{ accessToken: string; expiresAt: number } | null>(
      `JSON.parse(localStorage.getItem('doorlist.tokens'))`,
    )
  /** Waits for another token than this one. */
  const awaitToken = async (old: string | undefined): Promise<string> => {
    let token: string | undefined
    await waitUntil('The console has no new token.', async () => {
      token = (await readTokens())?.accessToken
      return token !== undefined && token !== old
    })
    return token as string
  }
  /** A token of the owner. The console renews it. */
  const readToken = async (): Promise<string> => {
    const tokens = await readTokens()
    if (tokens !== null && tokens.expiresAt > Date.now() + MINUTE_MS) return tokens.accessToken
    await page.reload()
    return awaitToken(tokens?.accessToken)
  }

  const send: Api = async (method, path, body) => {
    const response = await fetch(api + path, {
      method,
      headers: { Authorization: `Bearer ${await readToken()}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }

  return {
    api,
    home,
    page,
    button,
    send,
    post: async <Body>(path: string, body: unknown): Promise<Body> =>
      JSON.parse(await send('POST', path, body)),
    sql: <Result>(...statements: string[]) => connect(api, running.issuer, state).sql<Result>(...statements),
    stop: () => running.stop(),
    start: async (): Promise<void> => {
      running = await start(state, { isOwn: true, port: Number(new URL(api).port) })
    },
    signInAgain: async (): Promise<void> => {
      const before = await readTokens()
      await page.goto(`${home}/organizer/#/`)
      await page.reload()
      // The notice above the screen has one, and so has the error in it.
      await button('Sign in with a passkey').first().click()
      await awaitToken(before?.accessToken)
    },
    /** The state folder of the service, and another one that takes its place. */
    state: () => state,
    useNewState: async (): Promise<string> => {
      state = await makeState()
      states.push(state)
      return state
    },
    close: async (): Promise<void> => {
      await owner.context.close()
      await running.stop()
      await Promise.all(states.map(removeState))
    },
  }
}

type OpenService = Awaited<ReturnType<typeof openService>>

/** Sets up an organizer, an event with walk-ins, a session, and the guests of a file. */
const setUp = async ({ page, home, button, post, send }: OpenService, guests: number) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Organizer').fill('New Nights')
  await field('Your name').fill('Ana García')
  await button('Create passkey').click()
  await page.getByRole('list', { name: 'Getting started' }).waitFor()
  const { data } = JSON.parse(await send('GET', '/api/organizer/v1/organizers')) as { data: { id: string }[] }
  const organizer = data[0]?.id as string
  const [event, session] = [crypto.randomUUID(), crypto.randomUUID()]
  await post('/api/organizer/v1/events', {
    ...{ id: event, organizerId: organizer, name: 'Summer Night', walkIns: true },
  })
  await post(`/api/organizer/v1/events/${event}/sessions`, {
    sessions: [{ id: session, startsAt: new Date(), capacity: guests }],
  })
  await page.goto(`${home}/organizer/#/events/${event}/sessions/${session}/guests`)
  await button('Add guests').click()
  await button('A file').click()
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(guestFile(guests)) })
  await button('Apply').click()
  await page.getByText(`${guests.toLocaleString('en')} guests added`).waitFor()
  const lists = await makeLists(send, session)
  // A club: guests may come back after an exit, and one area is counted by itself.
  const bar = crypto.randomUUID()
  await post(`/api/organizer/v1/events/${event}/areas`, { id: bar, name: BAR, capacity: guests })
  const types = `/api/organizer/v1/events/${event}/ticket-types`
  for (const { id } of JSON.parse(await send('GET', types)).data)
    await send('PATCH', `/api/organizer/v1/ticket-types/${id}`, { entries: 'AfterExit' })
  return { organizer, event, session, bar, lists }
}

/** Waits until `isDone`, and wakes the page meanwhile. */
const wakeUntil = (gate: Gate, isDone: () => Promise<boolean>): Promise<void> =>
  waitUntil(`${gate.name} is not done.`, async () => {
    if (await isDone()) return true
    await gate.door.wake()
    return false
  })

const isUpToDate = async ({ door }: Gate): Promise<boolean> =>
  (await door.connection.count()) === 1 && (await door.connection.textContent()) === 'Up to date'

/** Waits until a phone has sent everything. */
const finishSending = (gate: Gate): Promise<void> => wakeUntil(gate, () => isUpToDate(gate))

/**
 * Waits until the service twice has nothing new for a phone: the first response may have been under way
 * before.
 */
const finishLoading = async (gate: Gate): Promise<void> => {
  let unchanged = 0
  while (unchanged < 2) {
    const [response] = await Promise.all([
      gate.door.page.waitForResponse('**/ticket-changes**'),
      gate.door.wake(),
    ])
    unchanged = response.status() === 304 ? unchanged + 1 : 0
    await sleep(PAUSE_MS)
  }
  await finishSending(gate)
}

const VERDICTS = [
  [/^Checked in/, 'in'],
  [/^Back/, 'back'],
  [/^(Left|Not scanned in)/, 'out'],
  [/^Already checked in/, 'already'],
  [/^(Not valid|Unknown ticket)/, 'refused'],
] as const

const readVerdict = async ({ door, name }: Gate): Promise<Seen['verdict']> => {
  const text = (await door.alert.textContent()) ?? ''
  const found = VERDICTS.find(([words]) => words.test(text))
  if (found === undefined) throw new Error(`${name} says: ${text}`)
  return found[1]
}

const readHeader = async ({ name, areaId, door }: Gate): Promise<Sources['headers'][number]> => {
  const text = await door.page.locator('.place .inside b').textContent()
  return { name, areaId, people: Number(text?.replace(/\D/g, '')) }
}

/** What staff do with a phone, and what they see. */
const playStep = async (gate: Gate, step: Step): Promise<Seen> => {
  const { door } = gate
  const note = door.page.getByRole('region', { name: 'Note' })
  const expectCard = async (text: string): Promise<void> => {
    const card = door.alert.filter({ hasText: text })
    const held = note.filter({ hasText: text })
    await card.or(held).first().waitFor()
    if ((await held.count()) > 0) {
      await held.getByRole('button', { name: 'Let in', exact: true }).click()
      await card.waitFor()
    }
    await expectPainted(door.page)
  }
  const seen = { phone: gate.name, areaId: gate.areaId, isUndone: false, isTaken: false }
  const direct = (name: 'In' | 'Out') => door.page.getByRole('radio', { name, exact: true }).check()
  const scan = async (code: string): Promise<void> => {
    await sleep(Math.max(0, (gate.scannedAt.get(code) ?? 0) + REPEAT_MS - Date.now()))
    await door.enter(code)
    gate.scannedAt.set(code, Date.now())
  }
  if (step.do === 'count') {
    await door.page.locator('.place .inside').click()
    await door.button('One more').click()
    await door.dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(door.dialog)
    return { ...seen, at: Date.now(), how: 'count', number: null, name: '', verdict: 'in' }
  }
  if (step.do === 'unknown') {
    await scan(step.code)
    await expectText(door.alert, 'Unknown ticket')
    const verdict = await readVerdict(gate)
    return { ...seen, at: Date.now(), how: 'scan', number: null, name: step.code, verdict }
  }
  if (step.do === 'walk-in') {
    await door.search.fill(step.name)
    await door.button(`Add “${step.name}” as walk-in`).click()
    await door.button('Add and check in').click()
    await expectCard(step.name)
    const number = (await door.alert.locator('.number').textContent()) ?? ''
    const verdict = await readVerdict(gate)
    return { ...seen, at: Date.now(), how: 'walk-in', number, name: step.name, verdict }
  }
  const { ticketNumber: number, attendeeName: name, code } = step.row
  if (step.do === 'tap') {
    await door.choose({ number })
    await door.dialog.getByRole('button', { name: 'Check in', exact: true }).click()
  } else {
    if (step.do === 'leave') await direct('Out')
    await scan(code)
  }
  await expectCard(number)
  const at = Date.now()
  const verdict = await readVerdict(gate)
  if (step.do === 'leave') await direct('In')
  const isUndone = step.do === 'undo' && verdict === 'in'
  if (isUndone) {
    await door.alert.getByRole('button', { name: 'Undo' }).click()
    await expectText(door.page.getByRole('main'), 'Check-in undone')
  }
  return { ...seen, at, how: step.do === 'tap' ? 'tap' : 'scan', number, name, verdict, isUndone }
}

export const playNight = async (size: Size, seed: number) => {
  const random = randomFrom(seed)
  const service = await openService()
  const { send, post } = service
  const closings: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const work of closings) await work()
    await service.close()
  }

  const play = async () => {
    const { organizer, event, session, bar, lists: made } = await setUp(service, size.guests)
    const rows = await readDownload(send, session)
    const plan = makePlan(rows, random)
    const { planAct } = plan
    const seen: Seen[] = []
    const removed = { phone: '', from: 0, to: 0 }
    const story: Story = { from: 0, to: 0, offline: [], removed, events: [] }

    const devices = `/api/organizer/v1/organizers/${organizer}/devices`
    const addPhone = (name: string) => post<{ id: string; connect: { url: string } }>(devices, { name })
    const openSession = async ({ page: door }: { page: Page }): Promise<void> => {
      await door.goto(`${service.api}${addressOf(session)}`)
      await door.getByText('Ready offline').waitFor()
    }
    const connectBy = async (door: Door, url: string): Promise<void> => {
      await door.page.goto(url)
      const dialog = door.page.getByRole('dialog', { name: 'Connect this phone' })
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      await door.page.getByRole('heading', { name: 'Sessions' }).waitFor()
      await expectGone(dialog)
      await openSession(door)
    }
    const gates: Gate[] = []
    const openPhone = async (): Promise<Door> => {
      const { context, page, problems } = await openProfile()
      closings.push(() => context.close())
      context.setDefaultTimeout(PATIENCE_MS)
      return asDoor(page, problems)
    }
    for (let n = 0; n < size.phones; n += 1) {
      const isLast = n === size.phones - 1
      const name = n === 0 ? SMOKING_DOOR : isLast ? BAR : `Gate ${String.fromCharCode(65 + n)}`
      const { id, connect: link } = await addPhone(name)
      const door = await openPhone()
      await connectBy(door, link.url)
      if (isLast) await door.page.getByRole('combobox', { name: 'Area' }).selectOption(BAR)
      gates.push({ name, id, areaId: isLast ? bar : null, door, isOffline: false, scannedAt: new Map() })
    }
    const gate = (n: number): Gate => gates[n] as Gate
    const names = (some: readonly Gate[]): string[] => some.map(({ name }) => name)
    const online = (some: readonly Gate[]): Gate[] => some.filter(({ isOffline }) => !isOffline)
    const setOffline = async (one: Gate, isOffline: boolean): Promise<void> => {
      one.isOffline = isOffline
      await one.door.context.setOffline(isOffline)
      if (isOffline) {
        story.offline.push({ phone: one.name, from: Date.now(), to: 0 })
        await expectText(one.door.connection, /^Offline/)
      } else {
        const last = story.offline.findLast(({ phone }) => phone === one.name)
        if (last !== undefined) last.to = Date.now()
      }
    }
    let stepsDone = 0
    /** Each phone plays its steps, all phones at the same time. */
    const act = (some: readonly Gate[], plan: ReadonlyMap<string, readonly Step[]>) =>
      Promise.all(
        some.map(async (one) => {
          for (const step of plan.get(one.name) ?? []) {
            seen.push(await playStep(one, step))
            stepsDone += 1
          }
        }),
      )
    const rest = (some: readonly Gate[]) => Promise.all(online(some).map(finishSending))
    const note = (label: string, at = Date.now(), to?: number) =>
      story.events.push({ at, label, ...(to === undefined ? {} : { to }) })

    story.from = Date.now()
    const fillers = [await openPhone(), await openPhone()] as const
    const [lists] = await Promise.all([
      fillLists(send, made, [fillers[0].page, fillers[1].page]),
      act(gates, planAct(names(gates), size.steps)),
    ])
    note('Guest list closed')
    const listed = (await readDownload(send, session)).filter(({ list }) => list !== '')
    rows.push(...listed)
    const guests: Tickets = toTickets(rows)
    // Some do not come.
    plan.expect(listed.filter(({ status }, index) => status === 'Valid' && index % 4 !== 3))
    await Promise.all(gates.map(finishLoading))

    // Some phones have no network, and let guests in with tickets that others have seen.
    const [firstTurn = [], secondTurn = []] = size.turns
    const ended = gate(secondTurn.at(-1) as number)
    const away = gate(firstTurn[0] as number)
    const others = gates.filter((one) => one !== ended)
    for (const turn of [firstTurn, secondTurn]) {
      const absent = turn.map(gate)
      for (const one of absent) await setOffline(one, true)
      const twice = absent.length > 1 ? absent : [...absent, ...online(gates).slice(0, 1)]
      await act(gates, planAct(names(gates), size.steps, names(twice)))
      for (const one of absent) if (one !== ended || turn !== secondTurn) await setOffline(one, false)
    }

    // One of them is removed before it has sent what it did. It hides its list as soon as the service tells
    // it.
    await rest(others)
    const unsent = (await readWaiting(ended.door.page)).length
    await send('DELETE', `${devices}/${ended.id}`)
    note(`${ended.name} removed`)
    Object.assign(removed, { phone: ended.name, from: Date.now() })
    await setOffline(ended, false)
    const hidden = ended.door.page.getByText(/tickets are hidden/)
    await wakeUntil(ended, async () => (await hidden.count()) > 0)
    ended.isOffline = true
    const held = (await readWaiting(ended.door.page)).length
    if (held !== unsent) throw new Error(`${ended.name} had ${unsent} check-ins to send, and has ${held}.`)

    // The service restarts while the phones go on.
    const restartPlan = planAct(names(others), size.steps)
    const total = [...restartPlan.values()].reduce((sum, steps) => sum + steps.length, 0)
    const before = stepsDone
    const restart = async (): Promise<void> => {
      const untilDone = (share: number) =>
        waitUntil('The phones do not go on.', () => stepsDone - before >= total * share)
      await untilDone(1 / 3)
      const at = Date.now()
      await service.stop()
      await untilDone(2 / 3)
      await service.start()
      note('Restart', at, Date.now())
    }
    await Promise.all([act(others, restartPlan), restart()])
    await rest(others)

    // A backup, and some more guests; then the database is lost, and the backup takes its place.
    const backup = join(service.state(), 'backup.sql')
    const exported = await run(exportCommand, '--output', backup, '--persist-to', service.state())
    if (exported.code !== 0) throw new Error(exported.stderr)
    note('Backup')
    await setOffline(away, true)
    await act(others, planAct(names(others), size.steps, names([away, ...online(others).slice(0, 1)])))
    await rest(others)
    const recorded = await readRecords(send, session)
    const stoppedAt = Date.now()
    await service.stop()
    const restored = await run(restoreCommand, backup, '--persist-to', await service.useNewState())
    if (restored.code !== 0) throw new Error(restored.stderr)
    await service.start()
    note('Restore', stoppedAt, Date.now())
    await service.signInAgain()
    await renewLinks(send, service.api, lists)
    const kept = new Set((await readRecords(send, session)).map(({ id }) => id))
    const taken = recorded.filter(({ id }) => !kept.has(id))
    const again = markTaken(seen, taken)
    await Promise.all(online(others).map(finishLoading))

    // Staff scan those guests again, and add the others again, at another door: for a minute the phone that
    // let them in takes a list without them for one of a replica that lags.
    const workers = online(others)
    const byNumber = new Map(rows.map((row) => [row.ticketNumber, row]))
    const repeats = new Map(names(workers).map((name) => [name, [] as Step[]]))
    again.forEach(({ number, name, phone }, index) => {
      const row = byNumber.get(number ?? '')
      const free = workers.filter((one) => one.name !== phone)
      const worker = free[index % free.length] as Gate
      repeats.get(worker.name)?.push(row === undefined ? { do: 'walk-in', name } : { do: 'scan', row })
    })
    await act(workers, repeats)

    // Whoever was away comes back: one into the network, and the one that was ended by a new link.
    await act([away], planAct([away.name], size.steps))
    await setOffline(away, false)
    const added = await addPhone(ended.name)
    await connectBy(ended.door, added.connect.url)
    ended.isOffline = false
    removed.to = Date.now()
    note(`${ended.name} connected`)
    await act(gates, planAct(names(gates), size.steps))

    let headers: Sources['headers'] = []
    let atDoor: Awaited<ReturnType<typeof readListsAtDoor>> = new Map()
    let figures: Awaited<ReturnType<typeof readFigures>> = new Map()
    const settle = async (): Promise<void> => {
      await rest(gates)
      await Promise.all(gates.map(finishLoading))
      // For a minute after a restore, a phone still shows a walk-in whom the restore took. The comparison
      // reports a number that stays wrong.
      await waitUntil('The phones show other numbers inside.', async () => {
        const { inside } = JSON.parse(await send('GET', `/api/v1/sessions/${session}/ticket-changes`))
        headers = await Promise.all(gates.map(readHeader))
        if (headers.every((one) => showsInside(one, inside))) return true
        await Promise.all(gates.map(({ door }) => door.wake()))
        return false
      }).catch(() => undefined)
      atDoor = await readListsAtDoor(gate(0).door.page, lists)
      await service.page.goto(`${service.home}/organizer/#/events/${event}/sessions/${session}/figures`)
      await service.page.reload()
      figures = await readFigures(service.page, lists)
    }
    /** Closes the door page of each phone, so that nobody writes to its disk. */
    const putAway = () => Promise.all(gates.map(({ door }) => door.page.goto(`${service.api}/api/health`)))
    await settle()
    story.to = Date.now()
    await putAway()

    return {
      session,
      gates,
      seen,
      story,
      guests,
      taken: taken.length,
      again: again.length,
      unsent,
      headers: () => headers,
      readLists: (download: readonly Row[]) => readLists(send, download, lists, { door: atDoor, figures }),
      settle: async () => {
        await Promise.all(gates.map(({ door }) => openSession(door)))
        await settle()
        await putAway()
      },
      pageErrors: () => [...gates.map(({ door }) => door), ...fillers].flatMap(({ problems }) => problems),
    }
  }

  try {
    const night = await play()
    const read = async (): Promise<Sources> => {
      // Few downloads are allowed in a minute.
      const rows = await readDownload(send, night.session)
      return {
        guests: night.guests,
        seen: night.seen,
        headers: night.headers(),
        lists: await night.readLists(rows),
        ...(await collect(
          send,
          night.session,
          rows,
          night.gates.map(({ name, door }) => ({ name, page: door.page })),
        )),
      }
    }
    return { ...night, sql: service.sql, read, close, size, seed }
  } catch (error) {
    await close()
    throw error
  }
}

export type Night = Awaited<ReturnType<typeof playNight>>

/** Marks what the restore took of what staff saw. Returns the guests who have to come in again. */
const markTaken = (seen: Seen[], taken: readonly Recorded[]): Seen[] => {
  const marked: Seen[] = []
  for (const { device, number, type } of taken.filter(isLive)) {
    const one = seen.findLast(
      (entry) =>
        entry.phone === device &&
        entry.number === number &&
        (type === 'Exit' ? entry.verdict === 'out' : isIn(entry)) &&
        stands(entry),
    )
    if (one === undefined) continue
    one.isTaken = true
    if (type !== 'Exit') marked.push(one)
  }
  return marked
}
