// Five people write a sheet while it is read, answers are lost, runs are killed, clocks jump, the other side
// is hostile, and managers change, void, delete, move, erase and revert in between. In the end the list is
// the sheet, except for what a person said; nobody inside was touched, and nobody is twice on it.
// @module-tag full slow
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { runDeps } from '../../../../src/api/sources/run.ts'
import { openDatabase } from '../../../../src/db/client.ts'
import { runSource } from '../../../../src/domain/sources/run.ts'
import { here } from '../../../support/address.ts'
import { callWithBindings } from '../../../support/api.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { addSession, makeOrganizer, type Organizer, query, type Row } from '../../../support/rows.ts'
import { API, read, remove, send } from '../../../support/setup.ts'
import { addSource, List, run, type Source, serveLists, ticketsOf } from '../../../support/sources.ts'

const STEPS = 60
const DAY_MS = 86_400_000

/** What people have said of a guest, by the key of the row. */
type Word = { name?: string; note?: string; isVoid?: true; isGone?: true; isErased?: true }

type Guest = { name: string; note: string }

/** What finds a guest: a number, or a name with its e-mail. */
const KINDS = {
  number: {
    header: 'Number,Name,Note',
    line: (key: string, { name, note }: Guest) => [key, name, note].join(),
    keyOf: (row: Row) => row.ticket_number as string,
  },
  guest: {
    header: 'E-mail,Name,Note',
    line: (key: string, { name, note }: Guest) => [`${key}@example.com`, name, note].join(),
    keyOf: (row: Row) =>
      (row.attendee_email ?? row.holder_email ?? 'erased').toString().split('@')[0] as string,
  },
} as const

let org: Organizer
beforeEach(async () => {
  serveLists()
  org = await makeOrganizer()
})

/** A history of a session with a source, with all that can happen. */
class Night {
  readonly list = new List()
  readonly rows = new Map<string, Guest>()
  readonly words = new Map<string, Word>()
  /** The ids of tickets whose guests are inside, with the time. */
  readonly inside = new Map<string, unknown>()
  #state: number
  #count = 0
  #next = 0
  readonly kind: keyof typeof KINDS
  source!: Source
  other!: string

  constructor(kind: keyof typeof KINDS, seed: number) {
    this.kind = kind
    this.#state = seed >>> 0
  }

  random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }

  upTo(max: number): number {
    return Math.floor(this.random() * max)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.upTo(from.length)] as T
  }

  text(prefix: string): string {
    this.#count += 1
    return `${prefix} ${this.#count}`
  }

  content(): string {
    const { header, line } = KINDS[this.kind]
    return [header, ...[...this.rows].map(([key, guest]) => line(key, guest))].join('\n')
  }

  /** One of five writers changes a cell, adds a row, or deletes one. */
  edit(): void {
    const keys = [...this.rows.keys()]
    const key = this.pick(keys)
    const what = this.upTo(4)
    if (what === 0 && keys.length > 14) this.rows.delete(key)
    else if (what === 1 && keys.length < 26) this.add()
    else if (what === 2) (this.rows.get(key) as Guest).note = this.text('note')
    // A guest's name is half of what finds it: of a row that is void or away, it may be somebody else's.
    else if (this.kind === 'number') (this.rows.get(key) as Guest).name = this.text('Guest')
  }

  add(): void {
    this.#next += 1
    this.rows.set(`k${this.#next}`, { name: this.text('Guest'), note: this.text('note') })
  }

  answer(): void {
    this.list.answer(() => {
      const before = this.content()
      for (let edits = this.upTo(4); edits > 0; edits -= 1) this.edit()
      const body = this.random() < 0.5 ? before : this.content()
      return new Response(body, { headers: { 'Content-Type': 'text/csv' } })
    })
  }

  /** The other side answers with something that is no list. */
  async meetHostile(): Promise<void> {
    const before = await this.tickets()
    const cut = () => {
      let isSent = false
      return new ReadableStream({
        pull: (controller) => {
          if (isSent) controller.error(new Error('cut'))
          else controller.enqueue(new TextEncoder().encode(this.content().slice(0, 40)))
          isSent = true
        },
      })
    }
    const answers: (() => Response)[] = [
      () => new Response('', { status: 500 }),
      () => new Response('<!doctype html><title>Sign in</title>'),
      () => new Response(null, { status: 304 }),
      () => new Response('PK\u0003\u0004 is no workbook'),
      () => new Response(null, { status: 302, headers: { Location: this.list.url } }),
      () => new Response(null, { status: 302, headers: { Location: 'http://10.0.0.1/' } }),
      () => new Response(cut(), { headers: { 'Content-Type': 'text/csv' } }),
      () => new Response('Colour,Size\nred,1\nblue,2'),
      () => new Response(KINDS[this.kind].header, { headers: { 'Content-Type': 'text/csv' } }),
    ]
    this.list.answer(this.pick(answers))
    const { status } = await run(this.source, org.manager)
    if (status === 'Stopped') await this.start()
    expect(await this.tickets()).toEqual(before)
    this.answer()
  }

  /** A run of which a batch is killed, or its answer lost. */
  async meetFault(): Promise<void> {
    const [at, isKilled] = [1 + this.upTo(7), this.random() < 0.5]
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      batches += 1
      const isHit = batches === at
      if (isHit && isKilled) throw new Error('killed')
      const results = await real(statements)
      if (isHit) throw new Error('D1_ERROR: Network connection lost.')
      return results
    })
    await callWithBindings({ DB }, `${API}/sources/${this.source.id}/run`, {
      method: 'POST',
      subject: org.manager,
    })
    await query('UPDATE sources SET lease_until = 0 WHERE id = ?', this.source.id)
  }

  /** A run by a clock that is ahead or behind, and does not let go of its lease. */
  async meetClock(): Promise<void> {
    const shift = this.pick([-400 * DAY_MS, -DAY_MS, DAY_MS, 400 * DAY_MS])
    const deps = { ...runDeps(here()), now: () => Date.now() + shift }
    await runSource(openDatabase(here(), undefined), { id: this.source.id }, deps, { forced: true })
    if (this.random() < 0.5) {
      await query(
        `UPDATE sources SET lease = 'another', lease_until = ? WHERE id = ?`,
        Date.now() + shift + 60_000,
        this.source.id,
      )
      if (shift > 0 && shift < 60_000) throw new Error('The lease would hold.')
    }
  }

  tickets(): Promise<Row[]> {
    return ticketsOf(org.session)
  }

  word(key: string): Word {
    const word = this.words.get(key) ?? {}
    this.words.set(key, word)
    return word
  }

  /** What a person says of a guest. */
  async say(): Promise<void> {
    const { keyOf } = KINDS[this.kind]
    const all = (await this.tickets()).filter((row) => keyOf(row) !== 'erased')
    if (all.length === 0) return
    const ticket = this.pick(all)
    const [id, key] = [ticket.id as string, keyOf(ticket)]
    const path = `/sessions/${org.session}/tickets/${id}`
    const isInside = this.inside.has(id)
    switch (this.upTo(isInside ? 2 : 7)) {
      case 0: {
        if (this.kind === 'guest') return
        const name = this.text('Person')
        const { attendee } = (await (await read(path, org.manager)).json()) as { attendee: object }
        await send('PATCH', path, org.manager, { attendee: { ...attendee, name } })
        this.word(key).name = name
        return
      }
      case 1: {
        const note = this.text('said')
        await send('PATCH', path, org.manager, { note })
        this.word(key).note = note
        return
      }
      case 2: {
        if (ticket.status !== 'Valid') return
        await send('PATCH', path, org.manager, { status: 'Voided' })
        this.word(key).isVoid = true
        return
      }
      case 3: {
        if ((await remove(path, org.manager)).status === 204) this.word(key).isGone = true
        return
      }
      case 4: {
        // Erased, a guest of a list of names is found by nobody.
        if (this.kind === 'guest') return
        await send('POST', `${path}/erase`, org.manager, {})
        // What somebody says of the ticket later is of another guest.
        const { name, note, ...others } = this.word(key)
        this.words.set(key, { ...others, isErased: true })
        return
      }
      case 5: {
        const bulk = `/sessions/${org.session}/tickets/bulk-update`
        const body = { ticketIds: [id], changes: { sessionId: this.other } }
        const { version } = (await send('POST', `${bulk}/preview`, org.manager, body)).body
        const moved = await send('POST', bulk, org.manager, { ...body, expectedVersion: version })
        if (moved.body.changed === 1) this.word(key).isGone = true
        return
      }
      default: {
        if (ticket.status !== 'Valid' || this.inside.size > 4) return
        await query(`UPDATE tickets SET status = 'CheckedIn', checked_in_at = 1 WHERE id = ?`, id)
        this.inside.set(id, key)
      }
    }
  }

  async start(): Promise<void> {
    await send('PATCH', `/sources/${this.source.id}`, org.manager, { status: 'Ok' })
  }

  /** What its runs have written, the latest first. */
  async records(): Promise<{ id: string; change: Record<string, number> }[]> {
    const rows = await query<{ id: string; change: string }>(
      `SELECT call_id AS id, change FROM audit_log INDEXED BY audit_log_by_entity WHERE entity_id = ? AND subject = ?
       ORDER BY audit_log.id DESC`,
      org.session,
      `source:${this.source.id}`,
    )
    return rows.map(({ id, change }) => ({ id, change: JSON.parse(change) }))
  }

  /** A run that meets nothing. Its record says what it has changed, and reverting it takes that back. */
  async observe(): Promise<void> {
    const [before, records] = [await this.tickets(), await this.records()]
    const { status } = await run(this.source, org.manager)
    if (status === 'Stopped') throw new Error('The list has shrunk.')
    const [after, written] = [await this.tickets(), (await this.records()).length - records.length]
    const was = new Map(before.map((row) => [row.id, row]))
    const added = after.filter(({ id }) => !was.has(id))
    const changed = after.filter((row) => was.has(row.id) && !isSame(was.get(row.id) as Row, row))
    expect(written).toBe(added.length + changed.length > 0 ? 1 : 0)
    if (written === 0) return
    const [record] = await this.records()
    const { inserted, updated, voided } = record?.change ?? {}
    expect([inserted, Number(updated) + Number(voided)]).toEqual([added.length, changed.length])
    if (this.random() < 0.5) return
    const path = `/sessions/${org.session}/imports/${record?.id}/revert`
    const reverted = await send('POST', path, org.manager, {})
    expect(reverted.status).toBe(200)
    const again = await this.tickets()
    expect(again.map(plain)).toEqual(before.map(plain))
    await this.start()
  }

  /** The list is the sheet, except for what people said. */
  async expectSheet(): Promise<void> {
    const { keyOf } = KINDS[this.kind]
    const all = await this.tickets()
    for (const id of this.inside.keys()) {
      expect(all.find((row) => row.id === id)).toMatchObject({ status: 'CheckedIn', checked_in_at: 1 })
    }
    const byKey = Map.groupBy(all, keyOf)
    for (const [key, { name, note }] of this.rows) {
      const word = this.words.get(key) ?? {}
      const found = byKey.get(key) ?? []
      expect([key, found.length]).toEqual([key, word.isGone ? 0 : 1])
      const [ticket] = found
      if (ticket === undefined) continue
      const isInside = this.inside.has(ticket.id as string)
      expect([key, plain(ticket)]).toEqual([
        key,
        {
          name: word.name ?? (word.isErased ? null : name),
          note: word.note ?? (word.isErased ? null : note),
          status: isInside ? 'CheckedIn' : word.isVoid ? 'Voided' : 'Valid',
        },
      ])
    }
    for (const [key, found] of byKey) {
      if (this.rows.has(key)) continue
      expect(
        found.every(({ id, status }) => status === (this.inside.has(id as string) ? 'CheckedIn' : 'Voided')),
      ).toBe(true)
    }
  }
}

const plain = ({ attendee_name: name, note, status }: Row) => ({ name, note, status })

const isSame = (one: Row, other: Row): boolean => JSON.stringify(plain(one)) === JSON.stringify(plain(other))

describe.each(['number', 'guest'] as const)('a sheet of guests by %s', (kind) => {
  it('is the list in the end, whatever happens', { timeout: 120_000 }, async () => {
    const night = new Night(kind, inject('seed') + (kind === 'guest' ? 1 : 0))
    for (let count = 0; count < 20; count += 1) night.add()
    night.answer()
    night.other = await addSession(org)
    night.source = await addSource(org.session, org.manager, night.list.url, { missing: 'void' })
    await run(night.source, org.manager)
    for (let step = 0; step < STEPS; step += 1) {
      const what = night.random()
      if (what < 0.35) await night.say()
      else if (what < 0.5) await night.meetFault()
      else if (what < 0.6) await night.meetClock()
      else if (what < 0.7) await night.meetHostile()
      else await night.observe()
    }
    night.list.answer(() => new Response(night.content(), { headers: { 'Content-Type': 'text/csv' } }))
    await night.start()
    expect(await run(night.source, org.manager)).toMatchObject({ status: 'Ok', rows: night.rows.size })
    await night.expectSheet()
    // Whoever reads it again changes nothing.
    const before = await night.records()
    await night.start()
    await run(night.source, org.manager)
    expect(await night.records()).toHaveLength(before.length)
  })
})
