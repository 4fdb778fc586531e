// `npm run import` with a real service. Each test has an organizer of its own.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demoId } from '../../scripts/data/demo.ts'
import { importCommand } from '../../scripts/import.ts'
import expected from '../domain/import/cases/expected.json' with { type: 'json' }
import workbooks from '../domain/import/workbooks/expected.json' with { type: 'json' }
import { freePort, runScript } from '../support/node/dev.ts'
import { useOwnService } from '../support/node/own-service.ts'
import * as inProcess from '../support/node/run-command.ts'
import type { Organizer } from '../support/organizer.ts'

const HEAD = 'ticketNumber,ticketTypeName'

const service = useOwnService()
let files: string

const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name)

/** Writes a file to import. Returns its path. */
const write = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(files, `${randomUUID()}-${name}`)
  await writeFile(path, content)
  return path
}

/** Runs the command in this process, with variables of the environment. */
const runWith = async (variables: Record<string, string>, ...args: string[]): Promise<inProcess.Outcome> => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  try {
    return await inProcess.run(importCommand, ...args, '--persist-to', service.state)
  } finally {
    vi.unstubAllEnvs()
  }
}

/** Runs the command as the manager of an organizer, on its session. */
const run = async ({ manager, session }: Organizer, ...args: string[]): Promise<inProcess.Outcome> =>
  runWith({ DOORLIST_TOKEN: await service.token(manager) }, '--session', session, ...args)

/** A session's tickets, its counts and list version, and how many tickets the search index has. */
const snapshot = async ({ session }: Organizer) => {
  const [counts] = await service.sql(
    `SELECT ticket_counts.* FROM ticket_counts JOIN sessions ON number = session_number WHERE id = '${session}'`,
  )
  const [found] = await service.sql(
    `SELECT count(*) AS indexed FROM ticket_search, sessions
     WHERE id = '${session}' AND ticket_search MATCH 't*' AND ticket_search.rowid >> 20 = number`,
  )
  const tickets = await service.sql(
    `SELECT key & 1048575 AS n, tickets.id, ticket_number AS ticketNumber, status, code,
       ticket_type_name AS ticketTypeName, note, seat_label AS seatLabel, current_holder_id AS currentHolderId,
       holder_email AS holderEmail, attendee_name AS attendeeName, attendee_email AS attendeeEmail,
       attendee_company AS attendeeCompany, checked_in_at AS checkedInAt, transfer_count AS transferCount
     FROM tickets JOIN sessions ON number = session_number WHERE sessions.id = '${session}' ORDER BY key`,
  )
  return { tickets, counts, indexed: found?.indexed }
}

/** The imports in the history of a session. */
const importsOf = (session: string) =>
  service.sql(
    `SELECT subject, call_id AS recordId, change ->> 'inserted' AS inserted FROM audit_log
     WHERE entity_id = '${session}' AND action = 'tickets.import' ORDER BY id`,
  )

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'doorlist-files-'))
})

afterAll(() => rm(files, { recursive: true, force: true }))

describe('npm run import', () => {
  it("loads Doorlist's columns from CSV and changes nothing the second time", async () => {
    const org = await service.makeOrganizer()
    const first = await run(org, fixture('tickets.csv'), '--check-ins', 'keep')
    const records = await importsOf(org.session)
    expect(records).toEqual([{ subject: org.manager, recordId: expect.any(String), inserted: 4 }])
    expect(first).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'tickets.csv, columns of Doorlist',
        '  rows               4',
        '  to insert          4',
        '    1 CheckedIn',
        '    1 Refunded',
        '  to update          0',
        '  unchanged          0',
        '  new ticket types: Backstage',
        `Imported. Its record in the history: ${records[0]?.recordId}`,
        '',
      ].join('\n'),
    })
    const loaded = await snapshot(org)
    const none = {
      note: null,
      seatLabel: null,
      currentHolderId: null,
      holderEmail: null,
      attendeeEmail: null,
      attendeeCompany: null,
      checkedInAt: null,
      transferCount: 0,
      code: expect.stringMatching(/^[0-9A-Z]{20}$/),
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-/),
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
        ...{ id: none.id, code: none.code, note: null },
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
        attendeeName: 'Two lines; BEGIN TRANSACTION; -- DROP TABLE tickets',
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
      counts: { valid: 2, checked_in: 1, refunded: 1, voided: 0 },
      indexed: 4,
    })

    expect(await run(org, fixture('tickets.csv'))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/unchanged +4\nNothing to import\.\n$/),
    })
    // The list version is also the same: nothing was written.
    expect(await snapshot(org)).toEqual(loaded)
    expect(await importsOf(org.session)).toEqual(records)
  })

  it('updates existing tickets from JSON Lines by their number and adds the others', async () => {
    const org = await service.makeOrganizer()
    await run(org, await write('a.csv', `${HEAD},seatLabel,holderEmail\nt-2,VIP,A1,x@example.com\n`))
    const [before] = (await snapshot(org)).tickets
    const { stdout } = await run(org, fixture('tickets.jsonl'))
    expect(stdout).toMatch(
      /rows +2\n {2}to insert +1\n {2}to update +1\n {2}unchanged +0\n {2}1 rows say CheckedIn\. .*\nImported/,
    )
    const { tickets, counts } = await snapshot(org)
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
    [
      'Luma',
      'luma.csv',
      [
        {
          ticketNumber: 'gst-a1B2c3D4',
          code: 'g-x7K2p9Qw',
          status: 'CheckedIn',
          ticketTypeName: 'Standard',
          attendeeName: 'Ada Okafor',
          attendeeEmail: 'ada@example.org',
        },
        { ticketNumber: 'gst-e5F6g7H8', status: 'Valid', attendeeName: 'Max Muster', ticketTypeName: 'VIP' },
        {
          ticketNumber: 'gst-i9J0k1L2',
          status: 'Voided',
          attendeeName: 'Kim',
          ticketTypeName: 'Registration',
        },
        { ticketNumber: 'gst-m3N4o5P6', status: 'Voided' },
      ],
    ],
    [
      'Ticket Tailor',
      'ticket-tailor.csv',
      [
        {
          ticketNumber: 'TKT-001',
          status: 'Valid',
          ticketTypeName: 'Admission - Student',
          attendeeName: 'Ada Okafor',
          holderEmail: 'ada@example.org',
        },
        { ticketNumber: 'TKT-002', status: 'CheckedIn', attendeeName: 'Max Muster' },
        { ticketNumber: 'TKT-003', status: 'Voided', attendeeName: 'Kim' },
      ],
    ],
    [
      'Event Tickets',
      'event-tickets.csv',
      [
        {
          ticketNumber: '101-42-1',
          code: '4f0c9a2e7b',
          status: 'CheckedIn',
          ticketTypeName: 'General & Press',
          attendeeName: 'Ada Okafor',
          holderEmail: 'ada@example.org',
        },
        { ticketNumber: '101-42-2', status: 'Voided', attendeeName: 'Max Muster' },
        { ticketNumber: '101-43-1', status: 'Refunded' },
      ],
    ],
    [
      'Tickera',
      'tickera.csv',
      [
        {
          ticketNumber: '5A7F3C1-1',
          code: '5A7F3C1-1',
          status: 'Valid',
          ticketTypeName: 'VIP',
          attendeeName: 'Ada Okafor',
          attendeeEmail: 'ada@example.org',
        },
        { ticketNumber: '5A7F3C1-2', status: 'Voided', attendeeName: 'Max Muster' },
      ],
    ],
  ])('loads an export of %s', async (name, file, tickets) => {
    const org = await service.makeOrganizer()
    const { code, stdout } = await run(org, fixture(file), '--check-ins', 'keep')
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: `${file}, columns of ${name}` })
    expect((await snapshot(org)).tickets).toMatchObject(tickets)
    expect((await run(org, fixture(file))).stdout).toMatch('Nothing to import.')
  })

  it.each([
    ['excel-german.csv', 'Vorname (firstName), Nachname (lastName), E-Mail (holderEmail)'],
    ['excel-polish.csv', 'Imię i nazwisko (attendeeName), Adres e-mail (holderEmail)'],
  ])('loads a list of a spreadsheet, with companions: %s', async (name, columns) => {
    const org = await service.makeOrganizer()
    const path = join(import.meta.dirname, '../domain/import/files', name)
    const { code, stdout, stderr } = await run(org, path)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`${name}, a list with ${columns}`)
    const { tickets } = await snapshot(org)
    expect(tickets).toHaveLength(name === 'excel-polish.csv' ? 7 : 5)
    expect(new Set(tickets.map(({ ticketTypeName }) => ticketTypeName))).toEqual(new Set(['Guest list']))
    expect((await run(org, path)).stdout).toMatch(/Nothing to import\.\n$/)
  })

  const workbook = (name: string): string => join(import.meta.dirname, '../domain/import/workbooks', name)

  it.each(
    Object.entries(workbooks as Record<string, { rows?: object[]; says?: string[] }>).filter(
      ([, { rows }]) => rows,
    ),
  )('loads a workbook as it is shown: %s', async (name, { rows, says = [] }) => {
    const org = await service.makeOrganizer()
    const { stdout, stderr } = await run(org, workbook(name), '--codes', 'kept')
    expect(stderr).toBe('')
    const { tickets } = await snapshot(org)
    expect(tickets).toMatchObject(rows ?? [])
    expect(tickets).toHaveLength(rows?.length ?? 0)
    for (const part of says) expect(stdout).toContain(part)
  })

  it.each([
    ['rounded.xlsx', [/^line 2: code: the spreadsheet has rounded this number\. .*\nline 3: /]],
    ['sheets-two.xlsx', [/^Several sheets have rows: VIP, 1 row; Friends, 2 rows\. .*--all-sheets\.\n$/]],
    [
      'libreoffice-hidden.xlsx',
      [/^Several sheets have rows: Lies mich, 1 row; Gäste \(hidden\), 2 rows; Alt \(hidden\), 1 row\. /],
    ],
  ])('refuses a workbook and says why: %s', async (name, messages) => {
    const org = await service.makeOrganizer()
    const { code, stderr } = await run(org, workbook(name))
    expect(code).toBe(1)
    for (const message of messages) expect(stderr).toMatch(message)
    expect((await snapshot(org)).tickets).toEqual([])
  })

  it.each([
    ...Object.entries(workbooks['sheets-two.xlsx'].with),
    [
      '--all-sheets --type Crew',
      workbooks['sheets-two.xlsx'].with['--all-sheets'].map((row) => ({ ...row, ticketTypeName: 'Crew' })),
    ] as const,
  ])('loads the sheets of %s', async (options, rows) => {
    const org = await service.makeOrganizer()
    const { stderr } = await run(org, workbook('sheets-two.xlsx'), ...options.split(' '))
    expect(stderr).toBe('')
    const { tickets } = await snapshot(org)
    expect(tickets).toMatchObject(rows)
    expect(tickets).toHaveLength(rows.length)
  })

  it('loads a hidden sheet that is named', async () => {
    const org = await service.makeOrganizer()
    const { stdout, stderr } = await run(org, workbook('libreoffice-hidden.xlsx'), '--sheet', 'Alt')
    expect(stderr).toBe('')
    expect(stdout).toContain('not read: Lies mich, 1 row; Gäste (hidden), 2 rows')
    expect((await snapshot(org)).tickets).toMatchObject([{ attendeeName: 'Alt Gast', ticketTypeName: 'Alt' }])
  })

  it.each([
    [['--sheet', 'A', '--all-sheets'], 'Give --sheet or --all-sheets, not both.'],
    [['--sheet', 'A'], 'The file has no sheets: it is no workbook.'],
  ])('refuses %j for a CSV file', async (options, message) => {
    const file = await write('a.csv', 'Name\nAna')
    const { code, stderr } = await runWith({}, '--session', randomUUID(), file, ...options)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })

  it('loads a workbook, and names what it skips', async () => {
    const org = await service.makeOrganizer()
    const path = join(import.meta.dirname, '../domain/import/files/equal-columns.xlsx')
    const { stdout } = await run(org, path, '--type', 'Press')
    expect(stdout).toMatch(/to insert +1\n[\s\S]*\nWarning: not imported: Note\.\n/)
  })

  it.each([
    ['mails.csv', ['Ana', 'Cy', 'Di', 'Ed', 'Gu', 'Ha']],
    ['plus-words.csv', ['Ana', 'Ana +1', 'Bo', 'Cy', 'Cy +1', 'Cy +2', 'Di', 'Ed Sun', 'Fi', 'Gu', 'Gu +1']],
    ['total.csv', ['Ana', 'Ana +1', 'Bo']],
    ['ragged.csv', ['Kal Kry', 'Lis Lo', 'Mon My']],
    ['quotes.csv', ['Bo "The Man" Quote', 'Cy "Q" Quote']],
    ['newline.csv', ['Ana New']],
    ['entities.csv', ['Ana & Bo Ent', "D'Arc"]],
    ['pipe.csv', ['Ana Pipe', 'Bo Pipe']],
    ['first-last.csv', ['Ana Smith', 'Bo']],
    ['nordic.csv', ['Ver Vik', 'Wil Wass']],
    ['typeform.csv', ['Vil Varn', 'Wil Wide']],
    ['luma.csv', ['Ana Luma', 'Bo Luma', 'Cy Luma', 'Di Luma']],
    ['eventbrite-plain.csv', ['Ann And', 'Bjo Berg', 'Cle Carl']],
  ])(
    'loads %s as people have it, says what it read otherwise, and finds its guests again',
    async (name, names) => {
      const org = await service.makeOrganizer()
      const path = join(import.meta.dirname, '../domain/import/cases', name)
      const { code, stdout, stderr } = await run(org, path)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect((await snapshot(org)).tickets.map(({ attendeeName }) => attendeeName)).toEqual(names)
      const says = (expected as Record<string, { says?: string[] }>)[name]?.says ?? []
      for (const words of says) expect(stdout).toContain(words)
      expect((await run(org, path)).stdout).toMatch(/Nothing to import\.\n$/)
    },
  )

  it('loads a text file with a guest a line, and names what may be meant otherwise', async () => {
    const org = await service.makeOrganizer()
    const path = join(import.meta.dirname, '../domain/import/files/pasted.txt')
    const { code, stdout, stderr } = await run(org, path)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^pasted\.txt, a list with a guest a line\n {2}rows +15\n {2}to insert +23\n[\s\S]* {2}new ticket types: Guest list\n/,
    )
    const { tickets } = await snapshot(org)
    expect(tickets).toHaveLength(23)
    expect(tickets.filter(({ ticketTypeName }) => ticketTypeName === 'VIP')).toHaveLength(12)
    expect((await run(org, path)).stdout).toMatch(/unchanged +23\nNothing to import\.\n$/)
    const asked = await write('asked.txt', 'Zoe Ash & Yan Elm\nGarcía López, María José\n----\n')
    const { stdout: warned } = await run(org, '--type', 'Press', asked)
    expect(warned).toContain(
      [
        'Warning: line 1: "Zoe Ash & Yan Elm" is one guest.',
        'Warning: line 2: two guests, "García López" and "María José".',
        'Warning: line 3: "----" is not a guest.',
      ].join('\n'),
    )
    expect((await run(org, await write('bad.txt', 'Ana\n2x Bo +3'))).stderr).toBe(
      'line 2: "2x Bo +3" says 2 people and 4 people\n1 error: nothing was imported.\n',
    )
  })

  it('names who is on the list already, and adds, skips or changes them', async () => {
    const org = await service.makeOrganizer()
    await run(org, await write('a.csv', 'Name,Type\nAna Smith,Standing\nBo Lind,Standing\n'))
    const file = await write('b.csv', 'Name,Type,Plus ones\nana smith,VIP,1\nCy,VIP,\nCY,Crew,\n')
    const pairs = [
      '  line 2: "ana smith" (with ana smith +1) is also ticket 000001, Standing',
      '  line 4: "CY" is also line 3',
      '',
    ].join('\n')
    const added = await run(org, '--dry-run', file)
    expect(added.stdout).toMatch(/to insert +4\n/)
    expect(added.stdout).toContain(
      `Warning: 2 guests are on the list already. They are added once more; --doubles skip leaves them out, and --doubles change changes the guests on the list.\n${pairs}`,
    )
    const skipped = await run(org, '--dry-run', '--doubles', 'skip', '--missing', 'void', file)
    expect(skipped.stdout).toMatch(/to insert +1\n {2}to update +0\n {2}to void +1\n/)
    expect(skipped.stdout).toContain(`already. They are left out.\n${pairs}`)
    const { stdout } = await run(org, '--doubles', 'change', file)
    expect(stdout).toMatch(/to insert +2\n {2}to update +1\n/)
    const { tickets } = await snapshot(org)
    expect(tickets.map(({ attendeeName, ticketTypeName }) => [attendeeName, ticketTypeName])).toEqual([
      ['ana smith', 'VIP'],
      ['Bo Lind', 'Standing'],
      ['ana smith +1', 'VIP'],
      ['Cy', 'VIP'],
    ])
    expect((await run(org, '--doubles', 'merge', file)).stderr).toMatch(/--doubles: "merge" is none of add,/)
  })

  it('names who was moved to another date', async () => {
    const org = await service.makeOrganizer()
    const file = await write('old.csv', 'Name,Type\nZoë,Standing\nBo,Standing\n')
    await run(org, file)
    const there = randomUUID()
    await service.sql(
      `INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES ('${there}', '${org.event}', ${Date.UTC(2031, 11, 5, 21)}, 9)`,
    )
    const post = async (path: string, body: object) => {
      const response = await fetch(`${service.api}/api/organizer/v1/sessions/${org.session}/${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${await service.token(org.manager)}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(200)
      return response.json() as Promise<{ version: string }>
    }
    const moving = { filter: { q: 'zoe' }, changes: { sessionId: there } }
    const { version } = await post('tickets/bulk-update/preview', moving)
    await post('tickets/bulk-update', { ...moving, expectedVersion: version })
    const { stdout } = await run(org, '--dry-run', '--doubles', 'skip', file)
    expect(stdout).toMatch(/to insert +0\n/)
    expect(stdout).toMatch(
      /Warning: 1 guest is on the list already, or moved to another date\. They are left out\.\n {2}line 2: "Zoë" was moved to Friday,? 5 December 2031, .+: ticket 000001, Standing\n/,
    )
  })

  it('says that a list is of another session, and brings its guests', async () => {
    const org = await service.makeOrganizer()
    const head = 'ticketNumber,ticketTypeName,attendeeName,status,session'
    const file = await write(
      'last-week.csv',
      `${head}\n1,VIP,Ana,CheckedIn,${randomUUID()}\n2,VIP,Bo,Voided,${randomUUID()}`,
    )
    expect((await run(org, file)).stdout).toMatch(
      /to insert +1\n[\s\S]* {2}2 tickets of another session: these guests are expected, 1 refunded or void ones are left out\n/,
    )
    expect((await snapshot(org)).tickets).toMatchObject([{ attendeeName: 'Ana', status: 'Valid' }])
  })

  it('voids what is missing, and finds guests without numbers', async () => {
    const org = await service.makeOrganizer()
    const [before, after] = await Promise.all([
      write('a.csv', 'ticketTypeName,attendeeName,quantity\nVIP,Crew,3\nVIP,Ana,\nVIP,Bo,1\n'),
      write('b.csv', 'ticketTypeName,attendeeName,quantity,seatLabel\nVIP,Crew,2,\nVIP,Ana,,A1\n'),
    ])
    const options = ['--match', 'guest', '--missing', 'void']
    expect((await run(org, ...options, before)).stdout).toMatch(/rows +3\n {2}to insert +5\n/)
    await service.sql(
      `UPDATE tickets SET status = 'CheckedIn' WHERE attendee_name = 'Bo'
       AND session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`,
    )
    expect((await run(org, ...options, after)).stdout).toMatch(
      /to insert +0\n {2}to update +1\n {2}to void +1\n {2}unchanged +2\nImported/,
    )
    expect(
      (await snapshot(org)).tickets.map(({ attendeeName, status, seatLabel }) => [
        attendeeName,
        status,
        seatLabel,
      ]),
    ).toEqual([
      ['Crew', 'Valid', null],
      ['Crew +1', 'Valid', null],
      ['Crew +2', 'Voided', null],
      ['Ana', 'Valid', 'A1'],
      ['Bo', 'CheckedIn', null],
    ])
  })

  it('takes the numbers as codes', async () => {
    const org = await service.makeOrganizer()
    await run(org, '--codes', 'number', await write('a.csv', `${HEAD}\nT-1,VIP\n`))
    expect((await snapshot(org)).tickets).toMatchObject([{ ticketNumber: 'T-1', code: 'T-1' }])
  })

  it('reports the changes of a dry run and writes nothing', async () => {
    const org = await service.makeOrganizer()
    const before = await snapshot(org)
    const { code, stdout } = await run(org, '--dry-run', fixture('pretix.csv'))
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /to insert +3\n {4}2 Voided\n.*\n.*\n {2}new ticket types: Day ticket – Reduced, Day ticket\n {2}1 ticket with the state "canceled": read as Voided\n {2}1 ticket with the state "pending": read as Voided\nA dry run: nothing was imported\.\n$/,
    )
    expect(await snapshot(org)).toEqual(before)
  })

  it('reports what cannot be read in the file by its lines', async () => {
    const org = await service.makeOrganizer()
    const file = await write('bad.csv', `${HEAD},plusOnes\n,VIP,"\nyes"\n,VIP,?\n,VIP,2 friends\n`)
    expect(await run(org, file)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'line 4: plusOnes: "?" is neither a number nor names\nline 5: plusOnes: "2 friends" is neither a number nor names\n2 errors: nothing was imported.\n',
    })
  })

  it('writes nothing if one row has an error, and names its line and its row', async () => {
    const org = await service.makeOrganizer()
    await run(org, await write('a.csv', `${HEAD}\nT-1,VIP\n`))
    const before = await snapshot(org)
    const bad = await write(
      'bad.csv',
      `${HEAD},checkedInAt\nT-1,VIP,\nT-2,VIP,"yes\n"\nt-1,VIP,\nT-4,VIP,2026-06-12T18:30Z\n`,
    )
    const { code, stdout, stderr } = await run(org, bad)
    expect(code).toBe(1)
    expect(stdout).toMatch(/\n {2}rows +4\n$/)
    expect(stderr).toBe(
      [
        'line 3: (row 2) checkedInAt: must be an ISO 8601 date and time with Z or an offset such as +02:00',
        'line 5: (row 3) ticketNumber: "t-1" is also on row 1',
        '2 errors: nothing was imported.',
        '',
      ].join('\n'),
    )
    expect(await snapshot(org)).toEqual(before)
  })

  it('names the columns of the system that wrote the file', async () => {
    const org = await service.makeOrganizer()
    const file = await write(
      'pretix.csv',
      'Order code,Position ID,Status,Email,Product,Attendee name\nAB,,paid,,Day,Ana\n',
    )
    expect((await run(org, file)).stderr).toMatch(
      /^line 2: \(row 1\) Order code and Position ID: is missing\n/,
    )
  })

  it('prints the first 20 errors and how many more there are', async () => {
    const org = await service.makeOrganizer()
    const rows = Array.from({ length: 1_030 }, (_, n) => `T-${n},VIP,bad`)
    const { code, stderr } = await run(org, await write('a.csv', [`${HEAD},status`, ...rows].join('\n')))
    const lines = stderr.trimEnd().split('\n')
    expect(code).toBe(1)
    expect(lines).toHaveLength(22)
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^line 21: \(row 20\) status: must be one of/),
      'and 1,010 more',
      '1,030 errors: nothing was imported.',
    ])
  })

  it.each([
    ['no arguments', [], /^--session is required\.\n\nUsage: npm run import -- --session ID FILE/],
    ['no session', ['FILE'], /^--session is required\.\n\nUsage/],
    ['two files', ['--session', 'ID', 'FILE', 'FILE'], /^Name one file\.\n\nUsage/],
    ['an unknown option', ['--wet-run', 'FILE'], /^Unknown option '--wet-run'\.\n\nUsage/],
    [
      'an option that it does not know',
      ['--session', demoId('33'), '--match', 'name', 'FILE'],
      /^--match: "name" is none of number, code, guest\./m,
    ],
    ['a session that is no UUID', ['--session', '31', 'FILE'], /^--session: "31" is not a UUID\.$/m],
    [
      'an address that is none',
      ['--session', demoId('33'), '--url', 'club', 'FILE'],
      /^--url must be the https/,
    ],
    [
      'an address without https',
      ['--session', demoId('33'), '--url', 'http://club.example', 'FILE'],
      /^--url must/,
    ],
    ['no such file', ['--session', demoId('33'), 'nowhere.csv'], /^There is no file nowhere\.csv\.$/m],
  ])('reports %s', async (_, args, message) => {
    const file = await write('a.csv', `${HEAD}\nT-1,VIP\n`)
    const { code, stdout, stderr } = await runWith({}, ...args.map((arg) => (arg === 'FILE' ? file : arg)))
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) })
  })

  it.each([
    ['is empty', '', 'The file is empty.\n'],
    ['has no rows', `${HEAD}\n`, 'The file has no rows.\n'],
    [
      'is a picture',
      Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF', 'latin1'),
      'The file is no table. Save it as .xlsx or CSV.\n',
    ],
    [
      'has no guests',
      'Wer,Was\nAna,VIP',
      expect.stringMatching(/^No column has names, e-mail addresses, numbers or codes\. /),
    ],
  ])('rejects a file that %s', async (_, content, message) => {
    const file = await write('a.csv', content)
    const { code, stderr } = await runWith({}, '--session', randomUUID(), file)
    expect({ code, stderr }).toEqual({ code: 1, stderr: message })
  })

  it('warns of check-ins without a time and escapes control characters of the file', async () => {
    const org = await service.makeOrganizer()
    const row = { ticketNumber: 'T-1', ticketTypeName: '\u202eEvil', status: 'CheckedIn' }
    const file = await write('a\u001b[2J.jsonl', JSON.stringify(row))
    const { code, stdout } = await run(org, file, '--check-ins', 'keep')
    expect(code).toBe(0)
    expect(stdout).toContain('a\\u{1b}[2J.jsonl, columns of Doorlist\n')
    expect(stdout).toContain('\n  new ticket types: \\u{202e}Evil\n')
    expect(stdout).toContain('\nWarning: 1 CheckedIn without checkedInAt. ')
    for (const character of ['\u001b', '\u202e']) expect(stdout).not.toContain(character)
  })

  it('as a process ends with 1 and prints errors on stderr', async () => {
    const file = await write('empty.csv', '')
    await expect(runScript(service.state, 'import', '--session', randomUUID(), file)).rejects.toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'The file is empty.\n' },
    })
  })
})

describe('the token of an import', () => {
  it('is that of an owner of the demo, with `npm run dev`', async () => {
    const file = await write('a.csv', `${HEAD}\nT-1,VIP\n`)
    expect(await runWith({}, '--session', demoId('33'), file)).toMatchObject({ code: 0, stderr: '' })
    expect(await importsOf(demoId('33'))).toMatchObject([{ subject: 'owner' }])
  })

  it('is that of a program, with its id and secret', async () => {
    const org = await service.makeOrganizer()
    const response = await fetch(`${service.api}/api/organizer/v1/organizers/${org.id}/programs`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await service.token(org.owner)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: 'Import', role: 'manager' }),
    })
    const program = (await response.json()) as { id: string; clientId: string; clientSecret: string }
    const args = ['--session', org.session, '--url', service.api, '--yes', fixture('tito.csv')]
    const variables = { DOORLIST_CLIENT_ID: program.clientId, DOORLIST_CLIENT_SECRET: program.clientSecret }
    expect(await runWith(variables, ...args)).toMatchObject({ code: 0, stderr: '' })
    expect(await importsOf(org.session)).toMatchObject([{ subject: `program:${program.id}` }])
    expect(await runWith({ ...variables, DOORLIST_CLIENT_SECRET: 'wrong' }, ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No token from http:.*: 401 .*invalid_grant/),
    })
  })

  it('is missed where there is none', async () => {
    const { code, stderr } = await runWith(
      {},
      '--session',
      demoId('33'),
      '--url',
      service.api,
      fixture('tito.csv'),
    )
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('DOORLIST_CLIENT_ID') })
  })

  it.each([
    ['not valid', 'x', /^The access token is malformed\. Get a new token\.\n$/],
    ['that of door staff', 'staff', /^Your role does not allow this\.\n$/],
    ['that of somebody else', 'stranger', /^There is no such session\.\n$/],
  ] as const)('is refused if it is %s', async (_, who, message) => {
    const org = await service.makeOrganizer()
    const DOORLIST_TOKEN = who === 'x' ? who : await service.token(org[who])
    const outcome = await runWith({ DOORLIST_TOKEN }, '--session', org.session, fixture('tito.csv'))
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) })
  })
})

describe('an import into a deployed service', () => {
  it('needs --yes, except for a dry run', async () => {
    const org = await service.makeOrganizer()
    const args = ['--url', service.api, fixture('tito.csv')]
    expect(await run(org, ...args)).toMatchObject({
      ...{ code: 1, stderr: 'Nothing was imported. To import, add --yes.\n' },
      stdout: expect.stringMatching(/to insert +3\n/),
    })
    expect(await run(org, ...args, '--dry-run')).toMatchObject({ code: 0, stderr: '' })
    expect(await importsOf(org.session)).toEqual([])
    expect(await run(org, ...args, '--yes')).toMatchObject({ code: 0, stderr: '' })
    expect(await importsOf(org.session)).toHaveLength(1)
  })
})

describe('an import through a network', () => {
  /** What happens to a request: `forward` sends it to the service. */
  type Fault = (response: ServerResponse, forward: () => Promise<string>) => unknown

  let url: string
  let faults: Fault[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { authorization = '' } = incoming.headers
    const body = await buffer(incoming)
    const forward = async () => {
      const headers = { authorization, 'content-type': 'application/json' }
      const response = await fetch(service.api + incoming.url, { method: 'POST', headers, body })
      outgoing.statusCode = response.status
      return response.text()
    }
    const fault = faults.shift()
    if (fault === undefined) outgoing.end(await forward())
    else await fault(outgoing, forward)
  })

  const pass: Fault = async (response, forward) => response.end(await forward())
  const isBusy =
    (status: number): Fault =>
    (response) =>
      response.writeHead(status, { 'Retry-After': '0' }).end('{"code":"busy","message":"Busy."}')
  /** The request takes effect, but its response is cut short. */
  const isCut: Fault = async (response, forward) => {
    const text = await forward()
    response.writeHead(response.statusCode, { 'Content-Length': text.length })
    response.write(text.slice(0, 10), () => response.destroy())
  }

  /** Imports through the network. */
  const runThrough = async (org: Organizer, happens: Fault[], ...args: string[]) => {
    faults = happens
    return run(org, '--url', url, '--yes', ...args)
  }

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })

  it('waits and repeats its requests while the service is busy', async () => {
    const org = await service.makeOrganizer()
    const happens = [isBusy(429), isBusy(503), pass, isBusy(429), pass]
    expect(await runThrough(org, happens, fixture('tito.csv'))).toEqual({
      code: 0,
      stdout: expect.stringContaining('Imported.'),
      stderr: [429, 503, 429]
        .map((status) => `  ${url} is busy (${status}). Trying again in 0 s.\n`)
        .join(''),
    })
    expect(await importsOf(org.session)).toHaveLength(1)
  })

  it('is done once if its response is cut short', async () => {
    const org = await service.makeOrganizer()
    const { code, stdout, stderr } = await runThrough(org, [pass, isCut], fixture('tito.csv'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: `  ${url} does not respond. Trying again in 1 s.\n` })
    const [record, ...others] = await importsOf(org.session)
    expect(others).toEqual([])
    expect(stdout).toContain(`Imported. Its record in the history: ${record?.recordId}\n`)
  })

  it('gives up after five attempts', async () => {
    const org = await service.makeOrganizer()
    const { code, stderr } = await runThrough(org, Array(5).fill(isBusy(503)), fixture('tito.csv'))
    expect(code).toBe(1)
    expect(stderr.split('\n').slice(-2)).toEqual([
      `${url} is busy (503). Run the command again later: importing a file twice changes nothing.`,
      '',
    ])
    expect(faults).toEqual([])
  })

  it('writes nothing if a ticket has changed since the preview', async () => {
    const org = await service.makeOrganizer()
    await run(org, await write('a.csv', `${HEAD}\nT-1,VIP`))
    const refund: Fault = async (response, forward) => {
      await service.sql(
        `UPDATE tickets SET status = 'Refunded' WHERE ticket_number = 'T-1'
         AND session_number = (SELECT number FROM sessions WHERE id = '${org.session}')`,
      )
      response.end(await forward())
    }
    const file = await write('b.csv', `${HEAD},attendeeName\nT-1,VIP,New\nT-2,VIP,New`)
    expect(await runThrough(org, [pass, refund], file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /has changed since the preview\. Nothing was changed\. Make a new preview\.\n$/,
      ),
    })
    expect((await snapshot(org)).tickets).toMatchObject([{ attendeeName: null }])
  })

  it('reports a server that is none of Doorlist', async () => {
    const org = await service.makeOrganizer()
    const page: Fault = (response) => response.writeHead(404).end('<title>Not found</title>')
    expect((await runThrough(org, [page], fixture('tito.csv'))).stderr).toBe(
      `${url} responded with 404. Is it the address of the service?\n`,
    )
  })

  it('does not follow a redirect, which would lose the file', async () => {
    const org = await service.makeOrganizer()
    const redirect: Fault = (response) => response.writeHead(301, { Location: service.api }).end()
    expect((await runThrough(org, [redirect], fixture('tito.csv'))).stderr).toMatch(/responded with 301/)
  })

  it('reports a service that is not there', async () => {
    const org = await service.makeOrganizer()
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await run(org, '--url', nowhere, fixture('tito.csv'))
    expect(code).toBe(1)
    expect(stderr).toContain(`${nowhere} does not respond. Run the command again later`)
  })

  it.each([
    ['many tickets', Array.from({ length: 20_001 }, (_, n) => `T-${n},VIP`), /1 to 20,000 tickets/],
    [
      'much text',
      Array.from({ length: 3_000 }, () => `T,${'x'.repeat(3_000)}`),
      /must not exceed 8192 KiB\. Split the file/,
    ],
  ])('reports a file with too %s', async (_, rows, message) => {
    const org = await service.makeOrganizer()
    const file = await write('large.csv', [HEAD, ...rows].join('\n'))
    expect(await run(org, file)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) })
  })
})
