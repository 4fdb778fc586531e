// The rule in SQL is that of the module, for every combination of what it depends on. The property of
// test/api/v1/check-ins/properties.api.test.ts holds the two together for whole nights.
// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest'
import {
  coverState,
  ENTRIES,
  type EntryRule,
  type Fact,
  fold,
  OUTCOMES,
  outcomeOf,
  presenceOf,
  STATUSES,
  type TicketState,
} from '../../../src/domain/check-in-rule.ts'
import { checkIn, sendOne } from '../../support/check-ins.ts'
import {
  addArea,
  addTicket,
  addTickets,
  insert,
  makeOrganizer,
  type Organizer,
  query,
} from '../../support/rows.ts'

const STARTS_AT = Date.UTC(2026, 5, 12, 20)

let org: Organizer
let floor: string
let bar: string
beforeAll(async () => {
  org = await makeOrganizer()
  floor = await addArea(org.event)
  bar = await addArea(org.event, 'Bar')
  await query('UPDATE sessions SET starts_at = ? WHERE id = ?', STARTS_AT, org.session)
})

const setRule = ({ areas, entries, from, until }: EntryRule) =>
  query(
    'UPDATE ticket_types SET areas = ?, entries = ?, from_minutes = ?, until_minutes = ? WHERE id = ?',
    ...[areas && JSON.stringify(areas), entries, from, until, org.types.Standing],
  )

type Found = TicketState & { baseStatus: TicketState['status'] }

/** Adds tickets whose bases differ from them only by check-ins since. Returns their ids. */
const addWithBases = async (tickets: readonly Found[], more: object = {}): Promise<string[]> => {
  const states = tickets.map(({ status, checkedInAt, presence = null }) => ({
    ...{ status, checked_in_at: checkedInAt, presence: presence && JSON.stringify(presence) },
  }))
  const ids = await addTickets(org, states)
  const bases = ids.map((ticket_id, index) => ({
    ...{ ticket_id, session_id: org.session, version: 'v', base_status: tickets[index]?.baseStatus ?? null },
    ...states[index],
    ...more,
  }))
  await insert('ticket_bases', ...bases)
  return ids
}

const addItems = (...items: object[]): Promise<void> =>
  insert(
    'check_ins',
    ...items.map((item) => ({
      ...{ session_id: org.session, at: STARTS_AT, received_at: 0, subject: 's', admitted: 1 },
      ...item,
    })),
  )

/** The outcomes that the database gave to items. */
const readOutcomes = async (ids: readonly string[]): Promise<(string | undefined)[]> => {
  const rows = await query<{ id: string; outcome: string }>(
    'SELECT id, outcome FROM check_ins WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]))
  return ids.map((id) => outcomes.get(id))
}

const YES_OR_NO = [false, true]

const here = (areas: string[]): TicketState => ({
  status: 'CheckedIn',
  checkedInAt: 1,
  presence: { inside: true, areas, lastIn: 1, lastOut: null, entries: 1 },
})
const left: TicketState = {
  status: 'CheckedIn',
  checkedInAt: 1,
  presence: { inside: false, areas: [], lastIn: 1, lastOut: 2, entries: 1 },
}

/** Every state that a ticket can be found in. */
const found = (): Found[] => [
  ...STATUSES.map((status) => ({ status, checkedInAt: null, baseStatus: status })),
  ...[here([]), here([floor]), left].map((state) => ({ ...state, baseStatus: 'Valid' as const })),
  // The ticket of a walk-in that was undone.
  { status: 'Voided' as const, checkedInAt: null, baseStatus: 'Valid' as const },
  { status: 'Voided' as const, checkedInAt: null, baseStatus: 'Voided' as const },
]

const rules = (): EntryRule[] =>
  [null, [], [floor]].flatMap((areas) =>
    ENTRIES.flatMap((entries) =>
      [
        { from: null, until: null },
        { from: 1, until: null },
        { from: -1, until: 0 },
        { from: null, until: -1 },
      ].map((window) => ({ areas, entries, ...window })),
    ),
  )

describe('the outcome of an item', () => {
  it('is that of the module', async () => {
    const seen = new Set<string>(['NotAllowed', 'Undone', 'UnknownTicket', 'Counted'])
    for (const rule of rules()) {
      await setRule(rule)
      const cases = found().flatMap((ticket) =>
        [null, floor, bar].flatMap((areaId) =>
          (['CheckIn', 'Exit'] as const).map((type) => ({ id: crypto.randomUUID(), ticket, areaId, type })),
        ),
      )
      const tickets = await addWithBases(cases.map(({ ticket }) => ticket))
      await addItems(
        ...cases.map(({ id, type, areaId }, index) => ({
          ...{ id, type, ticket_id: tickets[index], area_id: areaId ?? '', admitted: 0 },
        })),
      )
      const given = await readOutcomes(cases.map(({ id }) => id))
      for (const [index, { ticket, areaId, type }] of cases.entries()) {
        const outcome = outcomeOf(ticket, { type, at: STARTS_AT, areaId }, rule, STARTS_AT)
        expect({ rule, ticket, areaId, type, outcome: given[index] }).toEqual({
          ...{ rule, ticket, areaId, type, outcome },
        })
        seen.add(outcome)
      }
    }
    expect([...seen].toSorted()).toEqual([...OUTCOMES].toSorted())
  })

  it('is that of the module under a cover', async () => {
    await setRule({ areas: null, entries: 'AfterExit', from: null, until: null })
    const cases = found().flatMap((ticket) =>
      (['Refunded', 'Voided'] as const).flatMap((cover) =>
        (['CheckIn', 'Exit'] as const).flatMap((type) =>
          [null, floor].map((areaId) => {
            const shown = coverState(ticket, cover)
            return { id: crypto.randomUUID(), ticket, cover, shown, type, areaId }
          }),
        ),
      ),
    )
    const tickets = await addWithBases(cases.map(({ ticket }) => ticket))
    const covers = cases.map(({ cover, shown }, index) => [tickets[index], cover, shown.checkedInAt])
    await query(
      `UPDATE tickets SET status = value ->> 1, cover = value ->> 1, checked_in_at = value ->> 2, presence = NULL
       FROM json_each(?) WHERE tickets.id = value ->> 0`,
      JSON.stringify(covers),
    )
    await addItems(
      ...cases.map(({ id, type, areaId }, index) => ({
        ...{ id, type, ticket_id: tickets[index], area_id: areaId ?? '', admitted: 0 },
      })),
    )
    const given = await readOutcomes(cases.map(({ id }) => id))
    for (const [index, { ticket, cover, shown, type, areaId }] of cases.entries()) {
      const outcome = outcomeOf({ ...shown, baseStatus: cover }, { type, at: STARTS_AT, areaId })
      expect({ ticket, cover, type, areaId, outcome: given[index] }).toEqual({
        ...{ ticket, cover, type, areaId, outcome },
      })
    }
  })

  it.each(['CheckIn', 'Exit', 'Tally'])('is Undone where the undo of a %s came first', async (type) => {
    const id = crypto.randomUUID()
    await addItems({ id: crypto.randomUUID(), type: 'Undo', check_in_id: id, outcome: 'Undone' })
    await addItems({ id, type, ticket_id: await addTicket(org), people: 1 })
    expect(await query('SELECT outcome FROM check_ins WHERE id = ?', id)).toEqual([{ outcome: 'Undone' }])
  })

  // Beyond the bound, a question that lets nobody in is answered and not recorded.
  it('is that of the module where nothing is recorded', async () => {
    await setRule({ areas: [], entries: 'Once', from: 1, until: null })
    const tickets = await addWithBases(found(), { repeats: 200 })
    for (const [index, ticket] of found().entries()) {
      const id = tickets[index] as string
      for (const areaId of [null, floor]) {
        const question = checkIn(id, { at: new Date(STARTS_AT).toISOString(), areaId })
        const [rule] = [{ areas: [], entries: 'Once', from: 1, until: null } as const]
        const outcome = outcomeOf(
          ticket,
          { type: 'CheckIn', at: STARTS_AT, areaId },
          { ...rule, areas: [] },
          STARTS_AT,
        )
        expect(await sendOne(org.session, org.staff, question)).toMatchObject({ outcome })
        expect(await query('SELECT 1 FROM check_ins WHERE id = ?', question.id)).toEqual([])
      }
    }
  })
})

describe('the state of a ticket', () => {
  const BASE_TIMES = [null, 1, 5, 9]
  const FACTS: Omit<Fact, 'id'>[][] = [
    [],
    [{ at: 5, areaId: null, isExit: false }],
    [5, 7].map((at) => ({ at, areaId: null, isExit: false })),
    [7, 5].map((at) => ({ at, areaId: null, isExit: false })),
    [
      { at: 5, areaId: null, isExit: false },
      { at: 6, areaId: null, isExit: true },
    ],
    [
      { at: 5, areaId: null, isExit: true },
      { at: 5, areaId: null, isExit: false },
      { at: 9, areaId: null, isExit: true },
    ],
    [{ at: 7, areaId: null, isExit: true }],
    [
      { at: 5, areaId: 'floor', isExit: false },
      { at: 6, areaId: 'bar', isExit: false },
      { at: 7, areaId: 'floor', isExit: true },
    ],
    [
      { at: 5, areaId: 'floor', isExit: false },
      { at: 6, areaId: null, isExit: true },
      { at: 8, areaId: 'floor', isExit: false },
    ],
  ]
  const cases = STATUSES.flatMap((status) =>
    BASE_TIMES.flatMap((checkedInAt) =>
      FACTS.flatMap((facts) =>
        // A walk-in’s ticket that others check in is no walk-in’s any more.
        YES_OR_NO.filter((isWalkIn) => !isWalkIn || status !== 'CheckedIn').flatMap((isWalkIn) =>
          (['Once', 'Any'] as const).map((entries) => ({
            ...{ base: { status, checkedInAt }, facts, isWalkIn, entries },
          })),
        ),
      ),
    ),
  )

  it('is that of the module, and so are the entries by somebody inside', async () => {
    // The rule belongs to the type, so the cases of one rule are together.
    for (const entries of ['Once', 'Any'] as const) {
      await setRule({ areas: null, entries, from: null, until: null })
      const tried = cases.filter((one) => one.entries === entries)
      const tickets = await addTickets(
        org,
        tried.map(({ base }) => ({ status: base.status, checked_in_at: base.checkedInAt })),
      )
      await insert(
        'ticket_bases',
        ...tried.map(({ base, isWalkIn }, index) => ({
          ...{ ticket_id: tickets[index] as string, session_id: org.session, version: 'v' },
          ...{ status: base.status, base_status: base.status },
          ...{ base_checked_in_at: base.checkedInAt, checked_in_at: base.checkedInAt },
          walk_in_id: isWalkIn ? crypto.randomUUID() : null,
        })),
      )
      const facts = tried.map(({ facts: given }) =>
        given.map(({ areaId, ...fact }) => ({
          ...{ ...fact, id: crypto.randomUUID() as string },
          areaId: areaId && (areaId === 'floor' ? floor : bar),
        })),
      )
      // Inserted undecided by hand, so that the triggers that follow an outcome run: the first fact of each
      // ticket, then the second.
      for (let at = 0; facts.some((some) => some.length > at); at += 1) {
        const items = facts.flatMap((some, index) =>
          some.slice(at, at + 1).map(({ areaId, isExit, ...fact }) => ({
            ...{ ...fact, type: isExit ? 'Exit' : 'CheckIn', ticket_id: tickets[index] },
            ...{ area_id: areaId ?? '', outcome: 'UnknownTicket', base_version: 'v' },
          })),
        )
        await addItems(...items)
        await query(
          `UPDATE check_ins SET outcome = iif(type = 'Exit', 'Left', 'AlreadyCheckedIn')
           WHERE id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(items.map(({ id }) => id)),
        )
      }
      const states = await query<{
        id: string
        status: 'Valid'
        checkedInAt: number | null
        presence: string
      }>(
        `SELECT ticket_id AS id, status, checked_in_at AS checkedInAt, presence FROM ticket_states
         WHERE ticket_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(tickets),
      )
      const passbacks = await query<{ id: string; ticket: string }>(
        `SELECT id, ticket_id AS ticket FROM check_ins
         WHERE passback = 1 AND ticket_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(tickets),
      )
      expect(states).toHaveLength(tried.length)
      for (const [index, { base, isWalkIn }] of tried.entries()) {
        const given = { base, facts: facts[index] ?? [], isWalkIn, entries }
        const { status, checkedInAt, presence } = states.find(
          ({ id }) => id === tickets[index],
        ) as (typeof states)[0]
        const { state, passbacks: expected } = fold(base, given.facts, { isWalkIn, entries })
        const passedBack = passbacks.filter(({ ticket }) => ticket === tickets[index])
        expect({
          ...{ given, status, checkedInAt },
          presence: presenceOf({ status, checkedInAt, presence: JSON.parse(presence) }),
          passbacks: passedBack.map(({ id }) => id).toSorted(),
        }).toEqual({
          ...{ given, status: state.status, checkedInAt: state.checkedInAt },
          ...{ presence: presenceOf(state), passbacks: expected.toSorted() },
        })
      }
    }
  })
})
