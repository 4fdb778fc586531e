// How the page treats damaged entries of its database. test/web/door/storage.browser.test.ts tests the
// database itself.
import { describe, expect, it } from 'vitest'
import type { CheckIn } from '../../../web/door/core/check-in.ts'
import type { Row } from '../../../web/door/core/ticket.ts'
import { type IndexedRow, indexRow } from '../../../web/door/core/ticket-list.ts'
import {
  isEntry,
  newEntry,
  readDamaged,
  type Session,
  type SessionEntry,
} from '../../../web/door/storage/entry.ts'
import { Generation } from '../../../web/door/storage/generation.ts'
import { doorRow } from '../../support/door-rows.ts'

const SESSION = {
  id: '0190a000-0000-7000-8000-000000000031',
  eventName: 'Event',
  startsAt: '2026-06-12T18:30:00.000Z',
  counts: { Valid: 0, CheckedIn: 0, Refunded: 0, Voided: 0 },
} as Session

describe('the stored entry of a session', () => {
  const whole = newEntry(SESSION)

  it('is usable before and after its tickets are loaded, and with additions of a later version', () => {
    expect(isEntry(whole)).toBe(true)
    const loaded = { generation: 2, loading: null, next: 'x', deniedAt: 5, confirmedBy: 'ana', later: 1 }
    expect(isEntry({ ...whole, ...loaded } as SessionEntry)).toBe(true)
  })

  it.each(['id', 'session', 'generation', 'next', 'loading', 'openedAt', 'deniedAt', 'confirmedBy'])(
    'is unusable without %s, or with another type of it',
    (name) => {
      for (const value of [undefined, {}, Number.NaN]) {
        expect(isEntry({ ...whole, [name]: value } as SessionEntry), String(value)).toBe(false)
      }
    },
  )

  it.each([
    ['another session', { session: { ...SESSION, id: 'x' } }],
    ['a session without a start', { session: { ...SESSION, startsAt: 'soon' } }],
    ['a session without counts', { session: { ...SESSION, counts: undefined } }],
    ['neither a copy nor one that is loading', { loading: null }],
  ])('is unusable with %s', (_, change) => {
    expect(isEntry({ ...whole, ...change } as SessionEntry)).toBe(false)
  })
})

describe('a damaged check-in', () => {
  const damaged = {
    ...{ id: 'c1', sessionId: 's1', subject: 'ana', at: Number.NaN, status: 'admitted', undo: null },
    guest: { id: 't1', name: 'Bo', number: 'A-1' },
  }
  const read = (change: object) => readDamaged([{ ...damaged, ...change } as unknown as CheckIn])

  it('is named as far as it is readable', () => {
    const { at: _, status: __, undo: ___, guest, ...rest } = damaged
    expect(read({})).toEqual([{ ...rest, guest: { name: guest.name, number: guest.number } }])
    expect(read({ guest: null, sessionId: 5, subject: undefined })).toEqual([
      { id: 'c1', sessionId: '', subject: '', guest: { name: null, number: '' } },
    ])
  })

  it.each([
    [true, { status: 'asking' }],
    [true, { status: 'odd' }],
    [true, { status: 'recorded', undo: { status: 'waiting' } }],
    [true, { status: 'recorded', undo: 5 }],
    [false, { status: 'recorded' }],
    [false, { status: 'recorded', undo: { status: 'recorded' } }],
    [false, { status: 'refused' }],
  ])('is counted as possibly unsent (%s) with %o', (counts, change) => {
    expect(read(change)).toHaveLength(counts ? 1 : 0)
  })
})

describe('a copy on disk in several entries', () => {
  const row = (id: string, name: string | null, change = 1): Row =>
    doorRow({ id, ticketNumber: id, attendeeName: name, check: change })
  const changes = (rows: IndexedRow[]) => ({ rows, removed: [], next: null })
  const full = Array.from({ length: 2_048 }, (_, n) => indexRow(row(`t${n}`, 'Guest')))

  const read = (...entries: IndexedRow[][]) => {
    const generation = new Generation(1)
    for (const rows of entries) generation.commit(changes(rows))
    return generation
  }

  it('is rewritten once a guest was erased, because an earlier entry still has the name', () => {
    const renamed = [indexRow(row('t7', 'Other', 2))]
    const erased = [indexRow(row('t7', null, 3))]
    expect(read(full, renamed).isBloated).toBe(false)
    expect(read(full, renamed, erased).isBloated).toBe(true)
    expect(read(full, erased, renamed).isBloated).toBe(true)
  })

  it('is rewritten once it has many entries, or many tickets that later ones replace', () => {
    const one = [indexRow(row('t7', 'Guest', 2))]
    expect(read(...Array.from({ length: 1_000 }, () => one)).isBloated).toBe(false)
    expect(read(...Array.from({ length: 1_001 }, () => one)).isBloated).toBe(true)
    expect(read(full, full, full, full, full, full).isBloated).toBe(false)
    expect(read(full, full, full, full, full, full, full).isBloated).toBe(true)
  })

  it('numbers its entries without gaps', () => {
    const generation = read(full, [])
    expect(generation.toEntry('s', changes(full))).toEqual({
      ...{ sessionId: 's', generation: 1, number: 2, rows: full, removed: [] },
    })
  })
})
