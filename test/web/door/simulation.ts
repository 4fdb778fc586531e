// Simulates phones with tabs, disks and clocks around the core of the door page, on a network that loses,
// delays and repeats. A list of numbers chooses what happens next, so that a failure can be repeated and
// shrunk.
import {
  type CheckIn,
  conflictOf,
  type Item,
  isCheckIn,
  isLive,
  isRejected,
  mergeCheckIns,
} from '../../../web/door/core/check-in.ts'
import type { Copy } from '../../../web/door/core/codes.ts'
import { isUnlistedWalkIn, ownCheckIn, stateOf } from '../../../web/door/core/overlay.ts'
import { pendingItems } from '../../../web/door/core/records.ts'
import type {
  Effect,
  Event,
  ListReply,
  ListView,
  PostReply,
  State,
  UntimedEvent,
} from '../../../web/door/core/state.ts'
import { start, step } from '../../../web/door/core/step.ts'
import {
  emptyCounts,
  type Row,
  type TypeNote,
  toTicket,
  withTypeNote,
} from '../../../web/door/core/ticket.ts'
import { type ModelService, makeService, STOPPED } from './service.ts'

export const SESSION = 'session'
const START = Date.UTC(2026, 10, 21, 20)
const PAGE_SIZE = 3
const DAY_MS = 86_400_000
/** The `Date` of a response has whole seconds, and differences below two are not corrected. */
const TOLERANCE_MS = 4_500

type StoredList = {
  complete: ReadonlyMap<string, Row> | null
  loading: ReadonlyMap<string, Row> | null
  since: string | null
  deniedAt: number | null
}

const typeNote = (version: string | null): TypeNote => ({
  note: null,
  flag: version !== null && Number(version) % 2 === 0 ? 'Stop' : null,
})

const newList = (): StoredList => ({ complete: null, loading: new Map(), since: null, deniedAt: null })

type Phone = {
  name: string
  checkIns: Map<string, CheckIn>
  list: StoredList
  isDiskBroken: boolean
  isOffline: boolean
  keptOffset: number | null
  /** The version of the ticket types that the phone has. The note of every other one must be read. */
  types: string | null
  /** What the phone's clock is wrong by. */
  wallError: number
  /** Whether its clock jumped when nothing could notice. */
  isClockLost: boolean
  lock: Tab | null
  tabs: Tab[]
}

type Op = { effect: Effect; sentAt: number; reply?: UntimedEvent; date?: number }

/** `own`: the check-in of the ticket that the tab knew then and the service did not. */
type Asked = {
  ticketId: string
  isShown: boolean
  at: number
  own: string | undefined
  /** Whether the tab knew of a note that must be read first. */
  isHeld: boolean
}

type Tab = {
  id: string
  phone: Phone
  state: State
  ops: Op[]
  timers: { at: number; event: UntimedEvent }[]
  isAlive: boolean
  /** The list on disk for which the last response is. */
  listAsked: StoredList | null
  asked: Map<string, Asked>
  seen: Set<string>
}

const isUnsent = (checkIn: CheckIn): boolean =>
  checkIn.status === 'admitted' && isLive(checkIn) && !isRejected(checkIn)

const sumOf = ({ complete }: StoredList): number =>
  [...(complete?.values() ?? [])].reduce((total, row) => total + row[11], 0)

/** What staff saw. */
type Shown = {
  phone: Phone
  id: string
  ticketId: string
  askedAt: number
  shownAt: number
}

export class BrokenPromise extends Error {}

const promise = (holds: boolean, text: string): void => {
  if (!holds) throw new BrokenPromise(text)
}

/** `onEvent` is called with all that happens, to follow a failure. */
export const simulate = (
  choices: readonly number[],
  onEvent: (name: string, details?: unknown) => void = () => undefined,
) => {
  let now = START
  let position = 0
  let ids = 0
  const admitted: Shown[] = []
  /** What staff undid, and what they were told of it. */
  const tapped = new Set<string>()
  const undone = new Set<string>()
  /** Check-ins whose outcome was on disk when their tab ended. */
  const unseen = new Set<string>()
  /** Check-ins whose note was read. */
  const read = new Set<string>()
  /** The tickets of walk-ins of any phone, the latest last, and their check-ins. */
  const walkIns: string[] = []
  const walkInIds = new Set<string>()
  /** How often another part of the platform made ticket e valid again that somebody was let in with. */
  let resets = 0
  /** When the service recorded a check-in, and when it last listed a ticket as not checked in. */
  let steps = 0
  const recordedAt = new Map<string, number>()
  const listedOut = new Map<string, number>()
  const choose = (count: number): number => (choices[position++] ?? 0) % count
  const isLeft = (): boolean => position < choices.length

  const bases = new Map(
    ['a', 'b', 'c', 'd', 'e'].map((id) => [
      id,
      { status: id === 'e' ? ('Voided' as const) : ('Valid' as const), checkedInAt: null },
    ]),
  )
  const service: ModelService = makeService(SESSION, bases, () => now)
  const newId = (): string => {
    ids += 1
    return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
  }
  const phones: Phone[] = ['Gate A', 'Gate B'].map((name, index) => ({
    ...{
      name,
      checkIns: new Map(),
      list: newList(),
      isDiskBroken: false,
      isOffline: false,
      keptOffset: null,
      types: null,
    },
    ...{
      wallError: [0, -DAY_MS, 3_600_000][(choices[index] ?? 0) % 3] ?? 0,
      isClockLost: false,
      lock: null,
      tabs: [],
    },
  }))

  const viewOf = ({ list, types }: Phone): ListView => {
    const rows = list.complete ?? list.loading ?? new Map<string, Row>()
    const copy: Copy = {
      get: (id) => {
        const row = rows.get(id)
        return row && withTypeNote(toTicket(row), typeNote(types))
      },
      withHash: (hash) => [...rows.values()].find((row) => row[12] === hash)?.[0],
      withNumber: (number) =>
        [...rows.values()]
          .filter((row) => row[1] === number.toUpperCase() || row[1] === number)
          .map(([id]) => id),
    }
    const counts = emptyCounts()
    let checkSum = 0
    for (const row of rows.values()) {
      counts[row[2]] += 1
      checkSum += row[11]
    }
    const loaded = list.loading?.size ?? null
    return {
      copy,
      counts,
      checkSum,
      isComplete: list.complete !== null,
      loaded,
      isStored: true,
      typesVersion: types,
      deniedAt: list.deniedAt,
      confirmedBy: 'door',
    }
  }

  /** A note that is shown, and a guest who was left with one, are outcomes. */
  const checkNotes = ({ state, asked }: Tab): void => {
    const ids = state.card?.kind === 'note' ? state.card.checkInIds : []
    for (const [id, ask] of asked)
      if (ids.includes(id) || state.turnedAway.some((guest) => guest.id === ask.ticketId)) ask.isShown = true
  }

  /** Walk-ins are let in, and so is whoever comes back after their walk-in was undone. */
  const checkWalkIn = ({ state }: Tab, ticketId: string, checkInId: string, outcome: string): void => {
    if (!walkIns.includes(ticketId) || service.records.get(ticketId)?.base?.status === 'Voided') return
    const own = [...state.checkIns.values()].find((one) => one.guest.id === ticketId && isUnlistedWalkIn(one))
    if (own === undefined && !walkInIds.has(checkInId)) return
    promise(!/^(NotValid|UnknownTicket)$/.test(outcome), `${ticketId} walks in, and is turned back`)
  }

  const checkShown = (tab: Tab): void => {
    checkNotes(tab)
    const cards = [...tab.state.burst, ...(tab.state.card?.kind === 'verdict' ? [tab.state.card] : [])]
    for (const card of cards) {
      for (const { guest, outcome, checkInId } of card.verdicts) {
        const key = `${card.id} ${checkInId}`
        if (tab.seen.has(key)) continue
        tab.seen.add(key)
        const ask = tab.asked.get(checkInId)
        promise(
          ask !== undefined && (ask.ticketId === guest.id || guest.id === ''),
          `the outcome of ${checkInId} names ${guest.id}`,
        )
        if (ask) ask.isShown = true
        onEvent(`${tab.id} shows ${outcome.kind}`, checkInId)
        checkWalkIn(tab, guest.id, checkInId, outcome.kind)
        if (outcome.kind !== 'CheckedIn') continue
        const own = tab.state.checkIns.get(ask?.own ?? '')
        promise(own === undefined || !isUnsent(own), `${checkInId} lets in whom ${own?.id} has let in`)
        const stored = tab.phone.checkIns.get(checkInId)
        const isStored = stored !== undefined && isLive(stored)
        const isRecorded = service.records.get(guest.id)?.checkIns.some(({ id }) => id === checkInId) ?? false
        const isSafe = isStored || (isRecorded && stored?.status !== 'asking')
        promise(isSafe, `${checkInId} is shown as checked in and is not on disk`)
        admitted.push({
          phone: tab.phone,
          id: checkInId,
          ticketId: guest.id,
          askedAt: ask?.at ?? now,
          shownAt: now,
        })
        tab.ops.push({
          effect: { type: 'load' },
          sentAt: now,
          reply: { type: 'painted', checkInIds: [checkInId] },
        })
      }
    }
  }

  /** Nobody is let in while a note must be read. */
  const checkUnread = ({ state, asked }: Tab, before: State): void => {
    for (const id of state.checkIns.keys()) {
      const isUnread = asked.get(id)?.isHeld === true && !before.checkIns.has(id) && !read.has(id)
      promise(!isUnread, `${id} checks ${STOPPED} in, and its note was not read`)
    }
  }

  const dispatch = (tab: Tab, happening: UntimedEvent): void => {
    if (!tab.isAlive) return
    const moment = { wall: now + tab.phone.wallError, mono: now - START }
    onEvent(`${tab.id} ${happening.type}`, happening)
    const before = tab.state
    const result = step(before, { ...happening, now: moment } as Event)
    tab.state = result.state
    if (happening.type === 'let in tapped' && before.card?.kind === 'note')
      for (const id of before.card.checkInIds) read.add(id)
    checkUnread(tab, before)
    if (/^(undo|live)/.test(happening.type)) {
      for (const { id, undo } of tab.state.checkIns.values()) if (undo !== null) tapped.add(id)
    }
    if (tab.state.card?.kind === 'message' && tab.state.card.message === 'undone') {
      for (const { id, undo } of tab.state.checkIns.values())
        if (undo !== null && tapped.has(id) && tab.phone.checkIns.get(id)?.undo) undone.add(id)
    }
    checkShown(tab)
    for (const id of walkIns)
      promise(stateOf(tab.state, id)?.status !== 'Valid', `${id} has a ticket, and nobody came`)
    if (happening.type === 'list stored') checkKept(tab)
    for (const effect of result.effects) perform(tab, effect)
  }

  const perform = (tab: Tab, effect: Effect): void => {
    if (effect.type === 'wait') {
      const key = 'ask' in effect.event ? effect.event.ask : ''
      tab.timers = tab.timers.filter(
        ({ event }) => event.type !== effect.event.type || ('ask' in event ? event.ask : '') !== key,
      )
      tab.timers.push({ at: now + effect.ms, event: effect.event })
    } else if (effect.type === 'stop waiting')
      tab.timers = tab.timers.filter(({ event }) => event.type !== effect.for)
    else if (effect.type === 'end turn') {
      if (tab.phone.lock === tab) tab.phone.lock = null
    } else if (effect.type === 'keep clock') tab.phone.keptOffset = effect.offset
    // A response that is no longer waited for may still arrive.
    else if (/^(sound|tidy|stop asking)$/.test(effect.type)) return
    else if (effect.type === 'read types' && tab.ops.some((op) => op.effect.type === effect.type)) return
    else {
      const isUntimed =
        (effect.type === 'ask' || effect.type === 'post') && tab.state.clock.source !== 'sampled'
      if (isUntimed) tab.phone.isClockLost = true
      if (effect.type === 'post') {
        const undecided = new Set(tab.state.round?.checkIns.map(({ id }) => id))
        const early = effect.items.find(({ checkIn }) => undecided.has(checkIn.id))
        promise(early === undefined, `${early?.checkIn.id} is sent before its question is answered`)
      }
      // Without a disk, a crash forgets that the service was asked.
      if (effect.type === 'ask' && tab.state.round?.isStored === false)
        for (const { id } of tab.state.round.checkIns) unseen.add(id)
      tab.ops.push({ effect, sentAt: now })
    }
  }

  const save = (
    tab: Tab,
    { checkIns, removed, save: number }: Extract<Effect, { type: 'save' }>,
    fate: 'ok' | 'failed' | 'killed',
  ): void => {
    const { phone } = tab
    if (fate === 'failed' || phone.isDiskBroken) {
      dispatch(tab, { type: 'save failed', save: number })
      return
    }
    const merged = checkIns.map((checkIn) => {
      const stored = phone.checkIns.get(checkIn.id)
      return stored === undefined ? checkIn : mergeCheckIns(stored, checkIn)
    })
    for (const checkIn of merged) phone.checkIns.set(checkIn.id, checkIn)
    for (const id of removed) phone.checkIns.delete(id)
    if (fate === 'killed') return
    dispatch(tab, { type: 'saved', save: number, checkIns: merged })
    for (const other of phone.tabs)
      if (other !== tab)
        dispatch(other, { type: 'loaded', checkIns: [...phone.checkIns.values()], isNew: false })
  }

  const post = (items: readonly Item[]): PostReply => {
    for (const { id, type } of items) if (type === 'CheckIn' && !recordedAt.has(id)) recordedAt.set(id, steps)
    return service.post(items)
  }

  const list = (since: string | null): ListReply => {
    for (const id of service.ids()) if (service.stateOf(id)?.status !== 'CheckedIn') listedOut.set(id, steps)
    return service.list(since, PAGE_SIZE)
  }

  /**
   * A ticket that the service has checked in stays so on the screen until the service says otherwise, or
   * staff undo it.
   */
  const checkKept = ({ state, phone }: Tab): void => {
    const checkIns = [...state.checkIns.values()]
    for (const { id, guest, walkIn, order, status, undo, result } of checkIns) {
      if (status !== 'recorded' || undo !== null || result?.ticket?.status !== 'CheckedIn') continue
      const shown = stateOf(state, guest.id)?.status
      const isMissing = shown === undefined && walkIn !== undefined && phone.list.complete !== null
      const isOut = shown === 'Valid' || isMissing
      const isNews = (listedOut.get(guest.id) ?? -1) >= (recordedAt.get(id) ?? 0)
      const isUndone = checkIns.some((one) => one.guest.id === guest.id && (one.undo?.order ?? 0) >= order)
      promise(!isOut || isNews || isUndone, `${phone.name} turns ${guest.id} back after ${id}`)
    }
  }

  const answer = (tab: Tab, { effect }: Op): UntimedEvent | undefined => {
    const { phone } = tab
    const isOffline = phone.isOffline
    steps += 1
    switch (effect.type) {
      case 'ask':
        return {
          type: 'answered',
          round: effect.round,
          reply: isOffline ? { kind: 'unreachable' } : post(effect.items),
        }
      case 'post':
        return { type: 'posted', reply: isOffline ? { kind: 'unreachable' } : post(effect.items) }
      case 'find live check-ins':
        return {
          type: 'live check-ins found',
          ticketId: effect.ticketId,
          checkIns: isOffline ? null : service.live(effect.ticketId),
        }
      case 'find other session':
        return { type: 'other session found', ask: effect.ask, session: null }
      case 'poll':
        tab.listAsked = phone.list
        return {
          ...{ type: 'list answered', session: SESSION, askedAt: effect.askedAt },
          reply: isOffline ? { kind: 'unreachable' } : list(phone.list.since),
        }
      case 'read types':
        return isOffline
          ? undefined
          : {
              ...{ type: 'types stored', session: SESSION },
              view: { ...viewOf(phone), typesVersion: service.typesVersion() },
            }
      default:
        return undefined
    }
  }

  const storeList = (tab: Tab, effect: Effect): void => {
    const { phone } = tab
    const { list } = phone
    const stored = (changed: readonly string[], askedAt: number, isApplied = true): void => {
      if (isApplied) tab.listAsked = phone.list
      const view = viewOf(phone)
      dispatch(tab, { type: 'list stored', session: SESSION, view, changed, askedAt, isApplied })
    }
    // Another tab has written in between: the next request begins with what it wrote.
    if (tab.listAsked !== list && effect.type !== 'deny list')
      stored([], 'askedAt' in effect ? effect.askedAt : 0, false)
    else if (effect.type === 'store changes') {
      const { rows, more, next } = effect.changes
      const held = new Map(list.loading ?? list.complete ?? [])
      for (const row of rows) held.set(row[0], row)
      phone.list =
        list.loading !== null && more
          ? { ...list, loading: held, since: next, deniedAt: null }
          : { complete: held, loading: null, since: next, deniedAt: null }
      stored(
        rows.map(([id]) => id),
        effect.askedAt,
      )
    } else if (effect.type === 'confirm list') {
      phone.list = { ...list, deniedAt: null }
      stored([], effect.askedAt)
    } else if (effect.type === 'begin list again') {
      phone.list = { ...list, loading: new Map(), since: null }
      stored([], effect.askedAt)
    } else if (effect.type === 'deny list') phone.list = { ...list, deniedAt: effect.at }
  }

  const takeOp = (tab: Tab, index: number): Op => tab.ops.splice(index, 1)[0] as Op

  /** Goes on with something that is under way. `luck`: whether and how it fails. */
  const proceed = (tab: Tab, index: number, luck: number): void => {
    const op = takeOp(tab, index)
    const { effect } = op
    if (op.reply !== undefined) {
      // The response arrives.
      if (op.date !== undefined && !tab.phone.isOffline)
        dispatch(tab, {
          type: 'clock sampled',
          date: Math.floor(op.date / 1_000) * 1_000,
          roundTripMs: now - op.sentAt,
        })
      if (op.reply.type === 'types stored') {
        tab.phone.types = op.reply.view.typesVersion
        dispatch(tab, { ...op.reply, view: viewOf(tab.phone) })
      } else dispatch(tab, op.reply)
      return
    }
    if (effect.type === 'save') {
      // Transactions end in the order in which they began.
      const first = tab.ops.findIndex((other) => other.effect.type === 'save')
      const earlier = first !== -1 && first < index ? takeOp(tab, first) : op
      if (earlier !== op) tab.ops.splice(Math.max(0, index - 1), 0, op)
      save(tab, earlier.effect as typeof effect, luck === 1 ? 'failed' : 'ok')
      return
    }
    if (effect.type === 'load') {
      const checkIns = [...tab.phone.checkIns.values()].filter(isCheckIn)
      dispatch(
        tab,
        tab.phone.isDiskBroken ? { type: 'load failed' } : { type: 'loaded', checkIns, isNew: false },
      )
      return
    }
    if (effect.type === 'take turn') {
      if (tab.phone.lock !== null) {
        tab.ops.push(op)
        return
      }
      tab.phone.lock = tab
      const tabs = new Set(tab.phone.tabs.map(({ id }) => id))
      dispatch(tab, {
        type: 'turn',
        checkIns: tab.phone.isDiskBroken ? null : [...tab.phone.checkIns.values()],
        isNew: false,
        tabs,
      })
      return
    }
    // A tab requests changes again only after the last response is stored, as with the lock of the page.
    const isStoring = tab.ops.some(
      (other) =>
        (other.effect.type === 'poll' && other.reply !== undefined) ||
        / (list|changes)/.test(other.effect.type),
    )
    if (effect.type === 'poll' && isStoring) {
      tab.ops.push(op)
      return
    }
    if (luck === 1) {
      // Lost on the way to the service, or on the way back.
      if (choose(2) === 0) answer(tab, op)
      const reply = answer({ ...tab, phone: { ...tab.phone, isOffline: true } }, op)
      if (reply !== undefined) {
        dispatch(tab, reply)
        return
      }
    }
    if (luck === 2 && (effect.type === 'post' || effect.type === 'ask') && !tab.phone.isOffline)
      answer(tab, op)
    const reply = answer(tab, op)
    if (reply === undefined && effect.type === 'read types') return
    if (reply === undefined) storeList(tab, effect)
    else tab.ops.push({ effect, sentAt: op.sentAt, reply, date: now })
  }

  const open = (phone: Phone): Tab => {
    ids += 1
    const tab: Tab = {
      id: `${phone.name} ${ids}`,
      phone,
      state: start({ tab: `${phone.name} ${ids}`, subject: 'door', device: phone.name }, phone.keptOffset, {
        wall: now + phone.wallError,
        mono: now - START,
      }),
      ...{ ops: [], timers: [], isAlive: true, listAsked: null, asked: new Map(), seen: new Set() },
    }
    // A tab that never knew the service's time has seen the clock jump, which no other tab knows of.
    if (phone.tabs.some(({ state: { clock } }) => clock.source === 'phone' && clock.offset !== 0))
      phone.isClockLost = true
    phone.tabs.push(tab)
    tab.ops.push({ effect: { type: 'load' }, sentAt: now })
    dispatch(tab, { type: 'opened', id: SESSION, view: viewOf(phone), total: 5 })
    return tab
  }

  const kill = (tab: Tab): void => {
    onEvent(`${tab.id} ends`)
    // What was on its way to the disk may get there.
    for (const op of tab.ops)
      if (op.effect.type === 'save' && op.reply === undefined && choose(2) === 0)
        save(tab, op.effect, 'killed')
    tab.isAlive = false
    for (const id of tab.asked.keys())
      if (/^(admitted|recorded)$/.test(tab.phone.checkIns.get(id)?.status ?? '')) unseen.add(id)
    tab.phone.tabs = tab.phone.tabs.filter((other) => other !== tab)
    if (tab.phone.lock === tab) tab.phone.lock = null
    // A time that was corrected in memory alone is that of the phone's clock again.
    const isForgotten = [...tab.state.checkIns.values()].some(
      ({ id, clock }) => clock === 'sampled' && tab.phone.checkIns.get(id)?.clock === 'phone',
    )
    if (tab.state.clock.source !== 'sampled' || isForgotten) tab.phone.isClockLost = true
  }

  const advance = (ms: number): void => {
    now += ms
    for (const tab of phones.flatMap(({ tabs }) => tabs)) {
      for (const timer of tab.timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
        if (!tab.timers.includes(timer)) continue
        tab.timers = tab.timers.filter((other) => other !== timer)
        dispatch(tab, timer.event)
      }
    }
  }

  const TICKETS = ['a', 'a', 'b', 'c', 'd', 'e', 'e', 'nobody']
  const someTicket = (): string => [...TICKETS, ...walkIns.slice(-3)][choose(TICKETS.length + 3)] ?? 'a'

  /** Something that staff do. */
  const act = (tab: Tab): void => {
    const id = newId()
    const ticketId = someTicket()
    const note = (askId: string, asked: string): void => {
      const own = [...tab.state.checkIns.values()].find((one) => one.guest.id === asked && isUnsent(one))
      const isHeld =
        tab.state.session?.list.copy.get(asked)?.flag === 'Stop' &&
        /^(Valid|CheckedIn)$/.test(stateOf(tab.state, asked)?.status ?? '') &&
        ownCheckIn(tab.state, asked) === undefined
      tab.asked.set(askId, { ticketId: asked, isShown: false, at: now, own: own?.id, isHeld })
    }
    const kind = choose(10)
    const { card: shown } = tab.state
    if (kind === 9) {
      const count = 1 + choose(2)
      const ids = Array.from({ length: count }, () => ({ ticketId: newId(), checkInId: newId() }))
      for (const { ticketId: brought, checkInId } of ids) {
        note(checkInId, brought)
        walkInIds.add(checkInId)
      }
      const before = walkIns.length
      walkIns.push(...ids.map((one) => one.ticketId))
      dispatch(tab, {
        ...{ type: 'walk-in tapped', guest: { name: 'Ana', type: 'Door' }, walkIn: { note: null }, ids },
      })
      const isBegun = tab.state.asks.some((ask) => ask.id === ids[0]?.checkInId)
      if (isBegun) return
      walkIns.length = before
      for (const { checkInId } of ids) if (!tab.asked.get(checkInId)?.isShown) tab.asked.delete(checkInId)
      return
    }
    if (kind === 8 && shown?.kind === 'note') {
      shown.ask.guests.forEach((guest, index) => {
        note(shown.checkInIds[index] as string, guest.id)
      })
      dispatch(tab, { type: 'let in tapped' })
      return
    }
    // What is asked is known before the first outcome.
    note(id, ticketId)
    if (kind <= 2) dispatch(tab, { type: 'scanned', codes: [{ text: `C-${ticketId}`, id }] })
    else if (kind === 3)
      dispatch(tab, {
        type: 'entered',
        text: `https://t.example/C-${ticketId}`.padEnd(30, '/'),
        id,
        hits: [],
      })
    else if (kind === 4) dispatch(tab, { type: 'check-in tapped', ticketIds: [ticketId], ids: [id] })
    else if (kind === 5) {
      const group = ['b', 'c', 'd'].filter((one) => tab.state.session?.list.copy.get(one))
      const groupIds = group.map(newId)
      group.forEach((one, index) => {
        note(groupIds[index] as string, one)
      })
      dispatch(tab, { type: 'check-in tapped', ticketIds: group, ids: groupIds })
      for (const one of groupIds)
        if (
          !tab.state.asks.some(({ checkInIds }) => checkInIds.includes(one)) &&
          !tab.asked.get(one)?.isShown
        )
          tab.asked.delete(one)
    } else if (kind === 6) {
      const card = tab.state.card
      if (card?.kind === 'verdict' && now - START - card.shownAt > 800) {
        const done = card.verdicts
          .filter(({ outcome }) => outcome.kind === 'CheckedIn')
          .map(({ checkInId }) => checkInId)
        dispatch(tab, { type: 'undo tapped', checkInIds: done, isOnCard: true })
      }
    } else {
      // An undo reaches whoever checked in, as far as it is known.
      dispatch(tab, { type: 'undo ticket tapped', ticketId })
    }
    if (!tab.state.asks.some((ask) => ask.id === id) && !tab.asked.get(id)?.isShown) tab.asked.delete(id)
  }

  const anyTab = (): Tab | undefined => {
    const tabs = phones.flatMap(({ tabs }) => tabs)
    return tabs[choose(Math.max(1, tabs.length))]
  }

  const disturb = (): void => {
    const phone = phones[choose(2)] as Phone
    const kind = choose(13)
    if (kind === 0) phone.isOffline = !phone.isOffline
    else if (kind === 1) phone.isDiskBroken = !phone.isDiskBroken
    else if (kind === 2) {
      const tab = phone.tabs[0]
      if (tab) kill(tab)
    } else if (kind === 3) {
      if (phone.tabs.length < 2) open(phone)
    } else if (kind === 4) {
      // The phone corrects its clock, or breaks it.
      phone.wallError = [0, -DAY_MS, 3_600_000, phone.wallError - 300_000][choose(4)] as number
      if (phone.tabs.length !== 1) phone.isClockLost = true
      for (const tab of phone.tabs) dispatch(tab, { type: 'send due' })
    } else if (kind === 5) service.deny(!service.isDenied())
    else if (kind === 6) {
      if (choose(2) === 0) service.write('d', 'Refunded')
      else {
        if (service.live('e').length > 0) resets += 1
        service.write('e', 'Valid')
      }
    } else if (kind === 7) service.changeSilently('c')
    else if (kind === 8) service.restore()
    else if (kind === 9) for (const tab of phone.tabs) dispatch(tab, { type: 'woken' })
    else if (kind === 12) service.changeTypes()
    else if (kind === 10) service.allowWalkIns(!service.areWalkInsAllowed())
    else if (!service.ids().includes('nobody')) service.add('nobody', { status: 'Valid', checkedInAt: null })
  }

  const isSettled = (): boolean =>
    phones.every(
      ({ tabs, list, types }) =>
        types === service.typesVersion() &&
        tabs.every(
          ({ state, ops }) =>
            ops.length === 0 &&
            state.isReached &&
            state.dirty.size === 0 &&
            state.asks.length === 0 &&
            pendingItems(state).length === 0 &&
            list.loading === null &&
            list.deniedAt === null &&
            sumOf(list) === service.digest() &&
            service.ids().every((id) => stateOf(state, id)?.status === service.stateOf(id)?.status),
        ),
    ) && phones.every(({ checkIns }) => [...checkIns.values()].every(({ status }) => status !== 'asking'))

  /** Everything works again, and whatever is under way ends. */
  const heal = (): void => {
    service.deny(false)
    for (const phone of phones) {
      phone.isOffline = false
      phone.isDiskBroken = false
      if (phone.tabs.length === 0) open(phone)
      for (const tab of phone.tabs) dispatch(tab, { type: 'woken' })
    }
    for (let round = 0; round < 60 && !isSettled(); round += 1) {
      for (const tab of phones.flatMap(({ tabs }) => tabs)) {
        for (let count = 0; tab.ops.length > 0 && count < 200; count += 1) {
          const isStuck =
            tab.ops.every(({ effect, reply }) => effect.type === 'take turn' && reply === undefined) &&
            tab.phone.lock !== null
          if (isStuck) break
          proceed(tab, 0, 0)
        }
      }
      advance(round % 10 === 9 ? 7_200_000 : 5_100)
    }
  }

  for (const phone of phones) open(phone)
  while (isLeft()) {
    const kind = choose(16)
    const tab = anyTab()
    if (kind === 0) disturb()
    else if (kind <= 2) advance([50, 900, 6_000, 70_000][choose(4)] as number)
    else if (tab === undefined) open(phones[choose(2)] as Phone)
    else if (kind <= 5) act(tab)
    else if (tab.ops.length > 0) {
      const luck = [0, 0, 0, 0, 1, 2][choose(6)] as number
      proceed(tab, kind < 10 ? choose(tab.ops.length) : 0, luck)
      advance(choose(3) * 20)
    }
  }
  heal()
  return { phones, service, admitted, tapped, undone, unseen, resets, walkInIds }
}

export type World = ReturnType<typeof simulate>

/** What must hold after every sequence, once everything works again. */
export const checkPromises = (world: World): void => {
  const { phones, service, admitted, tapped, undone, unseen, resets, walkInIds } = world
  const known = new Set(admitted.map(({ id }) => id))
  for (const { id, ticketId, phone, askedAt, shownAt } of admitted) {
    const record = service.records.get(ticketId)
    const recorded = record?.checkIns.find((one) => one.id === id)
    const isUndoneThere = record?.undos.some(({ checkInId }) => checkInId === id) ?? false
    if (undone.has(id))
      promise(isUndoneThere || recorded === undefined, `${id} was undone, and the service does not know`)
    // The phone ended before the undo was on disk.
    else if (!tapped.has(id)) {
      promise(recorded !== undefined, `${id} let somebody in, and is lost`)
      promise(!walkInIds.has(id) || service.ids().includes(ticketId), `${id} let in, and made no ticket`)
      promise(!isUndoneThere, `${id} let somebody in, and was taken back`)
      const at = recorded?.at ?? 0
      const difference = Math.max(askedAt - at, at - shownAt)
      promise(phone.isClockLost || difference <= TOLERANCE_MS, `${id} is recorded ${difference} ms off`)
    }
  }
  for (const [ticketId, record] of service.records) {
    for (const { id } of service.live(ticketId))
      promise(known.has(id) || unseen.has(id), `${id} is live, and nobody was shown that it let somebody in`)
    for (const { id } of record.checkIns.filter((one) => walkInIds.has(one.id) && !known.has(one.id))) {
      const isUndone = record.undos.some(({ checkInId }) => checkInId === id)
      promise(isUndone || unseen.has(id), `${id} was refused, and the service takes them for let in`)
    }
    const live = admitted.filter((one) => one.ticketId === ticketId && !tapped.has(one.id))
    const unnoticed = live.filter(({ id, phone }) => {
      const own = phone.tabs[0]?.state.checkIns.get(id)
      return own === undefined || conflictOf(own) === undefined
    })
    const isVoided = service.stateOf(ticketId)?.status === 'Voided'
    const limit = isVoided ? 0 : 1 + (ticketId === 'e' ? resets : 0)
    promise(
      unnoticed.length <= limit,
      `${ticketId} let in ${unnoticed.map(({ id }) => id).join(', ')} unnoticed`,
    )
    for (const phone of phones) {
      for (const { state } of phone.tabs) {
        const shown = stateOf(state, ticketId)
        promise(
          shown?.status === service.stateOf(ticketId)?.status,
          `${phone.name} shows ${ticketId} as ${shown?.status} instead of ${service.stateOf(ticketId)?.status} (${record.checkIns.length})`,
        )
      }
    }
  }
  for (const { tabs, checkIns, list, types, name } of phones) {
    promise(types === service.typesVersion(), `${name} has other notes of types than the service`)
    for (const { state, asked } of tabs) {
      promise(
        state.asks.length === 0 && state.queue.length === 0 && state.round === null,
        `${name} never answers`,
      )
      for (const [id, { isShown }] of asked) promise(isShown, `${id} was asked, and has no outcome`)
      promise(pendingItems(state).length === 0, `${name} does not send everything`)
      promise(![...state.checkIns.values()].some(isRejected), `${name} keeps rejected check-ins`)
      promise(state.dirty.size === 0, `${name} does not store everything`)
    }
    for (const checkIn of checkIns.values())
      promise(checkIn.status !== 'asking', `${checkIn.id} stays a question`)
    promise(list.deniedAt === null, `${name} is denied`)
    promise(sumOf(list) === service.digest(), `${name} has another list than the service`)
  }
}
