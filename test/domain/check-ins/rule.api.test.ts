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
import { addArea, addTicket, insert, makeOrganizer, type Organizer, query } from '../../support/rows.ts'

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

/** Adds a ticket whose base differs from it only by check-ins since. */
const addWithBase = async (
  { status, checkedInAt, presence = null }: TicketState,
  base_status: string,
  more: object = {},
): Promise<string> => {
  const state = { status, checked_in_at: checkedInAt, presence: presence && JSON.stringify(presence) }
  const id = await addTicket(org, state)
  await insert('ticket_bases', {
    ...{ ticket_id: id, session_id: org.session, version: 'v', base_status, ...state },
    ...more,
  })
  return id
}

const addItem = (item: object): Promise<void> =>
  insert('check_ins', {
    ...{ session_id: org.session, at: STARTS_AT, received_at: 0, subject: 's', admitted: 1 },
    ...item,
  })

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
const found = () => [
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
          (['CheckIn', 'Exit'] as const).map((type) => ({ ticket, areaId, type })),
        ),
      )
      for (const { ticket, areaId, type } of cases) {
        const id = crypto.randomUUID()
        const ticket_id = await addWithBase(ticket, ticket.baseStatus)
        await addItem({ id, type, ticket_id, area_id: areaId ?? '', admitted: 0 })
        const [row] = await query<{ outcome: string }>('SELECT outcome FROM check_ins WHERE id = ?', id)
        const outcome = outcomeOf(ticket, { type, at: STARTS_AT, areaId }, rule, STARTS_AT)
        expect({ rule, ticket, areaId, type, ...row }).toEqual({ rule, ticket, areaId, type, outcome })
        seen.add(outcome)
      }
    }
    expect([...seen].toSorted()).toEqual([...OUTCOMES].toSorted())
  }, 300_000)

  it('is that of the module under a cover', async () => {
    await setRule({ areas: null, entries: 'AfterExit', from: null, until: null })
    for (const ticket of found()) {
      for (const cover of ['Refunded', 'Voided'] as const) {
        for (const [type, areaId] of [
          ['CheckIn', null],
          ['CheckIn', floor],
          ['Exit', null],
          ['Exit', floor],
        ] as const) {
          const id = crypto.randomUUID()
          const ticket_id = await addWithBase(ticket, ticket.baseStatus)
          const shown = coverState(ticket, cover)
          await query(
            'UPDATE tickets SET status = ?1, cover = ?1, checked_in_at = ?2, presence = NULL WHERE id = ?3',
            ...[cover, shown.checkedInAt, ticket_id],
          )
          await addItem({ id, type, ticket_id, area_id: areaId ?? '', admitted: 0 })
          const [row] = await query<{ outcome: string }>('SELECT outcome FROM check_ins WHERE id = ?', id)
          const outcome = outcomeOf({ ...shown, baseStatus: cover }, { type, at: STARTS_AT, areaId })
          expect({ ticket, cover, type, areaId, ...row }).toEqual({ ticket, cover, type, areaId, outcome })
        }
      }
    }
  }, 60_000)

  it.each(['CheckIn', 'Exit', 'Tally'])('is Undone where the undo of a %s came first', async (type) => {
    const id = crypto.randomUUID()
    await addItem({ id: crypto.randomUUID(), type: 'Undo', check_in_id: id, outcome: 'Undone' })
    await addItem({ id, type, ticket_id: await addTicket(org), people: 1 })
    expect(await query('SELECT outcome FROM check_ins WHERE id = ?', id)).toEqual([{ outcome: 'Undone' }])
  })

  // Beyond the bound, a question that lets nobody in is answered and not recorded.
  it('is that of the module where nothing is recorded', async () => {
    await setRule({ areas: [], entries: 'Once', from: 1, until: null })
    for (const ticket of found()) {
      const id = await addWithBase(ticket, ticket.baseStatus, { repeats: 200 })
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
  }, 60_000)
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
    for (const { base, facts: given, isWalkIn, entries } of cases) {
      await setRule({ areas: null, entries, from: null, until: null })
      const ids = given.map(() => crypto.randomUUID() as string)
      const facts = given.map(({ areaId, ...fact }, index) => ({
        ...{ ...fact, id: ids[index] as string },
        areaId: areaId && (areaId === 'floor' ? floor : bar),
      }))
      const ticket_id = await addTicket(org, { status: base.status, checked_in_at: base.checkedInAt })
      await insert('ticket_bases', {
        ...{ ticket_id, session_id: org.session, version: 'v', status: base.status },
        ...{
          base_status: base.status,
          base_checked_in_at: base.checkedInAt,
          checked_in_at: base.checkedInAt,
        },
        walk_in_id: isWalkIn ? crypto.randomUUID() : null,
      })
      for (const { id, at, areaId, isExit } of facts) {
        const type = isExit ? 'Exit' : 'CheckIn'
        // Inserted undecided by hand, so that the triggers that follow an outcome run.
        await addItem({
          id,
          type,
          ticket_id,
          at,
          area_id: areaId ?? '',
          outcome: 'UnknownTicket',
          base_version: 'v',
        })
        await query('UPDATE check_ins SET outcome = ? WHERE id = ?', isExit ? 'Left' : 'AlreadyCheckedIn', id)
      }
      const [row] = await query<{ status: 'Valid'; checkedInAt: number | null; presence: string }>(
        'SELECT status, checked_in_at AS checkedInAt, presence FROM ticket_states WHERE ticket_id = ?',
        ticket_id,
      )
      const { status, checkedInAt, presence } = row as NonNullable<typeof row>
      const passbacks = await query(
        'SELECT id FROM check_ins WHERE ticket_id = ? AND passback = 1',
        ticket_id,
      )
      const { state, passbacks: expected } = fold(base, facts, { isWalkIn, entries })
      const given_ = { base, facts, isWalkIn, entries }
      expect({
        ...{ given_, status, checkedInAt },
        presence: presenceOf({ status, checkedInAt, presence: JSON.parse(presence) }),
        passbacks: passbacks.map(({ id }) => id).toSorted(),
      }).toEqual({
        ...{ given_, status: state.status, checkedInAt: state.checkedInAt },
        ...{ presence: presenceOf(state), passbacks: expected.toSorted() },
      })
    }
  }, 300_000)
})
