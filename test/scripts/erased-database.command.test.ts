// Searches the file of the database, byte by byte, for guests who were erased.
// @module-tag full
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { tidyCommand } from '../../scripts/tidy.ts'
import { removeState } from '../support/node/dev.ts'
import { copyState, start } from '../support/node/own-service.ts'
import { run } from '../support/node/run-command.ts'
import { connect } from '../support/node/service.ts'

const [ORGANIZER, EVENT, SESSION] = ['1', '10', '30'].map(
  (end) => `0190a000-0000-7000-8000-${end.padStart(12, '0')}`,
)

let made = 0
/** A word that nothing else in the database has, and whose first three letters no other one has. */
const newWord = (): string => {
  made += 1
  return `z${made.toString(36).padStart(2, '0')}${randomUUID().replaceAll('-', '').slice(0, 10)}`
}

const newPerson = () => {
  const words = Array.from({ length: 8 }, newWord)
  const [first, last, company, note, at, host, buyer, edited] = words
  const holderId = randomUUID()
  return {
    texts: [...words, holderId],
    email: `${at}@${host}.example`,
    ticket: {
      ticketTypeName: 'Standing',
      attendee: { name: `${first} ${last}`, email: `${at}@${host}.example`, company },
      ...{ holderEmail: `${buyer}@example.net`, currentHolderId: holderId, note },
    },
    edited: `${edited} ${last}`,
  }
}

const filesOf = (state: string): string[] => {
  const folder = join(state, 'v3', 'd1', 'miniflare-D1DatabaseObject')
  return readdirSync(folder).map((name) => join(folder, name))
}

/**
 * How often the file has each text. FTS5 leaves out the letters that a word shares with the one before it, so
 * the first are not looked for.
 */
const search = (file: string, texts: readonly string[]): number[] => {
  const bytes = readFileSync(file, 'latin1').toLowerCase()
  return texts.map((text) => bytes.split(text.slice(3)).length - 1)
}

/** The file as it is, and everything in it that is not free: a copy that SQLite makes of all pages in use. */
const searchDatabase = (state: string, texts: readonly string[]) => {
  const file = filesOf(state).find((name) => /[\da-f]{64}\.sqlite$/.test(name)) as string
  const copy = join(state, `copy-${randomUUID()}.sqlite`)
  const db = new DatabaseSync(file)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.exec(`VACUUM INTO '${copy}'`)
  db.close()
  return { all: search(file, texts), inUse: search(copy, texts) }
}

it('leaves nothing of an erased guest in what the database stores', async () => {
  const state = await copyState('smallDemo')
  const people = [newPerson(), newPerson(), newPerson(), newPerson()]
  const texts = people.flatMap((person) => person.texts)
  try {
    let running = await start(state)
    let service = connect(running.api, running.issuer, state)
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${service.api}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${await service.token('owner')}`,
          'Content-Type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown>
      expect(response.ok, JSON.stringify(answer)).toBe(true)
      return answer
    }
    const tickets = `/api/organizer/v1/sessions/${SESSION}/tickets`
    const [single, address, due] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    const { data } = (await send('POST', tickets, {
      tickets: [single, address].map(({ ticket }) => ticket),
      overCapacity: true,
    })) as { data: { id: string }[] }
    const added = (await send('POST', `/api/organizer/v1/events/${EVENT}/sessions`, {
      sessions: [{ startsAt: '2020-06-12T18:30:00Z', capacity: 10 }],
    })) as { data: { id: string }[] }
    const old = added.data[0]?.id as string
    await send('POST', `/api/organizer/v1/sessions/${old}/tickets`, { tickets: [due.ticket] })
    // By a file, which a revert could need.
    const rows = [
      {
        ticketTypeName: 'Standing',
        attendeeName: people[3]?.ticket.attendee.name,
        holderEmail: people[3]?.email,
      },
    ]
    const { version } = await send('POST', `/api/organizer/v1/sessions/${old}/imports/preview`, {
      tickets: rows,
      match: 'guest',
    })
    await send('POST', `/api/organizer/v1/sessions/${old}/imports`, {
      tickets: rows,
      match: 'guest',
      expectedVersion: version,
    })
    for (const [index, { edited }] of [single, address].entries()) {
      const id = data[index]?.id
      const ticket = [single, address][index]?.ticket
      await send('PATCH', `${tickets}/${id}`, { attendee: { ...ticket?.attendee, name: edited } })
      await send('PATCH', `${tickets}/${id}`, { attendee: ticket?.attendee })
    }
    await send('GET', `/api/v1/sessions/${SESSION}/tickets?q=${single.texts[0]}`)
    await running.stop()
    // The search itself works: it finds what is stored, in the table and in the index.
    const before = searchDatabase(state, texts)
    expect(before.inUse[0]).toBeGreaterThanOrEqual(2)
    expect(before.inUse.filter((count) => count > 0).length).toBeGreaterThan(20)

    running = await start(state)
    service = connect(running.api, running.issuer, state)
    await send('POST', `${tickets}/${data[0]?.id}/erase`)
    expect(
      await send('POST', `/api/organizer/v1/organizers/${ORGANIZER}/erase`, { email: address.email }),
    ).toMatchObject({
      tickets: 1,
    })
    await send('POST', `/api/organizer/v1/organizers/${ORGANIZER}/erase`, {
      email: address.ticket.holderEmail,
    })
    await send('PATCH', `/api/organizer/v1/organizers/${ORGANIZER}`, { eraseAfterDays: 2_000 })
    const { stdout } = await run(tidyCommand, '--guests', '--persist-to', state)
    expect(stdout).toMatch(/guests +2 erased in \d+ sessions?/)
    const [left] = await service.sql<{ n: number }>(
      `SELECT count(*) AS n FROM audit_log WHERE json_type(change, '$.digest') IS NOT NULL`,
    )
    expect(left?.n).toBe(0)
    await running.stop()

    const after = searchDatabase(state, texts)
    expect(after.inUse).toEqual(texts.map(() => 0))
  } finally {
    await removeState(state)
  }
})
