// Check-ins, undos and writes of others in any order, against the rule.
// @module-tag more
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  ENTRIES,
  type EntryRule,
  type Item,
  presenceOf,
  type Tally,
  type TicketState,
} from '../../../../src/domain/check-in-rule.ts'
import type { Schemas } from '../../../../web/shared/schemas.ts'
import {
  comeBack,
  decisiveAdmission,
  emptyRecord,
  isAsItLeft,
  layCover,
  makeValid,
  moveAway,
  problems,
  recordItem,
  stateAnywhere,
  type TicketRecord,
  ticketState,
  writeBase,
} from '../../../models/check-ins.ts'
import { expectError, okBody, sendJson } from '../../../support/api.ts'
import {
  admission,
  at,
  checkIn,
  exit,
  listCheckIns,
  START,
  send,
  stateOf,
  undo,
  upsertState,
  walkIn,
  writeState,
} from '../../../support/check-ins.ts'
import {
  addArea,
  addSession,
  addStaff,
  addTicket,
  addTickets,
  makeOrganizer,
  type Organizer,
  query,
} from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'

let org: Organizer
/** Its event allows walk-ins. */
let open: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
  open = await makeOrganizer()
  await query('UPDATE events SET walk_ins = 1 WHERE id = ?', open.event)
  for (const each of [org, open]) {
    areasOf.set(each.event, [await addArea(each.event), await addArea(each.event, 'VIP')])
    elsewhere.set(each.event, await addSession(each))
  }
  // The rule of a type counts from the start of the session.
  await query('UPDATE sessions SET starts_at = ?', START)
})

const areasOf = new Map<string, [string, string]>()
/** Where the tickets of an event move to. */
const elsewhere = new Map<string, string>()

const setRule = ({ event }: Organizer, { areas, entries, from, until }: EntryRule) =>
  query(
    'UPDATE ticket_types SET areas = ?, entries = ?, from_minutes = ?, until_minutes = ? WHERE event_id = ?',
    ...[areas && JSON.stringify(areas), entries, from, until, event],
  )

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const
/** What managers can say. */
const SETTABLE = ['Valid', 'Refunded', 'Voided'] as const
const minutes = fc.integer({ min: 0, max: 5 })

/**
 * Ways to write the same values. SQLite gives the conflict rule of the outer statement to what triggers
 * write.
 */
const VERBS = ['UPDATE', 'UPDATE OR REPLACE', 'UPDATE OR IGNORE', 'UPDATE OR FAIL', 'UPSERT'] as const

type Step =
  | {
      kind: 'send'
      items: {
        slot: number
        type: Exclude<Item['type'], 'Tally'>
        area: 0 | 1 | null
        of: number
        admitted: boolean
        minute: number
      }[]
    }
  | { kind: 'write'; status: (typeof STATUSES)[number]; minute: number | null; verb: (typeof VERBS)[number] }
  | { kind: 'manage'; status: (typeof SETTABLE)[number] }
  /** To another session, or back by the revert of the move. */
  | { kind: 'move' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      items: fc.array(
        fc.record({
          slot: fc.nat(7),
          type: fc.constantFrom(...(['CheckIn', 'CheckIn', 'Exit', 'Exit', 'WalkIn', 'Undo'] as const)),
          area: fc.constantFrom(...([null, null, 0, 1] as const)),
          of: fc.nat(5),
          admitted: fc.boolean(),
          minute: minutes,
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      status: fc.constantFrom(...STATUSES),
      minute: fc.option(minutes),
      verb: fc.constantFrom(...VERBS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('manage' as const), status: fc.constantFrom(...SETTABLE) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const) }) },
)

/** A manager sets the status of a ticket. One that is checked in does not become valid. */
const manage = async (session: string, owner: string, ticket: string, status: (typeof SETTABLE)[number]) => {
  const path = `/api/organizer/v1/sessions/${session}/tickets/${ticket}`
  const [before] = await query<{ status: string }>('SELECT status FROM tickets WHERE id = ?', ticket)
  const response = await sendJson('PATCH', path, owner, { status })
  if (status === 'Valid' && before?.status === 'CheckedIn') {
    await expectError(response, 'checked_in')
    return
  }
  const [after] = await query<{ status: string }>('SELECT status FROM tickets WHERE id = ?', ticket)
  expect(await okBody(response)).toMatchObject({ id: ticket, status: after?.status })
}

type Moved = Schemas['TicketBulkUpdateResult']

/** A manager of one test, who has a rate limit of their own. */
const addManager = async ({ id }: Organizer): Promise<string> => {
  const subject = `manager-${crypto.randomUUID()}`
  await query("INSERT INTO members (organizer_id, subject, role) VALUES (?, ?, 'manager')", id, subject)
  return subject
}

const bulkPath = ({ session }: Organizer): string =>
  `/api/organizer/v1/sessions/${session}/tickets/bulk-update`

/** Moves a ticket to another session. Returns the record; null if the ticket has facts, so that it stays. */
const move = async (from: Organizer, manager: string, ticket: string, sessionId: string) => {
  const body = { ticketIds: [ticket], changes: { sessionId }, overCapacity: true }
  const seen = await okBody<{ version: string }>(
    await sendJson('POST', `${bulkPath(from)}/preview`, manager, body),
  )
  const update = { ...body, expectedVersion: seen.version }
  return (await okBody<Moved>(await sendJson('POST', bulkPath(from), manager, update))).recordId
}

const moveBack = async (to: Organizer, manager: string, record: string) =>
  okBody(await sendJson('POST', `${bulkPath(to)}/${record}/revert`, manager, {}))

describe('the database', () => {
  it('follows the rule for any check-ins, undos, voids, moves and writes of others (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 10 }),
        fc.constantFrom(...STATUSES, null),
        fc.option(minutes),
        fc.boolean(),
        fc.record({
          areas: fc.constantFrom<(0 | 1)[] | null>(null, [], [0]),
          entries: fc.constantFrom(...ENTRIES),
          from: fc.option(minutes),
          until: fc.option(minutes),
        }),
        async (steps, status, minute, areWalkInsAllowed, { areas: allowed, ...window }) => {
          const time = (value: number | null) => (value === null ? null : START + value * 60_000)
          const to = areWalkInsAllowed ? open : org
          const { session } = to
          const staff = await addStaff(to)
          const manager = await addManager(to)
          let moved: string | null = null
          const base = status && { status, checkedInAt: time(minute) }
          const ticket =
            base === null
              ? (crypto.randomUUID() as string)
              : await addTicket(to, { status: base.status, checked_in_at: base.checkedInAt })
          // An item of a slot always has the same id. A check-in of slot 6 or 7 has an id that undos never
          // name.
          const ids = Array.from({ length: 8 }, () => crypto.randomUUID() as string)
          const undoIds = Array.from({ length: 8 }, () => crypto.randomUUID() as string)
          const areas = areasOf.get(to.event) as [string, string]
          const rule = { ...window, areas: allowed?.map((index) => areas[index]) ?? null }
          await setRule(to, rule)
          let record: TicketRecord = { ...emptyRecord(base), rule, startsAt: START }
          const devices = new Map<string, string>()
          for (const [gate, next] of steps.entries()) {
            if (next.kind === 'manage') {
              if (record.base === null) continue
              const at = record.away === undefined ? session : (elsewhere.get(to.event) as string)
              record = next.status === 'Valid' ? makeValid(record) : layCover(record, next.status)
              await manage(at, to.owner, ticket, next.status)
            } else if (next.kind === 'move') {
              if (record.base === null) continue
              if (moved === null) {
                record = moveAway(record)
                moved = await move(to, manager, ticket, elsewhere.get(to.event) as string)
                expect(moved !== null).toBe(record.away !== undefined)
              } else {
                record = comeBack(record)
                await moveBack(to, manager, moved)
                // Who was let in there stays there, and the revert was the only one.
                if (record.away !== undefined) return
                moved = null
              }
            } else if (next.kind === 'write') {
              if (record.base === null) continue
              record = writeBase(record, { status: next.status, checkedInAt: time(next.minute) })
              if (next.verb === 'UPSERT') await upsertState(ticket, next.status, next.minute)
              else await writeState(ticket, next.status, next.minute, next.verb)
            } else {
              // What arrives after others wrote the ticket there may find their values.
              if (!isAsItLeft(record)) continue
              const batch = new Map<string, Record<string, unknown> & { id: string }>()
              for (const { slot, type, of, admitted, area, minute: itemMinute } of next.items) {
                const areaId = area === null ? null : areas[area]
                const more = { id: ids[slot] as string, at: at(itemMinute), areaId }
                const item =
                  type === 'CheckIn'
                    ? // A question about an unknown ticket is not recorded, and answered as of after the batch.
                      checkIn(ticket, { ...more, admitted: admitted || ticketState(record) === null })
                    : type === 'WalkIn'
                      ? walkIn(ticket, { ...more, ticketTypeName: 'Standing' })
                      : type === 'Exit'
                        ? exit(ticket, itemMinute, more)
                        : undo(ids[of] as string, { at: more.at, id: undoIds[slot] })
                // An exit of an unknown ticket is not recorded either.
                if (type === 'Exit' && record.base === null) continue
                // Only the first walk-in of a batch makes the ticket.
                if (type === 'WalkIn' && [...batch.values()].some((one) => one.type === type)) continue
                if (!batch.has(item.id)) batch.set(item.id, item)
              }
              const items = [...batch.values()]
              if (items.length === 0) continue
              const { results } = await send(session, staff, items, `Gate ${gate}`)
              const inOrder = items.toSorted(
                (a, b) => Number(b.type === 'WalkIn') - Number(a.type === 'WalkIn'),
              )
              const outcomes = inOrder.map((item) => {
                const sent = { ...item, at: Date.parse(item.at as string) } as unknown as Exclude<Item, Tally>
                const result = recordItem(record, sent, areWalkInsAllowed)
                record = result.record
                if (!devices.has(item.id)) devices.set(item.id, `Gate ${gate}`)
                return [item.id, result.outcome]
              })
              expect(results.map(({ id, outcome }) => [id, outcome]).toSorted()).toEqual(outcomes.toSorted())
            }
            const [row] = await query(
              `SELECT status, checked_in_at AS checkedInAt, device, presence, cover, cover_record AS coverRecord
               FROM tickets WHERE id = ?`,
              ticket,
            )
            const { device, presence, cover = null, coverRecord = null, ...state } = row ?? {}
            const now = record.away?.there ?? record
            expect([cover, coverRecord === null]).toEqual([now.cover ?? null, cover === null])
            const expected = stateAnywhere(record)
            expect(state).toEqual(
              expected ? { status: expected.status, checkedInAt: expected.checkedInAt } : {},
            )
            if (expected)
              expect(
                presenceOf({ ...(state as TicketState), presence: JSON.parse(presence as string) }),
              ).toEqual(presenceOf(expected))
            const decisive = decisiveAdmission(record)
            if (row !== undefined) expect(device).toBe(decisive === undefined ? null : devices.get(decisive))
          }
          const { data } = await listCheckIns(session, staff, {
            ticketId: ticket,
            pageSize: '100',
          })
          expect(data.map(({ id, outcome }) => [id, outcome])).toEqual(
            record.checkIns.map(({ id, outcome }) => [id, outcome]).reverse(),
          )
          const suspicious = await listCheckIns(session, staff, {
            ticketId: ticket,
            problem: 'true',
            pageSize: '100',
          })
          expect(suspicious.data.map(({ id }) => id)).toEqual(problems(record).reverse())
        },
      ),
      { numRuns: runs(120) },
    )
  })

  it('ends in the same states for admissions and undos in any order, grouping and repetition (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ of: fc.nat(2), minute: minutes, undone: fc.boolean() }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.infiniteStream(fc.nat(1_000)),
        async (admissions, random) => {
          const next = (below: number): number => (random.next().value as number) % below
          const staff = await addStaff(org)
          const ends: unknown[] = []
          const stay = Array.from(
            { length: 3 },
            (_, index) => (index === 2 ? 'CheckedIn' : 'Valid') as 'Valid',
          )
          for (let run = 0; run < 2; run++) {
            const tickets = await addTickets(
              org,
              stay.map((status) => ({ status, checked_in_at: status === 'Valid' ? null : START + 120_000 })),
            )
            const items = admissions.flatMap(({ of, minute, undone }) => {
              const item = admission(tickets[of] as string, minute)
              return undone ? [item, undo(item.id)] : [item]
            })
            const queue = [...items, ...items.filter(() => next(3) === 0)]
            for (let index = queue.length - 1; index > 0; index--) {
              const other = next(index + 1)
              ;[queue[index], queue[other]] = [
                queue[other] as (typeof queue)[0],
                queue[index] as (typeof queue)[0],
              ]
            }
            while (queue.length > 0) await send(org.session, staff, queue.splice(0, 1 + next(4)))
            ends.push(await Promise.all(tickets.map(stateOf)))
          }
          expect(ends[0]).toEqual(ends[1])
        },
      ),
      { numRuns: runs(60) },
    )
  })
})
