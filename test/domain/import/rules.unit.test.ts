// The rules of imports that need no database: how a file is read and compared with a session.
// @module-tag more
import { describe, expect, it } from 'vitest'
import { printable } from '../../../scripts/import/report.ts'
import { sqlText } from '../../../scripts/lib/sql-text.ts'
import { MAX_TICKETS_IN_SESSION } from '../../../src/db/schema/tickets.ts'
import { decodeText } from '../../../src/domain/import/file/decode.ts'
import { readGuestText } from '../../../src/domain/import/file/guest-file.ts'
import { matchOf, toImportRows } from '../../../src/domain/import/file/import-rows.ts'
import { readContent } from '../../../src/domain/import/file/read.ts'
import type { TicketRow } from '../../../src/domain/import/file/table/columns.ts'
import { DEFAULT_OPTIONS, type ImportOptions } from '../../../src/domain/import/file/table/rows.ts'
import { planImport } from '../../../src/domain/import/plan.ts'
import { INITIAL_VALUES, readTickets as read, readingOf } from '../../support/import-file.ts'
import { isFull } from '../../support/runs.ts'

const HEAD = 'ticketNumber,ticketTypeName'

const ticketRow = (change: Partial<TicketRow> = {}): TicketRow => ({
  ...INITIAL_VALUES,
  key: 5 * 2 ** 20 + 7,
  id: '5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0001',
  session_number: 5,
  ticket_number: 'T-1',
  ticket_type_id: 'type-standing',
  ticket_type_name: 'Standing',
  seat_label: 'A1',
  holder_email: 'ana@example.com',
  attendee_name: 'Ana',
  transfer_count: 3,
  code: 'c1',
  ...change,
})

const session = (...tickets: TicketRow[]) => ({
  number: 5,
  eventId: '5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c00ee',
  types: [{ id: 'type-standing', name: 'Standing' }],
  tickets,
  takenIds: new Set(['5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c00ff']),
  count: tickets.length,
  maxTickets: MAX_TICKETS_IN_SESSION,
})

/** Compares the text of a file without errors with a session. */
const plan = async (
  text: string,
  { tickets: present, ...state }: ReturnType<typeof session>,
  change: Partial<ImportOptions> = {},
) => {
  const { tickets, errors } = read(text, change)
  expect(errors).toEqual([])
  const { plan, problems } = await planImport(state, tickets, { ...DEFAULT_OPTIONS, ...change }, [present])
  const texts = problems.map(({ row, field, message }) => `${row}: ${field ? `${field}: ` : ''}${message}`)
  return { ...plan, errors: texts }
}

describe('the code of a ticket', () => {
  it('is made for a new ticket that has none, and is kept by an empty cell', async () => {
    const made = await plan(`${HEAD},code\nT-2,VIP,\nT-3,VIP,abc`, session())
    expect(made.inserts.map(({ code }) => code)).toEqual([expect.stringMatching(/^[0-9A-Z]{20}$/), 'abc'])
    expect(await plan(`${HEAD},code\nT-1,Standing,`, session(ticketRow()))).toMatchObject({ unchanged: 1 })
    expect((await plan(`${HEAD},code\nT-1,Standing,c2`, session(ticketRow()))).updates).toEqual([
      { present: ticketRow(), change: { code: 'c2' } },
    ])
  })

  it('is that of one ticket', async () => {
    expect((await plan(`${HEAD},code\nT-2,VIP,a\nT-3,VIP,a`, session())).errors).toEqual([
      '3: code: is also on row 2',
    ])
    expect((await plan(`${HEAD},code\nT-2,VIP,c1`, session(ticketRow()))).errors).toEqual([
      '2: code: is the code of another ticket of the session',
    ])
  })
})

it('reads notes and flags', async () => {
  const { inserts } = await plan(`${HEAD},note,flag\nT-2,VIP,Side entrance,Stop\nT-3,VIP,,`, session())
  expect(inserts.map(({ note, flag }) => [note, flag])).toEqual([
    ['Side entrance', 'Stop'],
    [null, 'None'],
  ])
  expect(read(`${HEAD},flag\nT-2,VIP,Red`).errors).toEqual(['2: flag: must be one of None, Info, Stop'])
})

describe('reading a file', () => {
  it.each([
    ['commas and LF', `${HEAD}\nT-1,VIP\nT-2,VIP\n`],
    ['no last line end', `${HEAD}\nT-1,VIP\nT-2,VIP`],
    ['CRLF', `${HEAD}\r\nT-1,VIP\r\nT-2,VIP\r\n`],
    ['semicolons', 'ticketNumber;ticketTypeName\nT-1;VIP\nT-2;VIP\n'],
    ['tabs', 'ticketNumber\tticketTypeName\nT-1\tVIP\nT-2\tVIP\n'],
    ['quotes and spaces', '"ticketNumber", ticketTypeName\n"T-1", VIP\nT-2 ,"VIP"\n'],
    [
      'JSON Lines',
      '{"ticketNumber":"T-1","ticketTypeName":"VIP"}\n{"ticketNumber":"T-2","ticketTypeName":"VIP"}',
    ],
  ])('reads %s', (_, text) => {
    expect(read(text)).toEqual({
      format: 'Doorlist',
      errors: [],
      warnings: [],
      tickets: ['T-1', 'T-2'].map((ticketNumber, index) => ({
        row: index + (text.startsWith('{') ? 1 : 2),
        values: { ticketNumber, ticketTypeName: 'VIP' },
      })),
    })
  })

  it('composes decomposed accents, because the search compares composed text', () => {
    const { tickets } = read(`${HEAD},attendeeName\nT-1,Standing,${'Андрей José 김민준'.normalize('NFD')}`)
    expect(tickets[0]?.values.attendeeName).toBe('Андрей José 김민준'.normalize('NFC'))
  })

  it('accepts a byte order mark', () => {
    expect(decodeText(Buffer.from(`\ufeff${HEAD}`))).toBe(HEAD)
  })

  const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
  it.each([
    ['Windows-1252', Buffer.from('Name;José\x80', 'latin1'), 'Name;José€'],
    ['Windows-1250', Buffer.from('Imi\xea;Ma\xb3gorzata \xaf\xf3\xb3\xe6', 'latin1'), 'Imię;Małgorzata Żółć'],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffName\tJosé', 'utf16le'), 'Name\tJosé'],
    ['UTF-16 without one', Buffer.from('Name\tJosé', 'utf16le'), 'Name\tJosé'],
    ['UTF-16 the other way round', swapped('\ufeffName\tŁucja'), 'Name\tŁucja'],
    ['UTF-16 the other way round without a mark', swapped('Name\tŁucja'), 'Name\tŁucja'],
    ['prices and areas', Buffer.from('5 m\xb3 f\xfcr \xa320', 'latin1'), '5 m³ für £20'],
  ])('reads %s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text)
  })

  it('rejects what is no text', () => {
    const picture = Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF', 'latin1')
    expect(() => decodeText(picture)).toThrow('The file is no table. Save it as .xlsx or CSV.')
  })

  it.each(['', '\n \r\n'])('rejects an empty file (%j)', (text) => {
    expect(() => readContent(text)).toThrow('The file is empty.')
  })

  it('reports line numbers of the file, despite multi-line cells and blank lines', () => {
    const text = `\r\n${HEAD},attendeeName\r\n\r\nT-1,VIP,"a\r\nb\r\n\r\nc"\r\nT-2,,x\r\n\r\n"T\n-3",VIP,y,z\nT-4,,x`
    const { errors, warnings, tickets } = read(text)
    expect(errors).toEqual(['8: ticketTypeName: is missing', '12: ticketTypeName: is missing'])
    expect(warnings).toEqual(['10: has 4 cells, the header has 3. The others are not read'])
    expect(tickets).toEqual([
      { row: 4, values: { ticketNumber: 'T-1', ticketTypeName: 'VIP', attendeeName: 'a b c' } },
      { row: 10, values: { ticketNumber: 'T -3', ticketTypeName: 'VIP', attendeeName: 'y' } },
    ])
  })

  it.each([
    ['too few cells', `${HEAD}\n\nT-1`, '3: ticketTypeName: is missing'],
    ['an open quote', `${HEAD}\nT-1,VIP\n"T-2,VIP`, /^3: has a quotation mark/],
    [
      'a quote that ends in the middle of another line',
      `${HEAD}\n"T-1,VIP\nT-2,"VIP"`,
      /^2: has a quotation mark/,
    ],
    ['no JSON', '{"ticketNumber":"T-1","ticketTypeName":"VIP"}\n\n{oops', /^3: must be one JSON object/],
    ['a JSON array', '[{"ticketNumber":"T-1"}]', /^1: must be one JSON object/],
    ['no column of types', 'ticketNumber,seatLabel\nT-1,A', '2: ticketTypeName: is missing'],
    [
      'a misspelt field',
      '{"ticketNumber":"T-1","ticketTypeName":"VIP","seat":"A"}',
      /^1: seat: is not a column/,
    ],
    ['no number', `${HEAD}\n ,VIP`, '2: ticketNumber: is missing'],
    [
      'an unknown status',
      `${HEAD},status\nT-1,VIP,valid`,
      '2: status: must be one of Valid, CheckedIn, Refunded, Voided',
    ],
    [
      'a time without an offset',
      `${HEAD},checkedInAt\nT-1,VIP,2026-06-12T18:30:00`,
      '2: checkedInAt: must be an ISO 8601 date and time with Z or an offset such as +02:00',
    ],
    ['a time after 9999', `${HEAD},checkedInAt\nT-1,VIP,9999-12-31T23:59:59-01:00`, /^2: checkedInAt: must/],
    [
      'a type with a control character',
      '{"ticketNumber":"T-1","ticketTypeName":"V\\u0007IP"}',
      /^1: ticketTypeName: must have 1 to 200/,
    ],
    ['a time before 1970', `${HEAD},checkedInAt\nT-1,VIP,1969-12-31T23:59:59Z`, /^2: checkedInAt: must be/],
    ['half a transfer', `${HEAD},transferCount\nT-1,VIP,1.5`, /^2: transferCount: must be a whole number/],
    [
      'a negative count',
      '{"ticketNumber":"T-1","ticketTypeName":"VIP","transferCount":-1}',
      /^1: transferCount: must/,
    ],
    ['a holder that is no id', `${HEAD},currentHolderId\nT-1,VIP,bo`, '2: currentHolderId: must be a UUID'],
    ['an id that is none', `${HEAD},id\nT-1,VIP,1`, '2: id: must be a UUID'],
    ['a number as a text', '{"ticketNumber":1,"ticketTypeName":"VIP"}', /^1: ticketNumber: must have/],
    [
      'a NUL',
      '{"ticketNumber":"T\\u0000","ticketTypeName":"VIP"}',
      '1: ticketNumber: has a character that cannot be stored (NUL or half of a surrogate pair)',
    ],
    [
      'a lone surrogate',
      '{"ticketNumber":"\\ud800","ticketTypeName":"VIP"}',
      /^1: ticketNumber: has a character/,
    ],
  ])('reports %s with its line', (_, text, error) => {
    const { errors } = read(text)
    expect(errors).toEqual([typeof error === 'string' ? error : expect.stringMatching(error)])
  })
})

describe('an export of another system', () => {
  const PRETIX = 'Event slug,Order code,Position ID,Status,Email,Start date,Product,Variation,Attendee name'
  const EVENTBRITE = 'Order #,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Attendee Status'

  it.each([
    [
      'pretix',
      `${PRETIX}\nx,AB,1,paid,,,Day,,Ana`,
      { ticketNumber: 'AB-1', status: 'Valid', attendeeName: 'Ana' },
    ],
    [
      'pretix',
      `${PRETIX},Ticket secret\nx,AB,1,paid,,,Day,,Ana,q8z4secret`,
      { ticketNumber: 'AB-1', code: 'q8z4secret' },
    ],
    ['pretix', `${PRETIX},Secret\nx,AB,1,paid,,,Day,,Ana,older`, { code: 'older' }],
    ['pretix', `${PRETIX}\nx,AB,1,expired,,,Day,Old,`, { status: 'Voided', ticketTypeName: 'Day – Old' }],
    [
      'Eventbrite',
      `${EVENTBRITE}\n1,Ana,,a@example.com,1,VIP,77,Checked in`,
      { ticketNumber: '77', status: 'CheckedIn' },
    ],
    [
      'Eventbrite',
      `${EVENTBRITE}\n1,Info Requested,Info Requested,Info Requested,1,VIP,77,Attending`,
      { ticketNumber: '77', attendeeName: null, attendeeEmail: null, holderEmail: null },
    ],
    [
      'Eventbrite',
      `${EVENTBRITE}\n1,,,a@example.com,,VIP,77,deleted`,
      { status: 'Voided', attendeeName: null },
    ],
  ])('is recognised as one of %s by its columns', (name, text, values) => {
    const { format, tickets, errors } = read(text, { checkIns: 'keep' })
    expect(errors).toEqual([])
    expect(format).toBe(name)
    expect(tickets[0]?.values).toMatchObject(values)
  })

  it.each([
    [
      'an unknown state',
      `${PRETIX}\nx,AB,1,bezahlt,,,Day,,`,
      '2: Status: "bezahlt" is not a known state; the known states are paid, pending, expired, canceled, refunded',
    ],
    ['no position', `${PRETIX}\nx,AB,,paid,,,Day,,`, '2: ticketNumber: is missing'],
    [
      'several dates',
      `${PRETIX}\nx,AB,1,paid,,5 June,Day,,\nx,AB,2,paid,,6 June,Day,,`,
      '3: Start date: must be "5 June" as on line 2; a file belongs to one session',
    ],
    [
      'several of one row',
      `${EVENTBRITE}\n1,,,a@example.com,2,VIP,77,Attending`,
      '2: Quantity: must be 1, a row for each attendee',
    ],
    [
      'no state',
      `${EVENTBRITE}\n1,,,a@example.com,1,VIP,77,`,
      /^2: Attendee Status: "" is not a known state/,
    ],
  ])('is rejected for %s', (_, text, error) => {
    expect(read(text).errors).toEqual([typeof error === 'string' ? error : expect.stringMatching(error)])
  })
})

it.each([
  [
    'Order code,Attendee name,Product,Price,Checked in\nAB,Ana,Day,1,',
    [
      'an export of pretix without "Position ID": guests are found by name',
      'the codes of the tickets are not in it. The column "Ticket secret" has them',
      'an export of pretix without "Status": everybody in it is valid',
    ],
    { attendeeName: 'Ana', reference: 'AB', ticketTypeName: 'Day' },
  ],
  [
    'Order #,Email,Surname,Ticket Type,Quantity,Barcode #\n1,a@example.com,Ana,VIP,2,',
    [
      'an export of Eventbrite without "Attendee #": guests are found by name',
      'an export of Eventbrite without "Attendee Status": everybody in it is valid',
    ],
    { attendeeName: 'Ana', reference: '1', ticketTypeName: 'VIP', quantity: '2' },
  ],
  [
    'Order #,Email,Surname,Ticket Type,Ticket Quantity,Attendee Status\n1,a@example.com,Ana,VIP,3,Attending',
    [
      'an export of Eventbrite without "Attendee #": guests are found by name',
      'the codes of the tickets are not in it. The column "Barcode #" has them',
    ],
    { attendeeName: 'Ana', reference: '1', ticketTypeName: 'VIP', quantity: '3' },
  ],
  [
    'api_id,name,first_name,last_name,email,approval_status,ticket_name\ngst-1,-,Ana,–,Ana <a@example.com>,Declined,-',
    [],
    {
      ...{ attendeeName: 'Ana', holderEmail: 'a@example.com', ticketTypeName: 'Registration' },
      ...{ status: 'Voided', ticketNumber: 'gst-1' },
    },
  ],
  [
    'ReservationID,E-Mail,Status,Full Name\nR-1,a@example.com,TO_BE_PAID,Ana',
    [
      'an export of alf.io without "ID": guests are found by name',
      'the codes of the tickets are not in it. The column "ID" has them',
    ],
    { attendeeName: 'Ana', reference: 'R-1', ticketTypeName: 'Guest list', status: 'Voided' },
  ],
])('reads the export %j and says what is missing in it', (text, messages, fields) => {
  const file = readGuestText(text)
  const { rows, warnings, errors } = toImportRows(file, readingOf(file, 'Guest list'))
  expect(errors).toEqual([])
  expect(warnings).toEqual(messages.map((message) => ({ line: 1, message })))
  expect(rows).toMatchObject([{ line: 2, fields }])
  expect('ticketNumber' in (rows[0]?.fields ?? {})).toBe('ticketNumber' in fields)
  expect(matchOf(file, rows)).toBe('ticketNumber' in fields ? 'number' : 'guest')
})

describe('the limits of a file', () => {
  it.runIf(isFull)('rejects more rows than a session holds, without reading the rest', () => {
    const tooMany = MAX_TICKETS_IN_SESSION + 1
    const csv = `${HEAD}\n${'T,V\n'.repeat(tooMany)}"not closed`
    expect(() => readContent(csv)).toThrow(`line ${tooMany + 1}: a session holds up to 1,048,575 tickets`)
    const json = `${'{}\n'.repeat(tooMany)}oops`
    expect(() => readContent(json)).toThrow(`line ${tooMany}: a session holds up to 1,048,575 tickets`)
  })

  it.each([
    ['a header', `ticketNumber${','.repeat(900_000)}\nT-1`],
    ['an object', `{${Array.from({ length: 200_000 }, (_, n) => `"c${n}":1`)}}`],
  ])('rejects %s with too many columns in one sentence', (_, text) => {
    expect(() => readContent(text)).toThrow(/^line 1: has [\d,]+ columns; at most 1,000 are supported\.$/)
  })

  it.each([
    ['a key', '{"ticketNumber":"T-1","ticketTypeName":"VIP","seatLabel":"A","seatLabel":"B"}', 'seatLabel'],
    ['a key with an escape', '{"id":"1","\\u0069d" : "2"}', 'id'],
  ])('reports %s that a line of JSON gives twice', (_, text, key) => {
    const { errors } = readContent(`{"ticketNumber":"T-0","ticketTypeName":"a: \\"b\\": c"}\n${text}`)
    expect(errors).toEqual([{ line: 2, message: `${key}: is given twice` }])
  })
})

describe('output', () => {
  it('escapes control and direction characters and keeps everything else', () => {
    expect(printable('a\u001b[2J\u0007\u009b\u202eb\nc')).toBe('a\\u{1b}[2J\\u{7}\\u{9b}\\u{202e}b\\u{a}c')
    expect(printable('José "李小龍" 🎉 שרה')).toBe('José "李小龍" 🎉 שרה')
  })

  it('cuts very long text', () => {
    expect(printable('x'.repeat(100_000))).toHaveLength(501)
  })
})

describe('the plan', () => {
  it('counts new tickets that are checked in without a time', async () => {
    const present = ticketRow({ ticket_number: 'T-4', status: 'CheckedIn' })
    const { checkedInWithoutTime } = await plan(
      `${HEAD},status,checkedInAt\nT-1,Standing,CheckedIn,\nT-2,VIP,CheckedIn,\nT-3,VIP,CheckedIn,2026-06-12T18:30:00Z\nT-4,Standing,CheckedIn,\nT-5,VIP,Valid,`,
      session(ticketRow(), { ...present, key: 5 * 2 ** 20 + 8 }),
      { checkIns: 'keep' },
    )
    expect(checkedInWithoutTime).toBe(1)
  })

  it('leaves an equal ticket unchanged, ignoring the case of its type', async () => {
    const { unchanged, updates, inserts } = await plan(
      `${HEAD},seatLabel\nT-1,standing,A1`,
      session(ticketRow()),
    )
    expect({ unchanged, updates, inserts }).toEqual({ unchanged: 1, updates: [], inserts: [] })
  })

  it('identifies a ticket by its number in either case and writes only what differs', async () => {
    const { updates } = await plan(`${HEAD},attendeeName\nt-1,Standing,Anna`, session(ticketRow()))
    expect(updates).toEqual([
      { present: ticketRow(), change: { ticket_number: 't-1', attendee_name: 'Anna' } },
    ])
  })

  it('clears a value with an empty cell and keeps one without a column', async () => {
    const { updates } = await plan(
      `${HEAD},holderEmail,status,transferCount,id\nT-1,Standing,,,,`,
      session(ticketRow()),
    )
    expect(updates).toMatchObject([{ change: { holder_email: null } }])
  })

  it.each([
    ['Valid', 'CheckedIn', undefined],
    ['Refunded', 'CheckedIn', undefined],
    ['Voided', 'CheckedIn', undefined],
    ['CheckedIn', 'Valid', undefined],
    ['CheckedIn', 'Voided', undefined],
    ['Valid', 'Voided', 'Valid'],
    ['Valid', 'Refunded', 'Valid'],
    ['Voided', 'Valid', 'Voided'],
    ['', 'Refunded', undefined],
  ])('checks nobody in or out: %j for a ticket that is %s', async (given, present, status) => {
    const state = session(ticketRow({ status: present, checked_in_at: present === 'CheckedIn' ? 5 : null }))
    const text = `${HEAD},status,checkedInAt\nT-1,Standing,${given},2026-06-12T18:30:00Z`
    const { updates } = await plan(text, state)
    expect(updates.map(({ change }) => change)).toEqual(status === undefined ? [] : [{ status }])
  })

  it('counts tickets that stay checked in although the file says that they are voided', async () => {
    const inside = session(ticketRow({ status: 'CheckedIn' }))
    expect(await plan(`${HEAD},status\nT-1,Standing,Voided`, inside)).toMatchObject({
      ...{ unchanged: 1, stillCheckedIn: 1 },
    })
  })

  it('counts tickets that stay refunded or voided although the file does not say so', async () => {
    const [refunded, voided] = [
      ticketRow({ status: 'Refunded' }),
      ticketRow({ key: 5 * 2 ** 20 + 8, ...{ id: 'b', ticket_number: 'T-2', code: 'c2', status: 'Voided' } }),
    ]
    const text = `${HEAD},status\nT-1,Standing,\nT-2,Standing,Voided`
    expect(await plan(text, session(refunded, voided))).toMatchObject({ unchanged: 2, notAdmitted: 1 })
  })

  it('gives new tickets the keys after the last one and adds each new type once', async () => {
    const { inserts, newTypes } = await plan(`${HEAD}\nT-2,Box\nT-3,BOX\nT-4,STANDING`, session(ticketRow()))
    expect(inserts.map(({ key }) => key - 5 * 2 ** 20)).toEqual([8, 9, 10])
    expect(newTypes).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Box' }])
    expect(inserts.map(({ ticket_type_name }) => ticket_type_name)).toEqual(['Box', 'Box', 'Standing'])
  })

  it.each([
    ['a number twice', `${HEAD}\nT-5,VIP\nT-6,VIP\nt-5,VIP`, '4: ticketNumber: "t-5" is also on row 2'],
    [
      'an id twice',
      `${HEAD},id\nT-5,VIP,5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c00aa\nT-6,VIP,5E0C1A52-0d5b-4a33-9b5e-7a8a3f0c00aa`,
      '3: id: 5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c00aa is also on row 2',
    ],
    [
      'the id of a ticket elsewhere',
      `${HEAD},id\nT-5,VIP,5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c00ff`,
      '2: id: 5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c00ff is the id of another ticket',
    ],
    [
      'the id of a ticket of another number',
      `${HEAD},id\nT-5,VIP,5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0001`,
      '2: id: 5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0001 is the id of another ticket',
    ],
    [
      'another id for a ticket',
      `${HEAD},id\nT-1,VIP,5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c00aa`,
      '2: id: the ticket "T-1" has the id 5e0c1a52-0d5b-4a33-9b5e-7a8a3f0c0001, and an id never changes',
    ],
    [
      'texts that are too long together',
      `${HEAD},attendeeName\nT-5,VIP,${'🎉'.repeat(899)}`,
      '2: the texts of the ticket have 3622 bytes; the limit is 3600',
    ],
    [
      'a text that is too long beside those that the ticket keeps',
      `${HEAD},attendeeCompany\nT-1,Standing,${'x'.repeat(3580)}`,
      '2: the texts of the ticket have 3613 bytes; the limit is 3600',
    ],
  ])('reports %s', async (_, text, error) => {
    expect((await plan(text, session(ticketRow()))).errors).toEqual([error])
  })

  it('reports a number that several tickets of the session have', async () => {
    const twice = session(ticketRow(), ticketRow({ key: 5 * 2 ** 20 + 8, ticket_number: 't-1' }))
    expect((await plan(`${HEAD}\nT-1,VIP`, twice)).errors).toEqual([
      '2: ticketNumber: "T-1" is the number of several tickets of the session',
    ])
  })

  it('reports more tickets than a session holds', async () => {
    const almostFull = session(ticketRow({ key: 6 * 2 ** 20 - 2 }))
    expect((await plan(`${HEAD}\nT-2,VIP\nT-3,VIP\nT-4,VIP`, almostFull)).errors).toEqual([
      '3: a session holds up to 1,048,575 tickets',
    ])
  })
})

describe('the options', () => {
  const other = (change: Partial<TicketRow>) =>
    ticketRow({ key: 5 * 2 ** 20 + 8, ...{ id: 'b', ticket_number: 'T-2', code: 'c2' }, ...change })

  it('find tickets by their codes', async () => {
    const text = 'code,ticketTypeName,ticketNumber,seatLabel\nc1,Standing,T-9,A1\nC1,VIP,,B2'
    const { updates, inserts } = await plan(text, session(ticketRow()), { match: 'code' })
    expect(updates.map(({ change }) => change)).toEqual([{ ticket_number: 'T-9' }])
    expect(inserts.map(({ code, ticket_number }) => [code, ticket_number])).toEqual([['C1', '000008']])
    const taken = await plan(
      'code,ticketTypeName,ticketNumber\nc1,Standing,T-2',
      session(ticketRow(), other({})),
      {
        match: 'code',
      },
    )
    expect(taken.errors).toEqual(['2: ticketNumber: "T-2" is the number of another ticket of the session'])
  })

  it('find guests by e-mail, name and type together, as many of equal rows as there are', async () => {
    const text =
      'attendeeName,holderEmail,ticketTypeName,seatLabel\nANA,Ana@Example.com,standing,A2\nAna,ana@example.com,Standing,A3\nAna,ana@example.com,VIP,'
    const { updates, inserts } = await plan(text, session(ticketRow(), other({ attendee_name: 'Bo' })), {
      match: 'guest',
    })
    expect(updates.map(({ present, change }) => [present.key & 1_023, change.seat_label])).toEqual([
      [7, 'A2'],
    ])
    expect(inserts.map((row) => [row.ticket_number, row.seat_label, row.ticket_type_name])).toEqual([
      ['000009', 'A3', 'Standing'],
      ['000010', null, 'VIP'],
    ])
  })

  it.each([
    ['a refunded ticket and a valid one', ['Refunded', 'Valid'], [], ['Valid']],
    ['a valid one and one that is checked in', ['Valid', 'CheckedIn'], [0], ['CheckedIn']],
    ['two valid ones', ['Valid', 'Valid'], [1], ['Valid']],
  ])('give a guest with %s the best', async (_, statuses, voided, kept) => {
    const present = statuses.map((status, n) =>
      ticketRow({ key: 5 * 2 ** 20 + n, id: `${n}`, ticket_number: `G-${n}`, code: `g${n}`, status }),
    )
    const text = 'attendeeName,holderEmail,ticketTypeName,seatLabel\nAna,ana@example.com,Standing,Z9'
    const planned = await plan(text, session(...present), { match: 'guest', missing: 'void' })
    expect(planned.voids.map(({ id }) => Number(id))).toEqual(voided)
    expect(planned.updates.map(({ present }) => present.status)).toEqual(kept)
  })

  it('give equal guests with numbers their own tickets', async () => {
    const present = ['G-2', 'G-1'].map((ticket_number, n) =>
      ticketRow({ key: 5 * 2 ** 20 + n, id: `${n}`, ticket_number, code: `g${n}` }),
    )
    const text =
      'ticketNumber,attendeeName,holderEmail,ticketTypeName\nG-1,Ana,ana@example.com,Standing\nG-2,Ana,ana@example.com,Standing'
    expect(await plan(text, session(...present), { match: 'guest' })).toMatchObject({
      unchanged: 2,
      errors: [],
    })
  })

  it('make as many tickets as the quantity of a row, once', async () => {
    const text = 'attendeeName,ticketTypeName,quantity\nCrew,Staff,3\nBo,Staff,'
    const first = await plan(text, session(), { match: 'guest' })
    expect(first.inserts.map((row) => [row.attendee_name, row.ticket_number])).toEqual([
      ['Crew', '000001'],
      ['Crew +1', '000002'],
      ['Crew +2', '000003'],
      ['Bo', '000004'],
    ])
    expect(new Set(first.inserts.map(({ code }) => code)).size).toBe(4)
    expect(await plan(text, session(...first.inserts), { match: 'guest' })).toMatchObject({
      unchanged: 4,
      inserts: [],
      updates: [],
    })
  })

  it('void tickets that are missing and not checked in', async () => {
    const present = ['Valid', 'CheckedIn', 'Refunded', 'Voided'].map((status, n) =>
      ticketRow({ key: 5 * 2 ** 20 + n, id: `${n}`, ticket_number: `S-${n}`, code: `s${n}`, status }),
    )
    const planned = await plan(`${HEAD}\nT-9,VIP`, session(...present), { missing: 'void' })
    expect(planned).toMatchObject({ voids: [{ id: '0' }], sold: 0, updates: [] })
    expect((await plan(`${HEAD}\nT-9,VIP`, session(...present))).voids).toEqual([])
  })

  it('take the numbers as codes where no code is given', async () => {
    const text = `${HEAD},code\nT-1,Standing,\nT-2,VIP,\nT-3,VIP,c3`
    const { updates, inserts } = await plan(text, session(ticketRow()), { codes: 'number' })
    expect(updates.map(({ change }) => change)).toEqual([{ code: 'T-1' }])
    expect(inserts.map(({ code }) => code)).toEqual(['T-2', 'c3'])
  })

  it('give a new ticket another number if its place is taken', async () => {
    const taken = session(ticketRow({ ticket_number: '000008' }))
    const { inserts } = await plan('attendeeName,ticketTypeName\nBo,VIP', taken, { match: 'guest' })
    expect(inserts[0]?.ticket_number).toMatch(/^000008-[0-9a-f]{8}$/)
  })

  it.each([
    ['a quantity with a number', `${HEAD},quantity\nT-1,VIP,2`, {}, /^2: quantity: must be 1 for a row with/],
    [
      'a quantity of none',
      `${HEAD},quantity\nT-1,VIP,0`,
      {},
      '2: quantity: must be a whole number from 1 to 100',
    ],
    ['a quantity of many', `${HEAD},quantity\nT-1,VIP,101`, {}, /^2: quantity: must be a whole number/],
    ['no code', 'code,ticketTypeName\n,VIP', { match: 'code' }, '2: code: is missing'],
    ['no column of codes', `${HEAD}\nT-1,VIP`, { match: 'code' }, '2: code: is missing'],
    [
      'no number for a code',
      'ticketTypeName,note\nVIP,x',
      { match: 'guest', codes: 'number' },
      '2: ticketNumber: is missing',
    ],
    [
      'a number that is too long',
      `${HEAD}\n${'N'.repeat(101)},VIP`,
      { codes: 'number' },
      /^2: ticketNumber: must have 1 to 100 characters/,
    ],
  ] as const)('report %s', (_, text, options, error) => {
    expect(read(text, options).errors).toEqual([
      typeof error === 'string' ? error : expect.stringMatching(error),
    ])
  })

  it('let an event have as many ticket types as the service can list', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => `T-${n},Type ${n}`)
    expect((await plan([HEAD, ...rows].join('\n'), session())).errors).toEqual([
      '2: ticketTypeName: the event would have 201 ticket types; it may have 200',
    ])
  })
})

it('ignores what only the download has, and takes its apostrophes away', () => {
  const { errors, tickets } = read(
    `${HEAD},attendeeName,seatLabel,note,device,pageUrl\nT-1,VIP,'=1+1,''s Hertogenbosch,'t Hof,Gate A,https://example.com/t/X`,
  )
  expect(errors).toEqual([])
  expect(tickets[0]?.values).toMatchObject({
    attendeeName: '=1+1',
    seatLabel: "'s Hertogenbosch",
    note: "'t Hof",
  })
})

it('quotes harmless text and writes any other as the hex of its bytes', () => {
  expect(sqlText("O'Neill, José")).toBe("'O''Neill, José'")
  expect(sqlText('')).toBe("''")
  for (const text of ['a;b', 'a--b', 'a\nb', '/* a', 'a"b', 'BEGIN TRANSACTION', '`a', '🎉', 'a\0b']) {
    expect(sqlText(text)).toBe(`CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`)
  }
})
