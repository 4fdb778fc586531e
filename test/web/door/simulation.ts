// Simulates phones with tabs, disks and clocks around the core of the door page, on a network that loses,
// delays and repeats. A list of numbers chooses what happens next, so that a failure can be repeated and
// shrunk.
import { presenceOf, type TicketState } from '../../../src/domain/check-in-rule.ts'
import {
  type CheckIn,
  conflictOf,
  type Item,
  isCheckIn,
  isInside,
  isLive,
  isRejected,
  stands,
} from '../../../web/door/core/check-in.ts'
import type { Copy } from '../../../web/door/core/codes.ts'
import { whatIsLeft } from '../../../web/door/core/leave.ts'
import { isUnlistedWalkIn, ownCheckIn, placeOf, stateOf } from '../../../web/door/core/overlay.ts'
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
import { type Inside, type Row, type TicketType, toTicket, withType } from '../../../web/door/core/ticket.ts'
import { ListCopy } from '../../../web/shared/list-copy.ts'
import { ticketState } from '../../models/check-ins.ts'
import { AREAS, type ModelService, makeService, RULES, STOPPED, typeOf } from './service.ts'

const SESSION = 'session'
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
  inside: readonly Inside[]
}

const readType = (version: string | null, name: string): TicketType => ({
  note: null,
  flag: version !== null && Number(version) % 2 === 0 ? 'Stop' : null,
  rule: version === null ? undefined : RULES[name],
})

const newList = (): StoredList => ({
  ...{ complete: null, loading: new Map(), since: null, deniedAt: null, inside: [] },
})

type Phone = {
  name: string
  /** What is on the disk. */
  checkIns: Map<string, CheckIn>
  list: StoredList
  /** The version of the ticket types. The note of every other one must be read. */
  types: string | null
  owner: string | null
  /** The tab that made itself the owner last, whatever the disk says. */
  latest: Tab | null
  /** The tab that has the lock. The others may not have noticed. */
  holder: Tab | null
  isDiskBroken: boolean
  isOffline: boolean
  keptOffset: number | null
  /** What the phone's clock is wrong by. */
  wallError: number
  /** Whether its clock jumped when nothing could notice. */
  isClockLost: boolean
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
  /** A tab that the phone has suspended does nothing until it is woken. */
  isFrozen: boolean
  /** Whether the tab has made itself the owner of the disk, and whether it was refused since. */
  isOwner: boolean
  isRefused: boolean
  /** What is in memory. It is stored as long as the disk works. */
  list: StoredList
  types: string | null
  isListStored: boolean
  asked: Map<string, Asked>
  seen: Set<string>
}

const isUnsent = (checkIn: CheckIn): boolean =>
  checkIn.type === undefined && checkIn.status === 'admitted' && isLive(checkIn) && !isRejected(checkIn)

/** The status of a ticket and where its guest is. */
const describeState = (state: TicketState | null | undefined): string => {
  if (!state) return 'nothing'
  const { inside, areas } = presenceOf(state)
  return [state.status, ...(inside ? ['inside'] : []), ...areas].join(' ')
}

/** What the rows amount to. */
const figuresOf = (rows: Iterable<Row>): ListCopy<Row> => {
  const copy = new ListCopy<Row>((row) => ({ id: row[0], status: row[2], check: row[11] }))
  for (const row of rows) copy.put(row)
  return copy
}

const sumOf = ({ complete }: StoredList): number => figuresOf(complete?.values() ?? []).digest

/** What staff saw. */
type Shown = {
  phone: Phone
  id: string
  ticketId: string
  askedAt: number
  shownAt: number
  /** Whether somebody was let in to the venue. */
  isEntry: boolean
}

export class BrokenPromise extends Error {}

const promise = (holds: boolean, text: string): void => {
  if (!holds) throw new BrokenPromise(text)
}

/** What a page could do wrong. The promises must not hold then. */
export const FAULTS = [
  'writes without being the owner',
  'has the same owner in each tab',
  'takes a refused write for a failed one',
  'goes on after another tab has taken over',
  'leaves the questions of the tab before unanswered',
  'shows an outcome before it is written',
  'takes a failed write for a success',
  'removes nothing from the disk',
  'sends no undo',
  'takes any response for that to its question',
  'sets its clock by a slow response',
  'forgets the tickets of a response',
  'erases what was not sent when somebody signs out',
  'keeps the guests when somebody signs out',
] as const

export type Fault = (typeof FAULTS)[number]

/** `onEvent` is called with all that happens, to follow a failure. */
export const simulate = (
  choices: readonly number[],
  {
    fault,
    onEvent = () => undefined,
  }: { fault?: Fault | undefined; onEvent?: (name: string, details?: unknown) => void } = {},
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
  /** Check-ins that the phone showed as a problem until somebody signed out. The service lists them. */
  const reported = new Set<string>()
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
      types: null,
      owner: null,
      latest: null,
      holder: null,
      isDiskBroken: false,
      isOffline: false,
      keptOffset: null,
    },
    ...{
      wallError: [0, -DAY_MS, 3_600_000][(choices[index] ?? 0) % 3] ?? 0,
      isClockLost: false,
      tabs: [],
    },
  }))

  const viewOf = ({ list, types, isListStored }: Tab): ListView => {
    const rows = list.complete ?? list.loading ?? new Map<string, Row>()
    const { counts, digest } = figuresOf(rows.values())
    const copy: Copy = {
      counts,
      digest,
      get: (id) => {
        const row = rows.get(id)
        return row && withType(toTicket(row), readType(types, row[3]))
      },
      types: { get: (name) => readType(types, name) },
      withHash: (hash) => [...rows.values()].find((row) => row[12] === hash)?.[0],
      withNumber: (number) =>
        [...rows.values()]
          .filter((row) => row[1] === number.toUpperCase() || row[1] === number)
          .map(([id]) => id),
    }
    const loaded = list.loading?.size ?? null
    return {
      copy,
      isComplete: list.complete !== null,
      loaded,
      isStored: isListStored,
      typesVersion: types,
      ...{ startsAt: START, cancelled: null, areas: AREAS, inside: list.inside, hasExits: true },
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

  const checkShown = (tab: Tab, isOfWrite: boolean): void => {
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
        const isOld = tab.isOwner && tab.phone.latest !== tab
        promise(!tab.isRefused && (isOfWrite || !isOld), `${tab.id} shows ${checkInId}, and is not the owner`)
        checkWalkIn(tab, guest.id, checkInId, outcome.kind)
        if (!stands(outcome)) continue
        const own = tab.state.checkIns.get(ask?.own ?? '')
        promise(own === undefined || !isUnsent(own), `${checkInId} lets in whom ${own?.id} has let in`)
        const stored = tab.phone.checkIns.get(checkInId)
        const isStored = stored !== undefined && isLive(stored)
        const isRecorded = service.records.get(guest.id)?.checkIns.some(({ id }) => id === checkInId) ?? false
        // What a tab wrote before it was suspended can be undone in the next one before it is shown.
        const isUndone = isOld && tapped.has(checkInId)
        const isSafe = isStored || isUndone || (isRecorded && stored?.status !== 'asking')
        promise(isSafe, `${checkInId} is shown as checked in and is not on disk`)
        admitted.push({
          phone: tab.phone,
          id: checkInId,
          ticketId: guest.id,
          askedAt: ask?.at ?? now,
          shownAt: now,
          isEntry: isInside(outcome) && !tab.state.checkIns.get(checkInId)?.areaId,
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

  /** A guest is not here once all check-ins of the ticket are undone, if this tab knows them all. */
  const checkUndone = ({ id: tabId, state }: Tab): void => {
    if (state.card?.kind !== 'message' || state.card.message !== 'undone') return
    for (const { id } of state.card.guests) {
      const record = service.records.get(id)
      // Until the service has said so, a tab cannot know that the check-in on its list is its own.
      const isKnown =
        id !== 'e' && record?.checkIns.every((one) => state.checkIns.get(one.id)?.status === 'recorded')
      const isOver = [...state.checkIns.values()].every((one) => one.guest.id !== id || !isLive(one))
      const { status } = stateOf(state, id) ?? {}
      promise(!isKnown || !isOver || status !== 'CheckedIn', `${tabId} undoes ${id}, who is still here`)
    }
  }

  const dispatch = (tab: Tab, happening: UntimedEvent): void => {
    if (!tab.isAlive) return
    if (fault === 'goes on after another tab has taken over' && happening.type === 'taken over') return
    const moment = { wall: now + tab.phone.wallError, mono: now - START }
    onEvent(`${tab.id} ${happening.type}`, happening)
    const before = tab.state
    const result = step(before, { ...happening, now: moment } as Event)
    tab.state = result.state
    if (tab.state.isTakenOver) {
      promise(result.effects.length === 0 && tab.state.checkIns.size === 0, `${tab.id} goes on`)
      // What was under way, and whatever staff tap.
      const late: UntimedEvent[] = [
        ...tab.ops.flatMap(({ reply }) => reply ?? []),
        ...tab.timers.map((one) => one.event),
      ]
      for (const event of [...late, { type: 'woken' } as const]) {
        const { state, effects } = step(tab.state, { ...event, now: moment })
        promise(state === tab.state && effects.length === 0, `${tab.id} goes on`)
      }
      close(tab)
    }
    if (happening.type === 'let in tapped' && before.card?.kind === 'note' && tab.state.card !== before.card)
      for (const id of before.card.checkInIds) read.add(id)
    checkUnread(tab, before)
    if (/^(undo|live)/.test(happening.type)) {
      for (const { id, undo } of tab.state.checkIns.values()) if (undo !== null) tapped.add(id)
    }
    if (tab.state.card?.kind === 'message' && tab.state.card.message === 'undone') {
      for (const { id, undo } of tab.state.checkIns.values())
        if (undo !== null && tapped.has(id) && tab.phone.checkIns.get(id)?.undo) undone.add(id)
    }
    if (tab.state.card !== before.card) checkUndone(tab)
    checkShown(tab, /^save/.test(happening.type))
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
    else if (effect.type === 'keep clock') tab.phone.keptOffset = effect.offset
    // A response that is no longer waited for may still arrive.
    else if (/^(sound|stop asking)$/.test(effect.type)) return
    // The session stays open, so its check-ins are not over.
    else if (effect.type === 'tidy')
      tab.ops.push({ effect, sentAt: now, reply: { type: 'tidied', sessionIds: [SESSION] } })
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

  /** What becomes of a tab that another one follows, or that ends: only what is on the disk counts. */
  const leave = (tab: Tab): void => {
    // What was on its way to the disk may get there.
    const saving = tab.ops.find(({ effect, reply }) => effect.type === 'save' && reply === undefined)
    if (saving !== undefined && choose(2) === 0 && begin(tab) === 'ok') write(tab, saving)
    for (const id of tab.asked.keys())
      if (/^(admitted|recorded)$/.test(tab.phone.checkIns.get(id)?.status ?? '')) unseen.add(id)
    // A time that was corrected in memory alone is that of the phone's clock again.
    const isForgotten = [...tab.state.checkIns.values()].some(
      ({ id, clock }) => clock === 'sampled' && tab.phone.checkIns.get(id)?.clock === 'phone',
    )
    if (tab.state.clock.source !== 'sampled' || isForgotten) tab.phone.isClockLost = true
  }

  /** Begins a transaction. The first one of a tab makes it the owner. */
  const begin = (tab: Tab): 'ok' | 'failed' | 'refused' => {
    const { phone } = tab
    if (phone.isDiskBroken) return 'failed'
    if (!tab.isOwner && phone.holder !== tab) return 'refused'
    if (!tab.isOwner) {
      if (phone.latest?.isAlive) leave(phone.latest)
      tab.isOwner = true
      phone.latest = tab
      phone.owner = fault === 'has the same owner in each tab' ? phone.name : tab.id
    }
    const owner = fault === 'has the same owner in each tab' ? phone.name : tab.id
    if (phone.owner === owner || fault === 'writes without being the owner') return 'ok'
    tab.isRefused = true
    return 'refused'
  }

  const write = (tab: Tab, op: Op): void => {
    const { phone } = tab
    const { checkIns, removed, save: number } = op.effect as Extract<Effect, { type: 'save' }>
    const isChanging = checkIns.length + removed.length > 0
    promise(!isChanging || phone.latest === tab, `${tab.id} writes, and is not the owner`)
    for (const checkIn of checkIns) phone.checkIns.set(checkIn.id, checkIn)
    if (fault !== 'removes nothing from the disk') for (const id of removed) phone.checkIns.delete(id)
    op.reply = { type: 'saved', save: number, isStored: true }
  }

  /** Ends a write. `luck`: whether it fails, or its end is reported later. */
  const save = (tab: Tab, op: Op, luck: number): void => {
    const { save: number } = op.effect as Extract<Effect, { type: 'save' }>
    const begun = luck === 1 ? 'failed' : begin(tab)
    if (begun === 'ok') {
      if (fault === 'shows an outcome before it is written')
        dispatch(tab, { type: 'saved', save: number, isStored: true })
      write(tab, op)
      if (luck === 2) tab.ops.unshift(op)
      else if (op.reply) dispatch(tab, op.reply)
    } else if (begun === 'refused' && fault !== 'takes a refused write for a failed one')
      dispatch(tab, { type: 'taken over' })
    else {
      const isStored = fault === 'takes a failed write for a success'
      dispatch(tab, { type: 'saved', save: number, isStored })
    }
  }

  const post = (items: readonly Item[]): PostReply => {
    for (const { id, type } of items) if (type === 'CheckIn' && !recordedAt.has(id)) recordedAt.set(id, steps)
    if (fault !== 'sends no undo') return service.post(items)
    const reply = service.post(items.filter(({ type }) => type !== 'Undo'))
    if (reply.kind !== 'ok') return reply
    const undone = { outcome: 'Undone', ticket: null, earlier: null }
    const results = items.map(({ id }) => reply.results.find((one) => one.id === id) ?? { id, ...undone })
    return { kind: 'ok', results }
  }

  const list = (since: string | null): ListReply => {
    for (const id of service.ids()) if (service.stateOf(id)?.status !== 'CheckedIn') listedOut.set(id, steps)
    return service.list(since, PAGE_SIZE)
  }

  /**
   * A ticket that the service has checked in stays so on the screen until the service says otherwise, or
   * staff undo it.
   */
  const checkKept = ({ state, phone, list }: Tab): void => {
    const checkIns = [...state.checkIns.values()]
    for (const { id, guest, walkIn, order, status, undo, result } of checkIns) {
      if (status !== 'recorded' || undo !== null || result?.ticket?.status !== 'CheckedIn') continue
      const shown = stateOf(state, guest.id)?.status
      const isMissing = shown === undefined && walkIn !== undefined && list.complete !== null
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
        return {
          ...{ type: 'list answered', session: SESSION, askedAt: effect.askedAt },
          reply: isOffline ? { kind: 'unreachable' } : list(tab.list.since),
        }
      case 'read types':
        return isOffline
          ? undefined
          : {
              ...{ type: 'types stored', session: SESSION },
              view: { ...viewOf(tab), typesVersion: service.typesVersion() },
            }
      default:
        return undefined
    }
  }

  /** Writes what the tab has of the list, if the disk works. Returns whether the tab may go on. */
  const keepList = (tab: Tab): boolean => {
    const begun = tab.isListStored ? begin(tab) : 'failed'
    if (begun === 'refused') {
      dispatch(tab, { type: 'taken over' })
      return false
    }
    tab.isListStored = begun === 'ok'
    if (begun === 'ok') {
      promise(tab.phone.latest === tab, `${tab.id} writes the list, and is not the owner`)
      tab.phone.list = tab.list
      tab.phone.types = tab.types
    }
    return true
  }

  const storeList = (tab: Tab, effect: Effect): void => {
    const { list } = tab
    const stored = (next: StoredList, changed: readonly string[] = []): void => {
      tab.list = next
      if (!keepList(tab) || !('askedAt' in effect)) return
      const view = viewOf(tab)
      dispatch(tab, { type: 'list stored', session: SESSION, view, changed, askedAt: effect.askedAt })
    }
    if (effect.type === 'store changes') {
      const { more, next, inside } = effect.changes
      const rows = fault === 'forgets the tickets of a response' ? [] : effect.changes.rows
      const { removed } = effect.changes
      const held = new Map(list.loading ?? list.complete ?? [])
      for (const row of rows) held.set(row[0], row)
      for (const id of removed) held.delete(id)
      stored(
        list.loading !== null && more
          ? { ...list, loading: held, since: next, deniedAt: null, inside }
          : { complete: held, loading: null, since: next, deniedAt: null, inside },
        [...rows.map(([id]) => id), ...removed],
      )
    } else if (effect.type === 'confirm list') stored({ ...list, deniedAt: null })
    else if (effect.type === 'begin list again') stored({ ...list, loading: new Map(), since: null })
    else if (effect.type === 'deny list') stored({ ...list, deniedAt: effect.at })
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
          roundTripMs: fault === 'sets its clock by a slow response' ? 0 : now - op.sentAt,
        })
      if (op.reply.type === 'types stored') {
        tab.types = op.reply.view.typesVersion
        if (keepList(tab)) dispatch(tab, { ...op.reply, view: viewOf(tab) })
      } else if (op.reply.type === 'answered' && fault === 'takes any response for that to its question')
        dispatch(tab, { ...op.reply, round: tab.state.round?.number ?? 0 })
      else dispatch(tab, op.reply)
      return
    }
    if (effect.type === 'save') {
      save(tab, op, luck)
      return
    }
    if (effect.type === 'load') {
      const begun = begin(tab)
      const isLeft = fault === 'leaves the questions of the tab before unanswered'
      const checkIns = [...tab.phone.checkIns.values()].filter(
        (one) => isCheckIn(one) && !(isLeft && one.status === 'asking'),
      )
      if (begun === 'ok') dispatch(tab, { type: 'loaded', checkIns })
      else dispatch(tab, { type: begun === 'failed' ? 'load failed' : 'taken over' })
      return
    }
    // A tab requests changes again only after the last response is stored.
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
      state: start({ owner: `${phone.name} ${ids}`, subject: 'door', device: phone.name }, phone.keptOffset, {
        wall: now + phone.wallError,
        mono: now - START,
      }),
      ...{ ops: [], timers: [], isAlive: true, isFrozen: false, isOwner: false, isRefused: false },
      ...{ list: newList(), types: null, isListStored: true, asked: new Map(), seen: new Set() },
    }
    // A tab that never knew the service's time has seen the clock jump, which no other tab knows of.
    if (phone.tabs.some(({ state: { clock } }) => clock.source === 'phone' && clock.offset !== 0))
      phone.isClockLost = true
    // The lock is stolen from the others, which may notice late.
    for (const other of phone.tabs)
      other.ops.push({ effect: { type: 'load' }, sentAt: now, reply: { type: 'taken over' } })
    phone.tabs.push(tab)
    phone.holder = tab
    tab.ops.push({ effect: { type: 'load' }, sentAt: now })
    tab.isListStored = begin(tab) === 'ok'
    if (tab.isListStored) {
      tab.list = phone.list
      tab.types = phone.types
    }
    dispatch(tab, { type: 'opened', id: SESSION, view: viewOf(tab), total: 5 })
    return tab
  }

  const close = (tab: Tab): void => {
    tab.isAlive = false
    tab.phone.tabs = tab.phone.tabs.filter((other) => other !== tab)
  }

  const kill = (tab: Tab): void => {
    onEvent(`${tab.id} ends`)
    if (tab.phone.latest === tab) leave(tab)
    close(tab)
  }

  /** Somebody signs out, and the next person signs in. */
  const changePerson = (phone: Phone): void => {
    const { latest: tab } = phone
    // Another tab would be told that it is not the active one.
    if (tab === null || phone.holder !== tab || !tab.isAlive || begin(tab) !== 'ok') return
    onEvent(`${tab.id} signs out`)
    for (const one of [...phone.tabs]) kill(one)
    for (const one of tab.state.checkIns.values()) if (conflictOf(one) !== undefined) reported.add(one.id)
    const kept =
      fault === 'erases what was not sent when somebody signs out'
        ? []
        : fault === 'keeps the guests when somebody signs out'
          ? [...tab.state.checkIns.values()]
          : whatIsLeft(tab.state, [...phone.checkIns.values()])
    phone.checkIns = new Map(kept.map((one) => [one.id, one]))
    for (const { guest, walkIn, status } of phone.checkIns.values()) {
      const isNeeded = walkIn !== undefined && status === 'admitted'
      promise(isNeeded || guest.name === null, `${guest.id} is named after somebody signed out`)
    }
    phone.list = newList()
    phone.types = null
    open(phone)
  }

  /** The tabs that are not suspended. */
  const awake = (): Tab[] => phones.flatMap(({ tabs }) => tabs).filter(({ isFrozen }) => !isFrozen)

  const advance = (ms: number): void => {
    now += ms
    for (const tab of awake()) {
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
    const note = (askId: string, asked: string, { isOut, areaId } = placeOf(tab.state)): void => {
      const isIn = presenceOf(stateOf(tab.state, asked) ?? { status: 'Valid', checkedInAt: null }).inside
      const own =
        isOut || areaId !== null || !isIn
          ? undefined
          : [...tab.state.checkIns.values()].find((one) => one.guest.id === asked && isUnsent(one))
      const isHeld =
        !isOut &&
        tab.state.session?.list.copy.get(asked)?.flag === 'Stop' &&
        /^(Valid|CheckedIn)$/.test(stateOf(tab.state, asked)?.status ?? '') &&
        ownCheckIn(tab.state, asked) === undefined
      tab.asked.set(askId, { ticketId: asked, isShown: false, at: now, own: own?.id, isHeld })
    }
    const kind = choose(14)
    const atEntrance = { ...placeOf(tab.state), isOut: false }
    const { card: shown } = tab.state
    if (kind === 9) {
      const count = 1 + choose(2)
      const ids = Array.from({ length: count }, () => ({ ticketId: newId(), checkInId: newId() }))
      for (const { ticketId: brought, checkInId } of ids) {
        note(checkInId, brought, atEntrance)
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
    if (kind === 10) {
      const areaId = [null, null, null, 'floor', 'vip'][choose(5)] as string | null
      dispatch(tab, { type: 'place chosen', place: { isOut: choose(2) === 0, areaId } })
      return
    }
    if (kind === 11) {
      dispatch(tab, { type: 'counted', id, by: choose(5) - 2 })
      return
    }
    if (kind === 12 && shown?.kind === 'verdict') {
      const [verdict] = shown.verdicts
      if (verdict?.outcome.kind !== 'AlreadyCheckedIn' || !verdict.outcome.mayBeBack) return
      const isBusy = tab.state.asks.length > 0
      tab.asked.set(id, {
        ticketId: verdict.guest.id,
        isShown: isBusy,
        at: now,
        own: undefined,
        isHeld: false,
      })
      dispatch(tab, { type: 'back tapped', ticketId: verdict.guest.id, id, exitId: newId() })
      if (isBusy) tab.asked.delete(id)
      return
    }
    // What is asked is known before the first outcome.
    note(id, ticketId, kind === 4 ? atEntrance : placeOf(tab.state))
    if (kind <= 2) dispatch(tab, { type: 'scanned', codes: [{ text: `C-${ticketId}`, id }] })
    else if (kind === 3) {
      // What lies open does not matter to a scanner.
      dispatch(tab, { type: 'chosen', ticketId: someTicket() })
      const text = `https://t.example/C-${ticketId}`.padEnd(30, '/')
      dispatch(tab, { type: 'entered', text, id, hits: [], isScan: true })
      promise(tab.state.chosen === null && tab.state.card !== null, `${id} is scanned without a sign`)
    } else if (kind === 4) dispatch(tab, { type: 'check-in tapped', ticketIds: [ticketId], ids: [id] })
    else if (kind === 5) {
      const group = ['b', 'c', 'd'].filter((one) => tab.state.session?.list.copy.get(one))
      const groupIds = group.map(newId)
      group.forEach((one, index) => {
        note(groupIds[index] as string, one, atEntrance)
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
        const done = card.verdicts.filter(({ outcome }) => stands(outcome)).map(({ checkInId }) => checkInId)
        dispatch(tab, { type: 'undo tapped', checkInIds: done, isOnCard: true })
      }
    } else {
      // An undo reaches whoever checked in, as far as it is known.
      dispatch(tab, { type: 'undo ticket tapped', ticketId })
    }
    if (!tab.state.asks.some((ask) => ask.id === id) && !tab.asked.get(id)?.isShown) tab.asked.delete(id)
  }

  const anyTab = (): Tab | undefined => {
    const tabs = awake()
    return tabs[choose(Math.max(1, tabs.length))]
  }

  const wake = (phone: Phone): void => {
    for (const tab of phone.tabs) {
      tab.isFrozen = false
      dispatch(tab, { type: 'woken' })
    }
  }

  const disturb = (): void => {
    const phone = phones[choose(2)] as Phone
    const kind = choose(16)
    if (kind === 0) phone.isOffline = !phone.isOffline
    else if (kind === 1) phone.isDiskBroken = !phone.isDiskBroken
    else if (kind === 2) {
      const tab = phone.tabs[choose(Math.max(1, phone.tabs.length))]
      if (tab) kill(tab)
    } else if (kind === 3 || kind === 13) {
      for (const tab of phone.tabs) tab.isFrozen = choose(2) === 0
      if (phone.tabs.length < 3) open(phone)
    } else if (kind === 14) for (const tab of phone.tabs) tab.isFrozen = false
    else if (kind === 4) {
      // The phone corrects its clock, or breaks it.
      phone.wallError = [0, -DAY_MS, 3_600_000, phone.wallError - 300_000][choose(4)] as number
      if (phone.tabs.length !== 1) phone.isClockLost = true
      for (const tab of awake()) if (tab.phone === phone) dispatch(tab, { type: 'send due' })
    } else if (kind === 5) service.deny(!service.isDenied())
    else if (kind === 6) {
      const managed = (['a', 'b', 'd'] as const)[choose(6)]
      if (managed !== undefined)
        service.manage(managed, (['Valid', 'Valid', 'Voided', 'Refunded'] as const)[choose(4)] ?? 'Valid')
      else if (choose(2) === 0) service.write('d', 'Refunded')
      else {
        if (service.live('e').length > 0) resets += 1
        service.write('e', 'Valid')
      }
    } else if (kind === 7) {
      const moved = (['a', 'b', 'c', 'd'] as const)[choose(8)]
      if (moved === undefined) service.changeSilently('c')
      else service.move(moved)
    } else if (kind === 8) service.restore()
    else if (kind === 9) wake(phone)
    else if (kind === 12) service.changeTypes()
    else if (kind === 15) changePerson(phone)
    else if (kind === 10) service.allowWalkIns(!service.areWalkInsAllowed())
    else if (!service.ids().includes('nobody')) service.add('nobody', { status: 'Valid', checkedInAt: null })
  }

  const isSettled = (): boolean =>
    phones.every(
      ({ tabs }) =>
        tabs.length === 1 &&
        tabs.every(
          ({ state, ops, list, types }) =>
            types === service.typesVersion() &&
            ops.length === 0 &&
            state.isReached &&
            state.dirty.size === 0 &&
            state.asks.length === 0 &&
            pendingItems(state).length === 0 &&
            list.loading === null &&
            list.deniedAt === null &&
            sumOf(list) === service.digest() &&
            JSON.stringify(list.inside) === JSON.stringify(service.inside()) &&
            service
              .ids()
              .every((id) => describeState(stateOf(state, id)) === describeState(service.stateOf(id))),
        ),
    ) && phones.every(({ checkIns }) => [...checkIns.values()].every(({ status }) => status !== 'asking'))

  /** Everything works again, and whatever is under way ends. */
  const heal = (): void => {
    service.deny(false)
    for (const phone of phones) {
      phone.isOffline = false
      phone.isDiskBroken = false
      // The last one may have ended, while those before have not noticed it.
      if (phone.holder?.isAlive !== true) open(phone)
      wake(phone)
    }
    for (let round = 0; round < 60 && !isSettled(); round += 1) {
      for (const tab of phones.flatMap(({ tabs }) => tabs)) {
        for (let count = 0; tab.isAlive && tab.ops.length > 0 && count < 200; count += 1) proceed(tab, 0, 0)
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
  return { phones, service, admitted, tapped, undone, unseen, reported, resets, walkInIds }
}

export type World = ReturnType<typeof simulate>

/** What must hold after every sequence, once everything works again. */
export const checkPromises = (world: World): void => {
  const { phones, service, admitted, tapped, undone, unseen, reported, resets, walkInIds } = world
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
    // Who may come back after an exit may come in twice.
    const isOnce = typeOf(ticketId) === 'Standing'
    const live = admitted.filter(
      (one) => isOnce && one.isEntry && one.ticketId === ticketId && !tapped.has(one.id),
    )
    const unnoticed = live.filter(({ id, phone }) => {
      const own = phone.tabs[0]?.state.checkIns.get(id)
      return !reported.has(id) && (own === undefined || conflictOf(own) === undefined)
    })
    // Who came before a manager voided the ticket was let in rightly.
    const isVoided = ticketState({ ...record, cover: null })?.status === 'Voided'
    const limit = isVoided ? 0 : 1 + (ticketId === 'e' ? resets : 0)
    promise(
      unnoticed.length <= limit,
      `${ticketId} let in ${unnoticed.map(({ id }) => id).join(', ')} unnoticed`,
    )
    for (const phone of phones) {
      for (const { state } of phone.tabs) {
        const shown = describeState(stateOf(state, ticketId))
        const real = describeState(service.stateOf(ticketId))
        promise(shown === real, `${phone.name} shows ${ticketId} as ${shown} instead of ${real}`)
      }
    }
  }
  for (const { tabs, latest, checkIns, name } of phones) {
    promise(tabs.length === 1 && tabs[0] === latest, `${name} has another tab that goes on`)
    for (const { state, asked, list, types } of tabs) {
      promise(types === service.typesVersion(), `${name} has other notes of types than the service`)
      promise(list.deniedAt === null, `${name} is denied`)
      promise(sumOf(list) === service.digest(), `${name} has another list than the service`)
      promise(
        JSON.stringify(list.inside) === JSON.stringify(service.inside()),
        `${name} has another number inside than the service`,
      )
      promise(
        state.asks.length === 0 && state.queue.length === 0 && state.round === null,
        `${name} never answers`,
      )
      for (const [id, { isShown }] of asked) promise(isShown, `${id} was asked, and has no outcome`)
      promise(pendingItems(state).length === 0, `${name} does not send everything`)
      promise(![...state.checkIns.values()].some(isRejected), `${name} keeps rejected check-ins`)
      promise(state.dirty.size === 0, `${name} does not store everything`)
    }
    for (const checkIn of checkIns.values()) {
      promise(checkIn.status !== 'asking', `${checkIn.id} stays a question`)
      const isCounted = checkIn.type !== 'Tally' || service.tallies.has(checkIn.id)
      promise(isCounted, `${checkIn.id} counted people, and is lost`)
      const isOver = checkIn.isLeft !== true || conflictOf(checkIn) !== undefined || checkIn.isSeen
      promise(isOver, `${checkIn.id} stays, and the service has it`)
      const isNamed = checkIn.isLeft && checkIn.walkIn && checkIn.guest.name !== null
      promise(!isNamed, `${checkIn.id} names a walk-in of somebody who has signed out`)
    }
  }
}
