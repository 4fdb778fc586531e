// The service in memory, as a door device sees it: check-ins by the documented rule, and ticket changes.

import { type EntryRule, ONCE, presenceOf } from '../../../src/domain/check-in-rule.ts'
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import { walkInNumber } from '../../../src/domain/tickets/walk-in.ts'
import { type Item, type Result, toWire } from '../../../web/door/core/check-in.ts'
import type { ListReply, PostReply } from '../../../web/door/core/state.ts'
import type { Changes, Inside, Row } from '../../../web/door/core/ticket.ts'
import {
  comeBack,
  emptyRecord,
  layCover,
  liveAdmissions,
  makeValid,
  moveAway,
  recordItem,
  type TicketRecord,
  type TicketState,
  ticketState,
  writeBase,
} from '../../models/check-ins.ts'
import { doorRow } from '../../support/door-rows.ts'

export type ModelService = ReturnType<typeof makeService>

/** So few that every sequence reaches them. */
const BOUNDS = { repeats: 1, takesUnmatched: () => true }

/** A ticket whose note must be read before its guest is let in. */
export const STOPPED = 'c'

export const AREAS = ['floor', 'vip'].map((id) => ({ id, name: id, capacity: null }))

/** The rules of the ticket types: of most tickets, and of those that admit again after an exit. */
export const RULES: Record<string, EntryRule> = {
  Standing: ONCE,
  Club: { ...ONCE, areas: ['floor'], entries: 'AfterExit' },
}

export const typeOf = (ticketId: string): string => (/^[bd]$/.test(ticketId) ? 'Club' : 'Standing')

const toText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** The code of a ticket is its id with `C-` before it. */
export const makeService = (
  sessionId: string,
  tickets: ReadonlyMap<string, TicketState>,
  clock: () => number,
) => {
  const records = new Map<string, TicketRecord>()
  const checks = new Map<string, number>()
  const devices = new Map<string, string | null>()
  const ticketOf = new Map<string, string>()
  /** Undos whose check-in has not arrived. */
  const dangling = new Map<string, number>()
  let log: string[] = []
  let epoch = 1
  let lastCheck = 0
  let isDenied = false
  let typesVersion = 1
  let areWalkInsAllowed = true
  /** Tickets that walk-ins brought. */
  const brought = new Set<string>()
  /** Tallies by their ids. */
  const tallies = new Map<string, { areaId: string | null; by: number }>()

  const newRecord = (id: string, base: TicketState | null): TicketRecord => ({
    ...emptyRecord(base),
    rule: RULES[typeOf(id)] as EntryRule,
  })

  const touch = (id: string, isLogged = true): void => {
    lastCheck += 7
    checks.set(id, lastCheck)
    if (isLogged) log.push(id)
  }
  const stateOf = (id: string): TicketState | null => ticketState(records.get(id) ?? newRecord(id, null))
  const add = (id: string, base: TicketState): void => {
    records.set(id, newRecord(id, base))
    touch(id)
  }
  for (const [id, base] of tickets) add(id, base)

  const rowOf = (id: string): Row => {
    const { status, checkedInAt, presence } = stateOf(id) as TicketState
    return doorRow({
      id,
      ticketNumber: brought.has(id) ? walkInNumber(id) : `N-${id}`,
      status,
      ticketTypeName: typeOf(id),
      attendeeName: id,
      checkedInAt: toText(checkedInAt),
      check: checks.get(id),
      codeHash: hashCode(sessionId, `C-${id}`),
      flag: id === STOPPED ? 'Stop' : null,
      ...(presence && {
        inside: presence.inside,
        areas: presence.areas,
        lastIn: toText(presence.lastIn),
        lastOut: toText(presence.lastOut),
        entries: presence.entries,
      }),
    })
  }

  /** How many people are in the venue and in each area. */
  const inside = (): Inside[] =>
    [null, ...AREAS.map(({ id }) => id)].map((areaId) => {
      const isIn = (id: string): boolean => {
        const state = stateOf(id) as TicketState
        const presence = presenceOf(state)
        return (
          state.status === 'CheckedIn' &&
          (areaId === null ? presence.inside : presence.areas.includes(areaId))
        )
      }
      const others = [...tallies.values()].filter((one) => one.areaId === areaId)
      return {
        areaId,
        tickets: listedIds().filter(isIn).length,
        others: others.reduce((sum, { by }) => sum + by, 0),
        capacity: areaId === null ? 100 : null,
      }
    })

  const record = (
    item: {
      type: string
      id: string
      at: string
      ticketId?: string
      checkInId?: string
      admitted?: boolean
      areaId?: string
      by?: number | undefined
    },
    device: string | null,
  ): Result => {
    if (item.type === 'Tally') {
      if (!tallies.has(item.id)) tallies.set(item.id, { areaId: item.areaId ?? null, by: item.by ?? 0 })
      return { id: item.id, outcome: 'Counted', ticket: null, earlier: null }
    }
    const at = Math.min(Date.parse(item.at), clock())
    const id = item.ticketId ?? ticketOf.get(item.checkInId ?? '')
    if (id === undefined) {
      dangling.set(item.checkInId as string, at)
      return { id: item.id, outcome: 'Undone', ticket: null, earlier: null }
    }
    let before = records.get(id) ?? newRecord(id, null)
    if (item.type !== 'Undo') {
      ticketOf.set(item.id, id)
      const undoneAt = dangling.get(item.id)
      if (undoneAt !== undefined) {
        before = recordItem(before, {
          type: 'Undo',
          id: `undo-${item.id}`,
          checkInId: item.id,
          at: undoneAt,
        }).record
        dangling.delete(item.id)
      }
      if (!devices.has(item.id)) devices.set(item.id, device)
    }
    const state = ticketState(before)
    const live = liveAdmissions(before).find((one) => one.at === state?.checkedInAt && one.id !== item.id)
    const sent = { ...item, at } as Parameters<typeof recordItem>[1]
    const { record: after, outcome } = recordItem(before, sent, areWalkInsAllowed, BOUNDS)
    if (outcome === 'CheckedIn' && !after.checkIns.some((one) => one.id === item.id))
      throw new Error(`${item.id} admits, and is not recorded`)
    if (item.type === 'WalkIn' && before.base === null) brought.add(id)
    records.set(id, after)
    const next = ticketState(after)
    if (JSON.stringify(next) !== JSON.stringify(state)) touch(id)
    const presence = next && presenceOf(next)
    const ticket = next && {
      ...{ status: next.status, checkedInAt: toText(next.checkedInAt) },
      ...(presence && { inside: presence.inside, areas: presence.areas, entries: presence.entries }),
      ...(presence && { lastIn: toText(presence.lastIn), lastOut: toText(presence.lastOut) }),
    }
    const earlier =
      outcome === 'AlreadyCheckedIn'
        ? {
            at: state?.checkedInAt == null ? null : new Date(state.checkedInAt).toISOString(),
            device: live ? (devices.get(live.id) ?? null) : null,
          }
        : null
    return { id: item.id, outcome, ticket, earlier }
  }

  /** The tickets of the session. A check-in of an unknown ticket makes none, and others have moved. */
  const listedIds = (): string[] =>
    [...records].filter(([, { base, away }]) => base !== null && away === undefined).map(([id]) => id)

  const sumChecks = (): number => listedIds().reduce((sum, id) => sum + (checks.get(id) ?? 0), 0)

  const changes = (since: string | null, pageSize: number): Changes | 'gone' => {
    const ids = listedIds().sort()
    const [kind, sinceEpoch, from, last] =
      since === null
        ? ['list', epoch, log.length, '']
        : (JSON.parse(since) as [string, number, number, string])
    if (sinceEpoch !== epoch) return 'gone'
    const counts = { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 }
    for (const id of ids) counts[(stateOf(id) as TicketState).status] += 1
    const base = {
      removed: [] as string[],
      counts,
      inside: inside(),
      digest: sumChecks(),
      typesVersion: String(typesVersion),
    }
    if (kind === 'list') {
      const rest = ids.filter((id) => id > last)
      const part = rest.slice(0, pageSize)
      const more = rest.length > pageSize || from < log.length
      const next = rest.length > pageSize ? ['list', epoch, from, part.at(-1)] : ['log', epoch, from, '']
      return { ...base, rows: part.map(rowOf), more: more && part.length > 0, next: JSON.stringify(next) }
    }
    const part = log.slice(from, from + pageSize)
    const end = from + part.length
    const changed = [...new Set(part)]
    return {
      ...base,
      rows: changed.filter((id) => ids.includes(id)).map(rowOf),
      removed: changed.filter((id) => !ids.includes(id)),
      more: end < log.length,
      next: JSON.stringify(['log', epoch, end, '']),
    }
  }

  const denial = { kind: 'error', status: 403, code: 'forbidden', message: '', retryAfter: null } as const
  return {
    records,
    stateOf,
    ticketOf,
    digest: sumChecks,
    inside,
    tallies,
    ids: listedIds,
    add,
    post: (items: readonly Item[]): PostReply =>
      isDenied
        ? denial
        : {
            kind: 'ok',
            results: items.map((item) =>
              record(toWire(item) as Parameters<typeof record>[0], item.checkIn.device),
            ),
          },
    list: (since: string | null, pageSize: number): ListReply => {
      if (isDenied) return denial
      const body = changes(since, pageSize)
      if (body === 'gone') return { ...denial, status: 410, code: 'changes_gone' }
      return { kind: 'changes', changes: body, tag: null }
    },
    live: (ticketId: string): { id: string; at: number }[] =>
      liveAdmissions(records.get(ticketId) ?? emptyRecord(null)).map(({ id, at }) => ({ id, at })),
    deny: (value: boolean): void => {
      isDenied = value
    },
    isDenied: () => isDenied,
    allowWalkIns: (value: boolean): void => {
      areWalkInsAllowed = value
    },
    areWalkInsAllowed: () => areWalkInsAllowed,
    /** Another part of the platform writes a status. */
    write: (id: string, status: TicketState['status']): void => {
      records.set(id, writeBase(records.get(id) as TicketRecord, { status, checkedInAt: null }))
      touch(id)
    },
    /** A manager voids or refunds a ticket, or makes it valid again. */
    manage: (id: string, status: 'Valid' | 'Refunded' | 'Voided'): void => {
      const record = records.get(id) as TicketRecord
      records.set(id, status === 'Valid' ? makeValid(record) : layCover(record, status))
      touch(id)
    },
    /** A manager moves a ticket to another session, or reverts that. */
    move: (id: string): void => {
      const record = records.get(id) as TicketRecord
      const moved = record.away === undefined ? moveAway(record) : comeBack(record)
      if (moved === record) return
      records.set(id, moved)
      touch(id)
    },
    isAway: (id: string): boolean => records.get(id)?.away !== undefined,
    /** A change that devices are not told of, as after a restore that later writes have overtaken. */
    changeSilently: (id: string): void => touch(id, false),
    typesVersion: () => String(typesVersion),
    changeTypes: (): void => {
      typesVersion += 1
    },
    restore: (): void => {
      epoch += 1
      log = []
    },
  }
}
