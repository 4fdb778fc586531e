// Check-ins and undos that wait to be sent, on disk and in memory. Memory has everything too, because phones can lose the
// connection to the disk; what the disk lacks is written again with the next change.
import { signal } from '@preact/signals'
import { result, type Stores, timesCreated, transact } from '../holds/database.ts'
import { type Action, type ServiceResult, type TroubleKind, toMark, troubleOf } from './rule.ts'

export type Item =
  | { type: 'CheckIn'; id: string; ticketId: string; admitted: boolean }
  | { type: 'Undo'; id: string; checkInId: string; ticketId: string }

export type Entry = Item & {
  /** The order in which entries are sent. */
  order: number
  sessionId: string
  /** The name of the device when it happened. */
  device: string | null
  /** Who was signed in. */
  subject: string
  /** The page on which it happened. */
  page: string
  ticketNumber: string
  name: string | null
  /** Epoch milliseconds by the clock of the device. */
  at: number
  /** `asking`: the service is being asked, and nothing was shown. `aside`: the service did not accept it. */
  state: 'asking' | 'waiting' | 'aside'
  error: string | null
}

export type Trouble = {
  id: string
  kind: TroubleKind
  sessionId: string
  ticketId: string
  ticketNumber: string
  name: string | null
  at: number
  earlier: { at: string | null; device: string | null } | null
}

/** Settled actions that are kept for the list of recent check-ins. */
const KEPT_ACTIONS = 50

const STORES = ['outbox', 'actions', 'troubles'] as const

/** Somebody waits in front of the device. */
const COMMIT_LIMIT_MS = 5_000

export const outbox = signal<readonly Entry[]>([])
export const actions = signal<readonly Action[]>([])
export const troubles = signal<readonly Trouble[]>([])

const channel = new BroadcastChannel('doorlist.outbox')

const byOrder = (a: Entry, b: Entry): number => a.order - b.order

const nextOrder = (): number => Math.max(Date.now(), ...outbox.value.map(({ order }) => order + 1))

export const makeEntry = (entry: Omit<Entry, 'order' | 'error'>): Entry =>
  ({ ...entry, order: nextOrder(), error: null }) as Entry

/** What a change adds, replaces and removes. */
export type Change = {
  entries?: readonly Entry[]
  sent?: readonly string[]
  actions?: readonly Action[]
  forgotten?: readonly string[]
  troubles?: readonly Trouble[]
  seen?: readonly string[]
}

const merge = <Value extends { id: string }>(
  before: readonly Value[],
  added: readonly Value[] = [],
  removed: readonly string[] = [],
): Value[] => {
  const values = new Map(before.map((value) => [value.id, value]))
  for (const value of added) values.set(value.id, value)
  for (const id of removed) values.delete(id)
  return [...values.values()]
}

/** What the disk could not take yet. */
let unsaved: Change[] = []

const store = (stores: Stores, change: Change): void => {
  for (const entry of change.entries ?? []) stores('outbox').put(entry)
  for (const id of change.sent ?? []) stores('outbox').delete(id)
  for (const action of change.actions ?? []) stores('actions').put(action)
  for (const id of change.forgotten ?? []) stores('actions').delete(id)
  for (const trouble of change.troubles ?? []) stores('troubles').put(trouble)
  for (const id of change.seen ?? []) stores('troubles').delete(id)
}

const remember = (change: Change): void => {
  outbox.value = merge(outbox.value, change.entries, change.sent).sort(byOrder)
  actions.value = merge(actions.value, change.actions, change.forgotten)
  troubles.value = merge(troubles.value, change.troubles, change.seen)
}

/**
 * Writes a change to the disk, and then to memory.
 *
 * @param otherwise what is done instead if the disk does not take the change
 * @returns whether it is on disk
 */
export const commit = async (change: Change, otherwise: Change = change): Promise<boolean> => {
  const pending = [...unsaved, change]
  const storeAll = async (stores: Stores): Promise<void> => {
    for (const one of pending) store(stores, one)
  }
  const isStored = await transact(STORES, 'readwrite', storeAll, COMMIT_LIMIT_MS).then(
    () => true,
    () => false,
  )
  // Another change may have failed while this one was written.
  unsaved = isStored ? unsaved.filter((one) => !pending.includes(one)) : [...unsaved, otherwise]
  remember(isStored ? change : otherwise)
  channel.postMessage(null)
  return isStored
}

const isEntry = (entry: Entry): boolean =>
  (entry.type === 'CheckIn' || entry.type === 'Undo') && typeof entry.sessionId === 'string'

/** The database that was read last, by {@link timesCreated}. */
let readFrom: number | undefined

/** Reads what the disk has. If the browser has dropped the database, writes what memory has to the new one. */
export const loadOutbox = async (): Promise<void> => {
  const isDropped = await transact(STORES, 'readonly', async (stores) => {
    const [entries, done, wrong] = await Promise.all([
      result<Entry[]>(stores('outbox').getAll()),
      result<Action[]>(stores('actions').getAll()),
      result<Trouble[]>(stores('troubles').getAll()),
    ])
    if (readFrom !== undefined && readFrom !== timesCreated()) return true
    // Still inside the transaction: after it, another change may be stored, and this would overwrite it in memory.
    outbox.value = entries.filter(isEntry).sort(byOrder)
    actions.value = done
    troubles.value = wrong
    return false
  })
  readFrom = timesCreated()
  if (isDropped) await commit({ entries: outbox.value, actions: actions.value, troubles: troubles.value })
  for (const change of unsaved) remember(change)
}

// Another tab has changed it.
channel.onmessage = () => {
  loadOutbox().catch(() => undefined)
}

/** The undo that takes back a question whose outcome was not "Checked in". */
export const undoOf = (entry: Entry, id: string): Entry => ({
  ...entry,
  type: 'Undo',
  id,
  checkInId: entry.id,
  order: nextOrder(),
  state: 'waiting',
})

/** Takes back the questions of pages that ended before they showed an outcome. `open` are the pages that did not. */
export const takeBackAbandoned = async (open: ReadonlySet<string>): Promise<void> => {
  const abandoned = outbox.value.filter(({ state, page }) => state === 'asking' && !open.has(page))
  if (abandoned.length === 0) return
  await commit({
    entries: abandoned.map((entry) => undoOf(entry, crypto.randomUUID())),
    sent: abandoned.map(({ id }) => id),
  })
}

const toTrouble = (entry: Entry, outcome: ServiceResult): Trouble | undefined => {
  const kind = entry.type === 'CheckIn' && entry.admitted ? troubleOf(outcome) : undefined
  if (kind === undefined) return undefined
  const { id, sessionId, ticketId, ticketNumber, name, at } = entry
  return { id, kind, sessionId, ticketId, ticketNumber, name, at, earlier: outcome.earlier }
}

/** Removes entries that the service has, and keeps what it said otherwise. */
export const settle = async (
  sent: readonly Entry[],
  results: readonly ServiceResult[],
  now: number,
): Promise<void> => {
  const byId = new Map(results.map((one) => [one.id, one]))
  const done = actions.value.flatMap((action): Action[] => {
    const answer = byId.get(action.id)
    return answer === undefined ? [] : [{ ...action, answeredAt: now, after: toMark(answer) ?? action.after }]
  })
  // A check-in that was undone needs nobody's attention. Its undo may still wait.
  const undoneBy = (entries: readonly Entry[]): string[] =>
    entries.flatMap((entry) => (entry.type === 'Undo' ? [entry.checkInId] : []))
  const undone = new Set(undoneBy(outbox.value))
  await commit({
    sent: sent.map(({ id }) => id),
    actions: done,
    troubles: sent
      .filter(({ id }) => !undone.has(id))
      .flatMap((entry) => toTrouble(entry, byId.get(entry.id) as ServiceResult) ?? []),
    seen: undoneBy(sent),
  })
}

/** Notes which actions the copy of a session's tickets has, and forgets old ones. */
export const settleActions = async (isSettled: (action: Action) => boolean): Promise<void> => {
  const settled = actions.value
    .filter((action) => !action.isSettled && isSettled(action))
    .map((action) => ({ ...action, isSettled: true }))
  if (settled.length === 0) return
  const old = merge(actions.value, settled)
    .filter((action) => action.isSettled)
    .sort((a, b) => b.at - a.at)
    .slice(KEPT_ACTIONS)
  await commit({ actions: settled, forgotten: old.map(({ id }) => id) })
}
