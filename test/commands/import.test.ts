// `npm run import` on a database in a temporary folder, which a service has open. Each test has its own session.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demoId } from '../../scripts/data/demo.ts'
import { importCommand, importTickets, readContent } from '../../scripts/import.ts'
import { bindingDatabase, type Database, wranglerDatabase } from '../../scripts/lib/database.ts'
import { withDatabase } from '../../scripts/lib/local.ts'
import { type LocalDatabase, serverDatabase } from '../../scripts/lib/local-database.ts'
import { removeState, runScript } from '../support/node/dev.ts'
import type { LocalService } from '../support/node/local-service.ts'
import { copyState, start } from '../support/node/own-service.ts'
import * as inProcess from '../support/node/run-command.ts'
import { isFull } from '../support/runs.ts'

const HEAD = 'ticketNumber,ticketTypeName'

let state: string
let files: string
let organizer: string
let service: LocalService
let db: LocalDatabase

const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name)

/** Writes a file to import. Returns its path. */
const write = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(files, `${randomUUID()}-${name}`)
  await writeFile(path, content)
  return path
}

/** Runs the command in this process. It finds the service and writes through it. */
const run = (...args: string[]) => inProcess.run(importCommand, ...args, '--persist-to', state)

const execute = (statement: string) => db.batch([db.prepare(statement)])

/** Adds an event with a ticket type and a session. Returns the session's id. */
const addSession = async (): Promise<string> => {
  const [event, session] = [randomUUID(), randomUUID()]
  await db.batch([
    db.prepare("INSERT INTO events (id, organizer_id, name) VALUES (?, ?, 'Event')").bind(event, organizer),
    db
      .prepare("INSERT INTO ticket_types (id, event_id, name) VALUES (?, ?, 'VIP')")
      .bind(randomUUID(), event),
    db
      .prepare('INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES (?, ?, 1781288000000, 100)')
      .bind(session, event),
  ])
  return session
}

/** A session's tickets, its counts and list version, its event's ticket types, and how many tickets the search index has. */
const snapshot = async (session: string) => {
  const [tickets, counts, types, found] = await db.batch<Record<string, string | number | null>>([
    db
      .prepare(
        `SELECT key & 1048575 AS n, tickets.id, ticket_number AS ticketNumber, status, code,
             ticket_type_name AS ticketTypeName, seat_label AS seatLabel, current_holder_id AS currentHolderId,
             holder_email AS holderEmail, attendee_name AS attendeeName, attendee_email AS attendeeEmail,
             attendee_company AS attendeeCompany, checked_in_at AS checkedInAt, transfer_count AS transferCount
           FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = ? ORDER BY key`,
      )
      .bind(session),
    db
      .prepare(
        'SELECT ticket_counts.* FROM ticket_counts JOIN sessions ON number = session_number WHERE id = ?',
      )
      .bind(session),
    db
      .prepare(
        'SELECT name FROM ticket_types JOIN sessions USING (event_id) WHERE sessions.id = ? ORDER BY name',
      )
      .bind(session),
    db
      .prepare(
        `SELECT count(*) AS indexed FROM ticket_search, sessions
           WHERE id = ? AND ticket_search MATCH 't*' AND ticket_search.rowid >> 20 = number`,
      )
      .bind(session),
  ])
  return {
    tickets: tickets?.results ?? [],
    counts: counts?.results[0] ?? {},
    types: types?.results.map(({ name }) => name),
    indexed: found?.results[0]?.indexed,
  }
}

beforeAll(async () => {
  state = await copyState('empty')
  files = await mkdtemp(join(tmpdir(), 'doorlist-files-'))
  service = await start(state)
  db = serverDatabase(service.api)
  organizer = randomUUID()
  await execute(`INSERT INTO organizers (id, name) VALUES ('${organizer}', 'Organizer')`)
})

afterAll(async () => {
  await service.stop()
  await Promise.all([state, files].map((folder) => rm(folder, { recursive: true, force: true })))
})

describe('npm run import', () => {
  it("loads Doorlist's columns from CSV and changes nothing the second time", async () => {
    const session = await addSession()
    const first = await run('--session', session, fixture('tickets.csv'))
    expect(first).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'tickets.csv, columns of Doorlist',
        '  rows               4',
        '  to insert          4',
        '  to update          0',
        '  unchanged          0',
        '  new ticket types: Standing, Backstage',
        'Written.',
        '',
      ].join('\n'),
    })
    const loaded = await snapshot(session)
    const none = {
      seatLabel: null,
      currentHolderId: null,
      holderEmail: null,
      attendeeEmail: null,
      attendeeCompany: null,
      checkedInAt: null,
      transferCount: 0,
      code: expect.stringMatching(/^[0-9A-Z]{20}$/),
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
    }
    expect(loaded.tickets).toEqual([
      {
        ...none,
        n: 1,
        id: '5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0001',
        ticketNumber: 'T-1',
        status: 'Valid',
        ticketTypeName: 'Standing',
        holderEmail: 'ana@example.com',
        attendeeName: 'Ana García',
      },
      {
        n: 2,
        ...{ id: none.id, code: none.code },
        ticketNumber: 'T-2',
        status: 'CheckedIn',
        ticketTypeName: 'VIP',
        seatLabel: 'Balcony 3',
        currentHolderId: '2b1d4c1e-6f0a-4e0b-8c55-1f2e3d4c5b6a',
        holderEmail: 'bo@example.com',
        attendeeName: 'O\'Neill, "Bo"',
        attendeeEmail: 'bo.private@example.com',
        attendeeCompany: 'Example & Sons',
        checkedInAt: Date.UTC(2026, 5, 12, 18, 30),
        transferCount: 2,
      },
      {
        ...none,
        n: 3,
        ticketNumber: 'T-3',
        status: 'Refunded',
        ticketTypeName: 'Backstage',
        attendeeName: 'Two\nlines; BEGIN TRANSACTION; -- DROP TABLE tickets',
      },
      {
        ...none,
        n: 4,
        ticketNumber: 'T-4',
        status: 'Valid',
        ticketTypeName: 'Standing',
        seatLabel: 'A1',
        attendeeName: '李小龍 🎉',
      },
    ])
    expect(loaded).toMatchObject({
      types: ['Backstage', 'Standing', 'VIP'],
      counts: { valid: 2, checked_in: 1, refunded: 1, voided: 0 },
      indexed: 4,
    })

    const second = await run('--session', session, fixture('tickets.csv'))
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/unchanged +4\nNothing to write\.\n$/),
    })
    // The list version is also the same: nothing was written.
    expect(await snapshot(session)).toEqual(loaded)
  })

  it('updates existing tickets from JSON Lines by their number and adds the others', async () => {
    const session = await addSession()
    await run(
      '--session',
      session,
      await write('a.csv', `${HEAD},seatLabel,holderEmail\nt-2,VIP,A1,x@example.com\n`),
    )
    const [before] = (await snapshot(session)).tickets
    const { stdout } = await run('--session', session, fixture('tickets.jsonl'))
    expect(stdout).toMatch(
      /rows +2\n {2}to insert +1\n {2}to update +1\n {2}unchanged +0\n {2}new ticket types: Standing\nW/,
    )
    const { tickets, counts } = await snapshot(session)
    expect(tickets).toEqual([
      { ...before, ticketNumber: 'T-2', status: 'Valid', seatLabel: null },
      expect.objectContaining({ n: 2, ticketNumber: 'T-1', attendeeName: 'Ana García', transferCount: 1 }),
    ])
    expect(counts).toMatchObject({ valid: 2, checked_in: 0 })
  })

  it.each([
    [
      'pretix',
      'pretix.csv',
      [
        {
          ticketNumber: 'AB3CD-1',
          status: 'Valid',
          ticketTypeName: 'Day ticket – Reduced',
          seatLabel: 'Row 1, Seat 7',
          holderEmail: 'mia@example.com',
          attendeeName: 'Mia Muster',
          attendeeEmail: 'mia.muster@example.com',
          attendeeCompany: 'Example GmbH',
        },
        { ticketNumber: 'AB3CD-2', status: 'Voided', ticketTypeName: 'Day ticket', attendeeEmail: null },
        { ticketNumber: 'EF5GH-1', status: 'Voided', attendeeName: 'Kim Beispiel', attendeeCompany: null },
      ],
    ],
    [
      'Eventbrite',
      'eventbrite.csv',
      [
        {
          ticketNumber: '70000000001',
          status: 'Valid',
          ticketTypeName: 'General Admission',
          holderEmail: 'buyer@example.com',
          attendeeName: 'Ada Example',
          attendeeEmail: 'ada@example.com',
          attendeeCompany: 'Example Works',
        },
        { ticketNumber: '70000000002', status: 'CheckedIn', checkedInAt: null },
        {
          ticketNumber: '70000000003',
          status: 'Voided',
          ticketTypeName: 'VIP',
          holderEmail: 'cy@example.com',
        },
        { ticketNumber: '70000000004', status: 'Refunded', attendeeCompany: null },
      ],
    ],
    [
      'Hi.Events',
      'hi-events.csv',
      [
        {
          ticketNumber: 'A-X7K2P9Q',
          code: 'A-X7K2P9Q',
          status: 'CheckedIn',
          ticketTypeName: 'VIP - Early bird',
          holderEmail: 'ada@example.org',
          attendeeName: 'Ada Okafor',
          attendeeEmail: 'ada@example.org',
        },
        { ticketNumber: 'A-4MNB81T', status: 'Voided', ticketTypeName: 'Standard' },
        { ticketNumber: 'A-QQ09ZRD', status: 'Voided' },
        { ticketNumber: 'A-1C0FFEE', status: 'Valid', attendeeName: 'Kim' },
      ],
    ],
    [
      'alf.io',
      'alf-io.csv',
      [
        {
          ticketNumber: '7D9C2F10-3B64',
          code: '7d9c2f10-3b64-4f5e-9a1c-0e5d8b7a6c21',
          status: 'Valid',
          ticketTypeName: 'VIP Pass',
          holderEmail: 'ada@example.org',
          attendeeName: 'Ada Okafor',
          attendeeCompany: 'Acme',
        },
        { ticketNumber: '2A4E6F80-1122', status: 'CheckedIn', attendeeCompany: '=Lind & Co' },
        { ticketNumber: 'F0E1D2C3-B4A5', status: 'Voided', attendeeCompany: null },
      ],
    ],
    [
      'Tito',
      'tito.csv',
      [
        {
          ticketNumber: 'GIAO-1',
          code: 'ti_pX9tJEguENQbdPOdhq66Vtw',
          status: 'CheckedIn',
          ticketTypeName: 'VIP',
          holderEmail: 'ada@example.org',
          attendeeName: 'Ada Okafor',
          attendeeEmail: 'ada@example.org',
          attendeeCompany: 'Acme, Ltd',
        },
        {
          ticketNumber: 'GIAO-2',
          code: 'ti_tR5wQz1LmN8bVcXy',
          status: 'Valid',
          attendeeName: null,
          attendeeEmail: null,
        },
        { ticketNumber: 'KQWZ', code: 'ti_hJ7nPk2SdF4gZxCv', status: 'Voided', attendeeName: 'Max Muster' },
      ],
    ],
    [
      'Indico',
      'indico.csv',
      [
        {
          ticketNumber: '1',
          code: expect.stringMatching(/^[0-9A-Z]{20}$/),
          status: 'CheckedIn',
          ticketTypeName: 'Registration',
          attendeeName: 'Ada Okafor',
          attendeeEmail: 'ada@example.org',
          attendeeCompany: 'Acme',
        },
        { ticketNumber: '2', status: 'Voided', attendeeCompany: 'Lind, Berg & Co' },
        { ticketNumber: '3', status: 'Voided' },
        { ticketNumber: '4', status: 'Valid' },
      ],
    ],
  ])('loads an export of %s', async (name, file, tickets) => {
    const session = await addSession()
    const { code, stdout } = await run('--session', session, fixture(file))
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: `${file}, columns of ${name}` })
    expect((await snapshot(session)).tickets).toMatchObject(tickets)
    expect((await run('--session', session, fixture(file))).stdout).toMatch('Nothing to write.')
  })

  it('voids what is missing, and finds guests without numbers', async () => {
    const session = await addSession()
    const [before, after] = await Promise.all([
      write('a.csv', 'ticketTypeName,attendeeName,quantity\nVIP,Crew,3\nVIP,Ana,\nVIP,Bo,1\n'),
      write('b.csv', 'ticketTypeName,attendeeName,quantity,seatLabel\nVIP,Crew,2,\nVIP,Ana,,A1\n'),
    ])
    const options = ['--match', 'guest', '--missing', 'void', '--session', session]
    expect((await run(...options, before)).stdout).toMatch(/rows +3\n {2}to insert +5\n/)
    await execute(`UPDATE tickets SET status = 'CheckedIn' WHERE attendee_name = 'Bo'`)
    expect((await run(...options, after)).stdout).toMatch(
      /to insert +0\n {2}to update +1\n {2}to void +1\n {2}unchanged +2\nWritten/,
    )
    expect(
      (await snapshot(session)).tickets.map(({ attendeeName, status, seatLabel }) => [
        attendeeName,
        status,
        seatLabel,
      ]),
    ).toEqual([
      ['Crew', 'Valid', null],
      ['Crew', 'Valid', null],
      ['Crew', 'Voided', null],
      ['Ana', 'Valid', 'A1'],
      ['Bo', 'CheckedIn', null],
    ])
  })

  it('reports the changes of a dry run and writes nothing', async () => {
    const session = await addSession()
    const before = await snapshot(session)
    const { code, stdout } = await run('--dry-run', '--session', session, fixture('pretix.csv'))
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /to insert +3\n.*\n.*\n {2}new ticket types: Day ticket – Reduced, Day ticket\nA dry run: nothing was written\.\n$/,
    )
    expect(await snapshot(session)).toEqual(before)
  })

  it('writes nothing if one row has an error, and reports errors by line', async () => {
    const session = await addSession()
    await run('--session', session, await write('a.csv', `${HEAD}\nT-1,VIP\n`))
    const before = await snapshot(session)
    const bad = await write(
      'bad.csv',
      `${HEAD},checkedInAt\nT-1,Box,\nT-2,VIP,"yes\n"\nT-3,VIP\nt-1,VIP,\nT-4,VIP,2026-06-12T18:30Z\n`,
    )
    const { code, stdout, stderr } = await run('--session', session, bad)
    expect(code).toBe(1)
    expect(stdout).toMatch(/\n {2}rows +5\n$/)
    expect(stderr).toBe(
      [
        'line 3: checkedInAt: must be an ISO 8601 date and time with Z or an offset such as +02:00',
        'line 5: has 2 cells, the header has 3',
        'line 6: ticketNumber: "t-1" is also on line 2',
        '3 errors: nothing was written.',
        '',
      ].join('\n'),
    )
    expect(await snapshot(session)).toEqual(before)
  })

  it('prints the first 20 errors and how many more there are', async () => {
    const session = await addSession()
    const rows = Array.from({ length: 1_030 }, (_, n) => `T-${n},VIP,bad`)
    const { code, stderr } = await run(
      '--session',
      session,
      await write('a.csv', [`${HEAD},status`, ...rows].join('\n')),
    )
    const lines = stderr.trimEnd().split('\n')
    expect(code).toBe(1)
    expect(lines).toHaveLength(22)
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^line 21: status: must be one of/),
      'and 1,010 more',
      '1,030 errors: nothing was written.',
    ])
  })

  it('prints progress for a long file', async () => {
    const session = await addSession()
    const rows = Array.from({ length: 40_001 }, (_, n) => `T-${n},VIP`)
    const file = await write('long.csv', [HEAD, ...rows].join('\n'))
    const { stderr } = await run('--dry-run', '--session', session, file)
    expect(stderr).toBe('  read: 20,000 of 40,001\n  read: 40,000 of 40,001\n')
  })

  it.each([
    ['no arguments', [], /^--session is required\.\n\nUsage: npm run import -- --session ID FILE/],
    ['no session', ['FILE'], /^--session is required\.\n\nUsage/],
    ['two files', ['--session', 'ID', 'FILE', 'FILE'], /^Name one file\.\n\nUsage/],
    ['an unknown option', ['--wet-run', 'FILE'], /^Unknown option '--wet-run'\.\n\nUsage/],
    [
      'an option that it does not know',
      ['--session', '0190a000-0000-7000-8000-00000000ffff', '--match', 'name', 'FILE'],
      /^--match: "name" is none of number, code, guest\./m,
    ],
    ['a session that is no UUID', ['--session', '31', 'FILE'], /^--session: "31" is not a UUID\.$/m],
    [
      'an unknown session',
      ['--session', '0190a000-0000-7000-8000-00000000ffff', 'FILE'],
      /^There is no session 0190a/,
    ],
    [
      'no such file',
      ['--session', '0190a000-0000-7000-8000-00000000ffff', 'nowhere.csv'],
      /^There is no file nowhere\.csv\.$/m,
    ],
  ])('reports %s', async (_, args, message) => {
    const file = await write('a.csv', `${HEAD}\nT-1,VIP\n`)
    const { code, stdout, stderr } = await run(...args.map((arg) => (arg === 'FILE' ? file : arg)))
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) })
  })

  it.each([
    ['is empty', '', 'The file is empty.\n'],
    ['has no rows', `${HEAD}\n`, 'The file has no rows.\n'],
    [
      'is not UTF-8',
      Buffer.from('José', 'latin1'),
      'The file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8".\n',
    ],
    [
      'has an unknown column',
      `${HEAD},seat\nT-1,VIP,x`,
      expect.stringMatching(/^line 1: unknown column "seat"[\s\S]*1 error: nothing was written\.\n$/),
    ],
  ])('rejects a file that %s', async (_, content, message) => {
    const file = await write('a.csv', content)
    const { code, stderr } = await run('--session', randomUUID(), file)
    expect({ code, stderr }).toEqual({ code: 1, stderr: message })
  })

  it('reports an id that belongs to a ticket of another session', async () => {
    const id = randomUUID()
    const file = await write('a.csv', `${HEAD},id\nT-1,VIP,${id}\n`)
    expect((await run('--session', await addSession(), file)).code).toBe(0)
    const { code, stderr } = await run('--session', await addSession(), file)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `line 2: id: ${id} is the id of another ticket\n1 error: nothing was written.\n`,
    })
  })

  it('warns of check-ins without a time and escapes control characters of the file', async () => {
    const session = await addSession()
    const file = await write('a\u001b[2J.csv', `${HEAD},status\nT-1,\u202eEvil,CheckedIn\n`)
    const { code, stdout } = await run('--session', session, file)
    expect(code).toBe(0)
    expect(stdout).toContain('a\\u{1b}[2J.csv, columns of Doorlist\n')
    expect(stdout).toContain('\n  new ticket types: \\u{202e}Evil\n')
    expect(stdout).toContain('\nWarning: CheckedIn without checkedInAt: 1. ')
    for (const character of ['\u001b', '\u202e']) expect(stdout).not.toContain(character)
  })

  it('prints its usage', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage[\s\S]*--dry-run/),
    })
  })
})

describe('npm run import --remote', () => {
  it('warns that it takes the database offline, and requires --yes', async () => {
    const { code, stdout, stderr } = await run('--remote', '--session', randomUUID(), fixture('tickets.csv'))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/takes the deployed database offline[\s\S]*--dry-run[\s\S]*--yes/)
  })

  it.each(isFull ? ['--dry-run', '--yes'] : ['--yes'])(
    '%s without a login explains how to log in',
    async (option) => {
      // An empty home folder has no wrangler login. Without a login, wrangler does not use the network.
      for (const name of ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_API_KEY', 'XDG_CONFIG_HOME'])
        vi.stubEnv(name, undefined)
      for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, files)
      const outcome = await run('--remote', option, '--session', randomUUID(), fixture('tickets.csv'))
      vi.unstubAllEnvs()
      expect(outcome).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'wrangler is not logged in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.\n',
      })
    },
  )
})

describe('npm run import as a process', () => {
  const importFile = async (folder: string, ...args: string[]) => {
    try {
      return { code: 0, stdout: await runScript(folder, 'import', ...args), stderr: '' }
    } catch (error) {
      return error as inProcess.Outcome
    }
  }

  it('ends with 1 and prints errors on stderr', async () => {
    const outcome = await importFile(state, '--session', randomUUID(), await write('empty.csv', ''))
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: 'The file is empty.\n' })
  })

  it('waits while another process writes to the file', async () => {
    const copy = await copyState('smallDemo')
    const rows = Array.from({ length: 2_000 }, (_, n) => `T-${n},VIP`)
    const file = await write('busy.csv', [HEAD, ...rows].join('\n'))
    let written = 0
    await withDatabase(copy, async (other) => {
      let done = false
      const writer = (async () => {
        // Small writes in a row, like those of local D1 sessions for lists. They fail while the import writes.
        while (!done) {
          const outcome = await other.prepare('UPDATE organizers SET name = name').run().catch(String)
          if (typeof outcome !== 'string') written += 1
          else expect(outcome).toContain('SQLITE_BUSY')
        }
      })()
      const [outcome] = await Promise.all([
        importFile(copy, '--session', demoId('33'), file).finally(() => {
          done = true
        }),
        writer,
      ])
      expect(outcome).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/Written\.\n$/) })
      const counts = await other
        .prepare('SELECT valid FROM ticket_counts JOIN sessions ON number = session_number WHERE id = ?')
        .bind(demoId('33'))
        .first()
      expect(counts).toEqual({ valid: 2_000 })
    })
    expect(written).toBeGreaterThan(10)
    await removeState(copy)
  })
})

describe('an import', () => {
  const quiet = async (work: () => Promise<void>) => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    try {
      await work()
    } finally {
      log.mockRestore()
    }
  }

  it.each([
    ['checked in', `UPDATE tickets SET status = 'CheckedIn' WHERE ticket_number = 'T-1'`],
    [
      'sold',
      `INSERT INTO tickets (key, id, session_number, ticket_number, status, ticket_type_id)
       SELECT key + 1, '${randomUUID()}', session_number, 'T-9', 'Valid', ticket_type_id FROM tickets
       WHERE ticket_number = 'T-1'`,
    ],
    [
      'given its new type by another writer',
      `INSERT INTO ticket_types (id, event_id, name)
       SELECT '${randomUUID()}', event_id, 'BOX' FROM sessions WHERE id = 'SESSION'`,
    ],
  ])('writes nothing if a ticket is %s while it runs', async (_, sql) => {
    const session = await addSession()
    const database = bindingDatabase(db)
    await execute(`DELETE FROM tickets WHERE ticket_number = 'T-1'`)
    const file = (text: string) => ({ name: 'a.csv', content: readContent(text) })
    await quiet(() => importTickets(database, session, file(`${HEAD}\nT-1,VIP`)))
    const interrupted: Database = {
      ...database,
      write: async (statements) => {
        await execute(sql.replace('SESSION', session))
        await database.write(statements)
      },
    }
    const late = quiet(() =>
      importTickets(interrupted, session, file(`${HEAD},attendeeName\nT-1,VIP,New\nT-2,Box,New`)),
    )
    await expect(late).rejects.toThrow(
      'The session changed while the import was running. Nothing was written; run the command again.',
    )
    const { tickets, types } = await snapshot(session)
    expect(tickets.filter(({ attendeeName }) => attendeeName === 'New')).toEqual([])
    expect(types).not.toContain('Box')
  })

  // wrangler starts seven times.
  it.runIf(isFull)('has the same result through wrangler, as for a deployed database', async () => {
    const [bound, through] = [await addSession(), await addSession()]
    const database = wranglerDatabase(['--local', '--persist-to', state])
    const hard = [
      "Robert'); DROP TABLE tickets;--",
      'a\nb\r\nc',
      'BEGIN TRANSACTION; COMMIT;',
      '100% "x" \\ /* é',
      "''",
      'x;',
    ]
    const lines = (change: string) =>
      hard
        .map((attendeeName, n) =>
          JSON.stringify({
            ticketNumber: `T-${n}`,
            ticketTypeName: "Friends' & ; --",
            attendeeName,
            seatLabel: change,
          }),
        )
        .join('\n')
    for (const text of [lines('A'), lines('B; --')]) {
      await quiet(() => importTickets(database, through, { name: 'a.jsonl', content: readContent(text) }))
      const file = await write('a.jsonl', text)
      expect((await run('--session', bound, file)).code).toBe(0)
    }
    const [a, b] = [await snapshot(bound), await snapshot(through)]
    const withoutIds = ({ tickets }: typeof a) => tickets.map(({ id, code, ...ticket }) => ticket)
    expect(withoutIds(b)).toEqual(withoutIds(a))
    expect(b.tickets.map(({ attendeeName }) => attendeeName)).toEqual(hard)
    expect(b.types).toEqual(a.types)

    // All or nothing: the first statement is valid, the second is not.
    const failing = database.write([
      `UPDATE tickets SET attendee_name = 'lost' WHERE ticket_number = 'T-0'`,
      'INSERT INTO ticket_counts (session_number) SELECT session_number FROM ticket_counts',
    ])
    await expect(failing).rejects.toThrow('UNIQUE constraint failed: ticket_counts.session_number')
    expect(await snapshot(through)).toEqual(b)
  })
})
