// What the console makes of entries, exits, areas and tallies.
import { describe, expect, it } from 'vitest'
import type { LiveTicket } from '../../../web/organizer/data/live-tickets.ts'
import {
  isInside,
  levelOf,
  type PlaceFigures,
  placeFigures,
  placesOf,
  presenceOfGuest,
  usesPresence,
} from '../../../web/organizer/data/presence.ts'
import { quartersOf } from '../../../web/organizer/data/quarters.ts'
import type { CheckIn, TicketType } from '../../../web/organizer/data/types.ts'
import { timesIn } from '../../../web/organizer/formats.ts'
import { describeRule, movedHours, parseAreas } from '../../../web/organizer/forms/rule-texts.ts'
import { parseMinutes } from '../../../web/organizer/forms/whole-numbers.ts'
import { describeChange, sentenceOf } from '../../../web/organizer/screens/history/describe-change.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 5, 12, 20, minute)).toISOString()

let last = 0
const guest = (values: Partial<LiveTicket> = {}): LiveTicket => {
  last += 1
  return {
    ...{ id: `t${last}`, ticketNumber: `T-${last}`, status: 'CheckedIn', ticketTypeName: 'Standing' },
    ...{ seatLabel: null, holderEmail: null, attendeeName: null, checkedInAt: at(0), note: null },
    ...{ device: null, check: last, inside: null, areas: null, lastIn: null, lastOut: null },
    list: null,
    ...values,
  }
}

const recorded = (values: Partial<CheckIn>): CheckIn => {
  last += 1
  return {
    ...{ id: `c${last}`, type: 'CheckIn', ticketId: null, ticketNumber: null, attendeeName: null },
    ...{ at: at(0), receivedAt: at(0), device: null, by: 'door', admitted: true, walkIn: false },
    ...{ areaId: null, assumed: false, people: null, passback: false, outcome: 'CheckedIn' },
    ...{ undoneAt: null, undoneBy: null, earlier: null, resolvedAt: null, movedTo: null, cameBack: false },
    ...values,
  }
}
const enter = ({ id }: LiveTicket, minute: number, values: Partial<CheckIn> = {}): CheckIn =>
  recorded({ ticketId: id, at: at(minute), ...values })
const leave = ({ id }: LiveTicket, minute: number, values: Partial<CheckIn> = {}): CheckIn =>
  recorded({ type: 'Exit', ticketId: id, at: at(minute), outcome: 'Left', admitted: false, ...values })
const count = (people: number, minute: number, values: Partial<CheckIn> = {}): CheckIn =>
  recorded({ type: 'Tally', people, at: at(minute), outcome: 'Counted', admitted: false, ...values })

const figuresOf = (...[tickets, checkIns, tallies]: [LiveTicket[], CheckIn[], CheckIn[]?]) => {
  const [venue, vip] = placeFigures(tickets, checkIns, tallies ?? [], ['vip']) as [PlaceFigures, PlaceFigures]
  return { venue, vip }
}

describe('the most people inside', () => {
  it('counts nobody twice who came in again, and whoever came back', () => {
    const [a, b] = [guest(), guest({ checkedInAt: at(1) })]
    const { venue } = figuresOf(
      [a, b],
      [enter(a, 0), enter(a, 3, { outcome: 'AlreadyCheckedIn' }), enter(b, 1), leave(b, 5), enter(b, 9)],
    )
    expect(venue).toEqual({
      ...{ areaId: null, peak: 2, peakAt: Date.parse(at(1)) },
      ...{ entries: 3, exits: 1, others: 0 },
    })
  })

  it('includes people without tickets, without tallies that were undone', () => {
    const a = guest()
    const tallies = [
      count(4, 2),
      count(-3, 3),
      count(50, 4, { undoneAt: at(5) }),
      count(2, 6, { areaId: 'vip' }),
    ]
    const { venue, vip } = figuresOf([a], [enter(a, 0)], tallies)
    expect(venue).toMatchObject({ peak: 5, peakAt: Date.parse(at(2)), others: 4 })
    expect(vip).toMatchObject({ peak: 2, entries: 0, others: 2 })
  })

  it('takes whoever leaves the venue out of its areas', () => {
    const [a, b] = [guest(), guest({ checkedInAt: at(3) })]
    const { vip } = figuresOf(
      [a, b],
      [enter(a, 0, { areaId: 'vip' }), leave(a, 3), enter(b, 3, { areaId: 'vip' })],
    )
    expect(vip).toMatchObject({ peak: 1, entries: 2, exits: 1 })
  })

  it('knows guests whom another system let in, at no known time', () => {
    const [a, b] = [guest({ checkedInAt: null }), guest({ checkedInAt: at(4) })]
    const { venue } = figuresOf([a, b, guest({ status: 'Valid', checkedInAt: null })], [leave(a, 2)])
    expect(venue).toMatchObject({ peak: 1, peakAt: undefined, entries: 2, exits: 1 })
  })
})

describe('where a guest is', () => {
  it('follows from live entries and exits in their order', () => {
    const a = guest()
    const facts = [enter(a, 8, { areaId: 'vip' }), leave(a, 5), enter(a, 0)]
    expect(presenceOfGuest(a, facts)).toMatchObject({ inside: true, areas: ['vip'], entries: 2 })
    expect(presenceOfGuest(a, [...facts, leave(a, 9)])).toMatchObject({ inside: false, areas: [] })
    expect(presenceOfGuest(a, [...facts, leave(a, 9, { undoneAt: at(10) })])).toMatchObject({ inside: true })
  })

  it('is outside with a ticket that is void or expected', () => {
    expect(isInside(guest())).toBe(true)
    expect(isInside(guest({ inside: false }))).toBe(false)
    expect(isInside(guest({ status: 'Voided', inside: true }))).toBe(false)
    const voided = guest({ status: 'Voided' })
    expect(presenceOfGuest(voided, [enter(voided, 0)])).toMatchObject({ inside: false })
  })
})

describe('a place', () => {
  it.each([
    [89, 100, undefined],
    [90, 100, 'near'],
    [99, 100, 'near'],
    [100, 100, 'full'],
    [1, 0, 'full'],
    [0, 0, undefined],
    [500, null, undefined],
  ])('with %i of %s people is %s', (people, capacity, level) => {
    expect(levelOf(people, capacity)).toBe(level)
  })

  const inside = [
    { areaId: null, tickets: 8, others: 1, capacity: 10 },
    { areaId: 'vip', tickets: 2, others: 0, capacity: null },
    { areaId: 'new', tickets: 0, others: 0, capacity: null },
  ]

  it('has the name of its area, as soon as that is known', () => {
    const places = placesOf(inside, [{ id: 'vip', name: 'VIP', capacity: null }])
    expect(places.map(({ name, people, level }) => [name, people, level])).toEqual([
      [null, 9, 'near'],
      ['VIP', 2, undefined],
    ])
  })

  it('is shown only where somebody uses exits, areas or tallies', () => {
    const rule = {
      ...{ id: '', name: 'A', note: null, flag: 'None' as const },
      areas: null,
      from: null,
      until: null,
    }
    const once = { areas: [], types: [{ ...rule, entries: 'Once' as const }] }
    const venue = { areaId: null, tickets: 1, others: 0, capacity: 10 }
    expect(usesPresence(once, [venue], [guest()])).toBe(false)
    // Admitted twice.
    expect(usesPresence(once, [venue], [guest({ inside: true, areas: [], lastIn: at(9) })])).toBe(false)
    expect(usesPresence(once, [{ ...venue, others: 1 }], [guest()])).toBe(true)
    expect(usesPresence(once, [venue], [guest({ lastOut: at(9) })])).toBe(true)
    expect(usesPresence({ ...once, types: [{ ...rule, entries: 'Any' }] }, [venue], [])).toBe(true)
  })
})

describe('arrivals and exits', () => {
  it('stand on one axis, with the quarter hours between them', () => {
    const movement = (minute: number, entered: number) => ({ from: at(minute), entered, left: 1, others: -2 })
    expect(quartersOf([])).toBeUndefined()
    expect(quartersOf([movement(0, 7), movement(45, 3)])).toEqual({
      times: { from: Date.parse(at(0)), bucketMinutes: 15, totals: [7, 0, 0, 3] },
      ...{ entered: [7, 0, 0, 3], left: [1, 0, 0, 1], others: [-2, 0, 0, -2] },
    })
    const month = quartersOf([movement(0, 1), movement(30 * 24 * 60, 2)])
    expect(month?.entered).toHaveLength(60)
    expect(month?.entered.at(-1)).toBe(2)
  })
})

describe('a rule', () => {
  const areas = [
    { id: 'a', name: 'Floor' },
    { id: 'b', name: 'VIP' },
  ]
  const rule: Pick<TicketType, 'areas' | 'entries' | 'from' | 'until'> = {
    ...{ areas: null, entries: 'AfterExit', from: null, until: null },
  }

  it('is said in words', () => {
    expect(describeRule(rule, [])).toBe('They may leave and come back')
    expect(describeRule({ ...rule, areas: ['b'], from: -90, until: 60 }, areas)).toBe(
      'They may leave and come back · VIP · first entry from 90 min before the start until 1 hour after the start',
    )
    expect(describeRule({ ...rule, areas: [], until: 0 }, areas)).toContain(
      'no area · first entry until the start',
    )
  })

  it('moves its hours with the start, in the time zone of the event', () => {
    const type = (name: string, from: number | null, until: number | null) => ({
      ...{ id: name, name, note: null, flag: 'None' as const, areas: null, entries: 'Once' as const },
      ...{ from, until },
    })
    const types = [
      type('Free', null, 60),
      type('Early', -30, 90),
      type('Any', null, null),
      type('Late', 0, null),
    ]
    const zone = 'Europe/Berlin'
    const { time, dayTime } = timesIn(zone)
    const move = (before: string, after: string) => movedHours(types, [before, after], zone)
    const [eight, ten] = ['2026-06-12T18:00:00Z', '2026-06-12T20:00:00Z']
    const clock = (hours: string) => time(`2026-06-12T${hours}:00Z`)
    expect(move(eight, ten)).toEqual([
      { id: 'Free', name: 'Free', before: `until ${clock('19:00')}`, after: `until ${clock('21:00')}` },
      {
        ...{ id: 'Early', name: 'Early', before: `from ${clock('17:30')} until ${clock('19:30')}` },
        after: `from ${clock('19:30')} until ${clock('21:30')}`,
      },
      { id: 'Late', name: 'Late', before: `from ${clock('18:00')}`, after: `from ${clock('20:00')}` },
    ])
    expect(clock('19:00')).toMatch(/^0?9:00|^21:00/)
    expect(move(eight, eight)).toEqual([])
    // Another day, across the change of the clock: an hour after 02:30 is 02:30 again.
    const [summer, night] = ['2026-10-24T20:00:00Z', '2026-10-25T00:30:00Z']
    expect(move(summer, night)[0]).toMatchObject({
      before: `until ${dayTime('2026-10-24T21:00:00Z')}`,
      after: `until ${dayTime('2026-10-25T01:30:00Z')}`,
    })
    expect(dayTime('2026-10-25T01:30:00Z')).toMatch(/2:30/)
  })

  it('takes areas one a line, and numbers in their names', () => {
    expect(parseAreas('Floor\n\n Room 12 \nVIP, 200\nBar: 30')).toEqual([
      { name: 'Floor', capacity: null },
      { name: 'Room 12', capacity: null },
      { name: 'VIP', capacity: 200 },
      { name: 'Bar', capacity: 30 },
    ])
    expect(parseAreas('Sky, 99999999')[0]?.capacity).toBeNaN()
  })

  it.each([
    ['', null],
    ['0', 0],
    [' -60 ', -60],
    ['−15', -15],
    ['-', Number.NaN],
    ['1.5', Number.NaN],
    ['50000', Number.NaN],
  ])('takes the minutes "%s"', (text, minutes) => {
    expect(parseMinutes(text)).toBe(minutes)
  })

  it('is in the history, as areas are', () => {
    const action = 'ticket-type.update'
    const change = { entries: 'AfterExit', areas: ['a', 'b'], until: 60 }
    expect(sentenceOf({ action, change })).toBe('changed how guests with {it} come and go')
    expect(sentenceOf({ action, change: { ...change, note: 'x' } })).toBe('changed the ticket type {it}')
    expect(sentenceOf({ action: 'area.delete', change: {} })).toBe('deleted the area {it}')
    const before = { entries: 'Once', areas: null, until: null }
    expect(describeChange({ action, change, before }, []).map(({ old, value }) => [old, value])).toEqual([
      ['They come in once', 'They may leave and come back'],
      ['All', '2'],
      ['None', '60'],
    ])
  })
})
