// Lists of guests as people write them: one line is a guest.
// @module-tag more
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPastedText } from '../../../src/domain/import/file/guest-file.ts'
import { matchOf, toImportRows } from '../../../src/domain/import/file/import-rows.ts'
import { openGuestFile } from '../../../src/domain/import/file/open.ts'
import { readPastedList } from '../../../src/domain/import/file/pasted.ts'
import { DEFAULT_OPTIONS, rowReader } from '../../../src/domain/import/file/table/rows.ts'
import { readingOf, SESSION } from '../../support/import-file.ts'
import { runs } from '../../support/runs.ts'

const noWorkbook = async () => {
  throw new Error('no workbook')
}

const open = async (name: string, bytes: Uint8Array) =>
  (await openGuestFile(bytes, noWorkbook, name)).file ?? expect.fail('asks for sheets')

const readFixture = async (name: string) =>
  open(name, await readFile(join(import.meta.dirname, 'files', name)))

/** The guests as a person writes them down: name, companions, e-mail, note and type. */
const guestsOf = (text: string): string[] =>
  readPastedList(text).guests.map(({ fields }) => {
    const { attendeeName, plusOnes, quantity, holderEmail, note, ticketTypeName } = fields
    const companions = plusOnes ?? (quantity === undefined ? 0 : Number(quantity) - 1)
    return [
      String(attendeeName ?? ''),
      ...(Number(companions) === 0 ? [] : [`+${companions}`]),
      ...(holderEmail === undefined ? [] : [`<${holderEmail}>`]),
      ...(note === undefined ? [] : [`(${note})`]),
      ...(ticketTypeName === undefined ? [] : [`[${ticketTypeName}]`]),
    ].join(' ')
  })

const warningsOf = (text: string): string[] =>
  readPastedList(text).warnings.map(({ line, message }) => `${line}: ${message}`)

it('reads a list that has all of it, with companions', async () => {
  const file = await readFixture('pasted.txt')
  const { rows, errors, warnings } = toImportRows(file, readingOf(file, 'Guest list'))
  expect([errors, warnings]).toEqual([[], []])
  expect(matchOf(file, rows)).toBe('guest')
  const readRow = rowReader({ ...DEFAULT_OPTIONS, match: 'guest' }, SESSION)
  const tickets = rows.flatMap(({ line, fields }) => readRow(line, fields).tickets)
  expect(
    tickets.map(({ row, values }) => [row, values.ticketTypeName, values.attendeeName, values.note]),
  ).toEqual([
    [1, 'Guest list', 'Ana Smith', undefined],
    [1, 'Guest list', 'Ana Smith +1', undefined],
    [2, 'Guest list', 'Bo Jones', undefined],
    [2, 'Guest list', 'Bo Jones +1', undefined],
    [2, 'Guest list', 'Bo Jones +2', undefined],
    [3, 'Guest list', 'Cy Young', undefined],
    [3, 'Guest list', 'Cy Young +1', undefined],
    [4, 'Guest list', 'Di Moon', undefined],
    [4, 'Guest list', 'Di Moon +1', undefined],
    [5, 'Guest list', 'Ed Sun', undefined],
    [5, 'Guest list', 'Ed Sun +1', undefined],
    [8, 'VIP', 'Fi Star', undefined],
    [9, 'VIP', 'Gu West', undefined],
    [9, 'VIP', 'Gu West +1', undefined],
    [10, 'VIP', 'Ha East', undefined],
    [10, 'VIP', 'Io North', undefined],
    [10, 'VIP', 'Ju South', undefined],
    [11, 'VIP', 'Ka Lee', undefined],
    [12, 'VIP', 'Li Moe', undefined],
    [12, 'VIP', 'Li Moe +1', undefined],
    [13, 'VIP', 'Oz Roe', undefined],
    [14, 'VIP', 'Pa Soe', 'press'],
    [15, 'VIP', 'Smith, Anna', undefined],
  ])
  expect(tickets.find(({ row }) => row === 11)?.values.holderEmail).toBe('ka@example.com')
  expect(tickets.find(({ row }) => row === 14)?.values.flag).toBe('Info')
})

describe('what messengers put before a line', () => {
  it.each([
    ['[27.11.26, 19:30:11] Tom: Ana Smith +1', 'Ana Smith +1'],
    ['\u200e[27/11/2026, 9:41:03\u202fPM] Tom Hill: Ana Smith', 'Ana Smith'],
    ['[11/27/26, 9:41:03 PM] Tom: Ana Smith - press', 'Ana Smith (press)'],
    ['[9:41 PM, 11/27/2026] Kim: Ana Smith', 'Ana Smith'],
    ['[27/11, 19:30] +49 170 1234567: Ana Smith x2', 'Ana Smith +1'],
    ['[2026/11/27 19:30:11] ~\u202fTom: Ana Smith', 'Ana Smith'],
    ['[27/11/26, 9:41:03 p. m.] Tom: Ana Smith', 'Ana Smith'],
    ['27.11.26, 19:30 - Tom: Ana Smith +1', 'Ana Smith +1'],
    ['27/11/2026, 9:41 pm - Tom: Ana Smith', 'Ana Smith'],
    ['11/27/26, 9:41\u202fPM - Tom: 2. Ana Smith', 'Ana Smith'],
    ['27/11/2026 à 19:30 - Tom: Ana Smith', 'Ana Smith'],
    ['[2026-11-27 19:30] Tom: Ana Smith (+2)', 'Ana Smith +2'],
    ['[27.11.26, 19:30:11] Tom: Ana Smith \u200e<This message was edited>', 'Ana Smith'],
    ['2026-11-27 19:30:11 Tom: Ana Smith', 'Ana Smith'],
  ])('%j is not part of the name', (line, guest) => {
    expect(guestsOf(line)).toEqual([guest])
    expect(warningsOf(line)).toEqual([])
  })

  it.each([
    '\u200e[27.11.26, 19:30:11] Tom: \u200eimage omitted',
    '[27.11.26, 19:30:11] Party: \u200eMessages and calls are end-to-end encrypted.',
    '11/27/26, 9:41 PM - Messages and calls are end-to-end encrypted.',
    '27/11/2026, 19:30 - Tom: <Médias omis>',
    'Tom Hill, [27.11.2026 19:30]',
    'Tom, [Nov 27, 2026 at 7:30:11 PM]:',
    'Tom Jones  [7:30 PM]',
    'Tom Jones  7:30 PM',
    'Tom — Today at 7:30 PM',
    '7:30 PM',
    '<Media omitted>',
    'On Fri, Nov 27, 2026 at 7:30 PM Tom Hill <tom@example.com> wrote:',
    'Am 27.11.2026 um 19:30 schrieb Tom:',
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
  ])('%j alone is not a guest, which a warning says', (line) => {
    expect(guestsOf(`${line}\nAna Smith`)).toEqual(['Ana Smith'])
    expect(warningsOf(line)).toEqual([expect.stringMatching(/^1: ".*" is not a guest$/)])
  })

  it('is read as a guest where there is no sender, which a warning says', () => {
    expect(guestsOf('[19:30] Ana Smith')).toEqual(['Ana Smith'])
    expect(warningsOf('[19:30] Ana Smith')).toEqual(['1: "[19:30] Ana Smith" is read as "Ana Smith"'])
  })

  it.each([
    '[11/27 7:30 PM] Tom Hill',
    '[27.11. 19:30] Hill, Tom',
    '[Yesterday 19:30] Tom Hill',
    '[19:30] Tom Hill',
    'Tom Hill · 5m',
    '11/27/2026 7:30 PM',
  ])('%j above a message is not a guest, which a warning says', (line) => {
    expect(guestsOf(`${line}\nAna Smith\nBo Jones`)).toEqual(['Ana Smith', 'Bo Jones'])
    expect(warningsOf(`${line}\nAna Smith`)).toEqual([`1: "${line}" is not a guest`])
  })

  it('is no guest between messages with dates', () => {
    const list = '[27.11. 19:30] Hill, Tom\nAna\n[27.11. 19:32] Lee, Kim\nBo +1'
    expect(guestsOf(list)).toEqual(['Ana', 'Bo +1'])
  })

  it('is a guest at that time where several lines have times, and no dates', () => {
    const list = '[20:00] Ana Smith\nBo Jones\n[21:00] Cy Young\nDi Moon'
    expect(guestsOf(list)).toEqual(['Ana Smith', 'Bo Jones', 'Cy Young', 'Di Moon'])
    expect(warningsOf(list)).toHaveLength(2)
  })

  it.each([
    'Tom (19:30): ',
    'Tom Hill (27.11.2026, 19:30): ',
    '09/12/2012 17:03:48: Tom Hill: ',
    '3/24/14, 1:59:59 PM: Tom Hill: ',
    '20/6/2017 8:28 p. m. - Tom: ',
  ])('%j is not part of the message', (before) => {
    expect(guestsOf(`${before}Ana Smith`)).toEqual(['Ana Smith'])
  })

  it.each(['Ana Smith (edited)', 'Ana Smith (bearbeitet)', '[27.11.26, 19:30] Tom: Ana Smith (edited)'])(
    '%j is without the mark of a change',
    (line) => expect(guestsOf(line)).toEqual(['Ana Smith']),
  )

  it('above a time is read as a guest, which a warning says', () => {
    expect(guestsOf('Tom Hill\n7:30 PM\nAna')).toEqual(['Tom Hill', 'Ana'])
    expect(warningsOf('Tom Hill\n7:30 PM\nAna')).toEqual([
      '2: "Tom Hill" stands above "7:30 PM", and is read as a guest',
      '2: "7:30 PM" is not a guest',
    ])
  })
})

describe('signs and numbers before and after a name', () => {
  it.each([
    ...[
      '- ',
      '* ',
      '• ',
      '· ',
      '– ',
      '-',
      '•',
      '→ ',
      '> ',
      '>> ',
      '✅ ',
      '☑️ ',
      '✔ ',
      '🎉 ',
      '👩‍🎤 ',
      '🇩🇪 ',
      '👍🏽 ',
    ],
    ...['[ ] ', '[x] ', '- [X] ', '☐ ', '1) ', '1. ', '1.) ', '(1) ', '[1] ', '#1 ', '01 - ', '1 – ', '1\t'],
    ...[
      ':white_check_mark: ',
      '1️⃣ ',
      '🔟 ',
      '① ',
      'a) ',
      'o\t',
      '·\t',
      '\u00a0',
      '\u200f',
      '\ufeff',
      '\u200e- ',
      '١. ',
    ],
  ])('%j before it', (before) => {
    expect(guestsOf(`${before}Ana Smith`)).toEqual(['Ana Smith'])
    expect(guestsOf(`${before}Ana Smith +1`)).toEqual(['Ana Smith +1'])
    expect(warningsOf(`${before}Ana Smith`)).toEqual([])
  })

  it.each([' ✅', ' ❤️', '🎉', ' 👩‍🎤', '\u200f', ',', ';', '\u00a0'])('%j after it', (after) => {
    expect(guestsOf(`Ana Smith${after}`)).toEqual(['Ana Smith'])
    expect(guestsOf(`Ana Smith +1${after}`)).toEqual(['Ana Smith +1'])
  })

  it.each(['"Ana Smith"', '“Ana Smith”', '„Ana Smith“', '*Ana Smith*', '**Ana Smith**', '_Ana Smith_'])(
    '%s is without them',
    (text) => expect(guestsOf(text)).toEqual(['Ana Smith']),
  )

  it('counts lines, where they count up', () => {
    expect(guestsOf('1 Ana\n2 Bo\n3 Cy')).toEqual(['Ana', 'Bo', 'Cy'])
    expect(guestsOf('2 Ana\n7 Bo')).toEqual(['2 Ana', '7 Bo'])
    expect(warningsOf('2 Ana')).toEqual(['1: the name "2 Ana" has a number'])
  })

  it.each([
    ['❌ Ana', '1: "Ana" has a ❌, and is read as a guest'],
    ['~Ana~', '1: "Ana" is struck out, and read as a guest'],
    ['-----', '1: "-----" is not a guest'],
    ['***', '1: "***" is not a guest'],
    ['Total: 25', '1: "Total: 25" is a total, not a guest'],
    ['Guests\nAna', '1: "Guests" is a heading, not a guest'],
  ])('warns of %j', (text, warning) => expect(warningsOf(text)).toEqual([warning]))
})

describe('names as they are', () => {
  it.each([
    ...['Anne-Marie', 'Anne-Marie Smith-Jones', "O'Neill", 'Ana "The Boss" Smith', 'Smith, Anna', 'A. Smith'],
    ...['Malcolm X', 'A$AP Rocky', '$hort', 'Blink 182', '山田太郎', 'آنا سميث', 'Martin Luther King, Jr.'],
    ...['D’Arc, Jeanne', 'José Ortega y Gasset', 'Total Eclipse', 'Plus One Records', '@anasmith', 'Ana/Bo'],
    ...['Ana Smith (press)', 'Max von-Richter'],
  ])('%j stays', (name) => {
    expect(guestsOf(name)).toEqual([name])
    expect(warningsOf(name)).toEqual([])
  })

  it.each([
    ...[
      'Kim Son +1',
      'Ana E +1',
      'Met Opera +1',
      'Con Air +1',
      'Tak Wah +1',
      'Best Coast +1',
      'Gast Waltzing +1',
    ],
    ...['Ana St +1', 'Will & Grace +1', 'St. Vincent +1', 'Band Aid +1', 'Media Markt +1'],
  ])('%s has one more, and keeps its words', (text) => expect(guestsOf(text)).toEqual([text]))

  it.each(['50 Cent', 'Agent 47', 'Ana Smith 2', '12345678', '25'])(
    '%j stays, and a warning names the number',
    (name) => {
      expect(guestsOf(name)).toEqual([name])
      expect(warningsOf(name)).toEqual([`1: the name "${name}" has a number`])
    },
  )
})

describe('how many come', () => {
  it.each([
    ...[
      '+1',
      '+ 1',
      '(+1)',
      '(+ 1)',
      '[+1]',
      'plus one',
      'Plus One',
      'plus 1',
      '(plus one)',
      '+ one',
      '- +1',
    ],
    ...[
      'x2',
      'X2',
      'x 2',
      '× 2',
      '×2',
      '(x2)',
      '2x',
      '(2)',
      '(2 pax)',
      '2 persons',
      '– 2 persons',
      '+ 1 guest',
    ],
    ...[
      'and a friend',
      '+ guest',
      'plus guest',
      '+ Begleitung',
      'und 1 Freund',
      ', +1',
      '\t+1',
      '+١',
      '+1.',
      'plus-one',
      'w/ guest',
    ],
  ])('Ana Smith %s are two', (count) => expect(guestsOf(`Ana Smith ${count}`)).toEqual(['Ana Smith +1']))

  it.each([
    ...[
      'und Begleitung',
      'mit Begleitung',
      'inkl. Begleitung',
      'und ihr Freund',
      '+ Freundin',
      'and her partner',
    ],
    ...['and a plus one', 'with plus one', '(plus guest)', '+gf', '& husband', 'and wife', 'plus eins'],
    ...[
      'avec accompagnant',
      'et un accompagnant',
      'et son amie',
      'plus un',
      'y acompañante',
      'más uno',
      'con acompañante',
    ],
    ...[
      'com acompanhante',
      'e acompanhante',
      'mais um',
      'e accompagnatore',
      'con un ospite',
      'più uno',
      'met partner',
    ],
    ...[
      '+ introducé',
      'met introducee',
      'en gast',
      'z osobą towarzyszącą',
      'i osoba towarzysząca',
      '+ os. tow.',
    ],
    ...['plus jeden', 'med sällskap', 'och gäst', 'med ledsager', 'og ledsager', '+ følge', 'plus én'],
    ...['u. Begleitung', '& Begl.', '+ osoba tow.', 'e marito', 'y señora', '+ en vän', 'och sambo'],
    ...['w/ +1', 'und ihr Mann', '+ épouse'],
  ])('Ana Smith %s are two, in eleven languages', (words) => {
    expect(guestsOf(`Ana Smith ${words}`)).toEqual(['Ana Smith +1'])
    expect(warningsOf(`Ana Smith ${words}`)).toEqual([])
  })

  it.each([
    ...[
      '2 Pers.',
      '(2 Pers.)',
      '- 2 Tickets',
      ', 2 pessoas',
      'für 2',
      'for 2',
      'for two',
      'for 2 people',
      'für 2 Personen',
      ', party of 2',
      ', 2 st',
      '2 stk',
    ],
    ...['(2 personnes)', '- 2 osoby', ', 2 persone', '2名', '＋１', '➕1', '（＋１）'],
  ])('Ana Smith %s are two, with a word for people or other signs', (words) => {
    expect(guestsOf(`Ana Smith ${words}`)).toEqual(['Ana Smith +1'])
    expect(warningsOf(`Ana Smith ${words}`)).toEqual([])
  })

  it.each([
    'Ana Smith, 2',
    'Ana Smith: 2',
    'Ana Smith - 2',
    'Ana Smith\t2',
    'Ana Smith    2',
    'Ana Smith,ana@example.com,2',
    'Ana Smith (two people)',
    'Ana Smith, zwei Karten',
  ])('%j are two, which a warning says', (text) => {
    const [guest = ''] = guestsOf(text)
    expect(guest.replace(' <ana@example.com>', '')).toBe('Ana Smith +1')
    expect(warningsOf(text)).toEqual([expect.stringMatching(/^1: ".*" is 2 people$/)])
  })

  it('is named where it is not sure', () => {
    expect(guestsOf('Ana +1?')).toEqual(['Ana +1'])
    expect(warningsOf('Ana +1?')).toEqual(['1: "Ana +1?" has a question mark'])
    expect(warningsOf('Ana ++')).toEqual(['1: the name "Ana ++" has a plus sign'])
    expect(warningsOf('Ana (18+)')).toEqual(['1: the name "Ana (18+)" has a plus sign'])
    expect(guestsOf('Ana\n+ Bo Jones')).toEqual(['Ana', 'Bo Jones'])
    expect(warningsOf('Ana\n+ Bo Jones')).toEqual(['2: "+ Bo Jones" is a guest'])
  })

  it.each(['2x ', '2 x ', '2× ', '2×', '- 2x ', '1. 2x '])('%s before a name is two', (count) => {
    expect(guestsOf(`${count}Ana Smith`)).toEqual(['Ana Smith +1'])
  })

  it.each([
    ['Ana+1', 'Ana +1'],
    ['Ana ...... 2 pers', 'Ana +1'],
    ['Ana plus nine', 'Ana +9'],
    ['Ana (party of 3)', 'Ana +2'],
    ['Ana - table for 3', 'Ana +2'],
    ['Ana (for 2)', 'Ana +1'],
    ['Ana 3 ppl', 'Ana +2'],
    ['Ana (2位)', 'Ana +1'],
    ['Ana zu zweit', 'Ana +1'],
    ['Ana (zu dritt)', 'Ana +2'],
    ['Ana m. Begleitung', 'Ana +1'],
    ['Ana M. Gast', 'Ana M. Gast'],
    ['Ana Roe (+ Tom Hill, Kim Lee)', 'Ana Roe +2 (+ Tom Hill, Kim Lee)'],
    ['佐藤 2名様', '佐藤 +1'],
    ['Ana (press, +1)', 'Ana (press) +1'],
    ['Ana and 2 friends', 'Ana +2'],
    ['Ana & 2 friends', 'Ana +2'],
    ['Ana +0', 'Ana'],
    ['Blink 182 +1', 'Blink 182 +1'],
    ['Smith, Anna +1', 'Smith, Anna +1'],
    ['Ana Smith +1 - press', 'Ana Smith +1 (press)'],
    ['Ana Smith - press +1', 'Ana Smith +1 (press)'],
    ['Ana Smith +1 Tom Hill', 'Ana Smith +1 (+1 Tom Hill)'],
    ['Ana Smith (+1 Tom Hill)', 'Ana Smith +1 (+1 Tom Hill)'],
    ['+1 Ana Smith', 'Ana Smith +1'],
    ['Ana\n+1\n+1', 'Ana +2'],
    ['2x Ana +1', 'Ana +1'],
    ['Ana +1 +1', 'Ana +2'],
    ['Ana +1 (plus one)', 'Ana +2'],
    ['Ana x2 VIP', 'Ana +1 (x2 VIP)'],
    ['Ana plus two (press)', 'Ana +2 (plus two (press))'],
    ['Ana + 2 kids', 'Ana +2'],
    ['Ana et 2 enfants', 'Ana +2'],
    ['Ana + 1 Kind', 'Ana +1'],
    ['Ana mit 2 Kindern', 'Ana +2'],
    ['**Ana** +1', 'Ana +1'],
    ['- _Ana Smith_ x2', 'Ana Smith +1'],
    ['‘Ana Smith’', 'Ana Smith'],
    ['Ana (+ Tom Hill)', 'Ana +1 (+ Tom Hill)'],
    ['Ana | +1 | ana@example.com', 'Ana +1 <ana@example.com>'],
  ])('%j is %s', (text, guest) => expect(guestsOf(text)).toEqual([guest]))

  it('is named where it may be meant otherwise', () => {
    expect(warningsOf('Ana +1 +1')).toEqual(['1: "Ana +1 +1" has 2 more'])
    expect(warningsOf('Ana x2 VIP')).toEqual(['1: "Ana x2 VIP" is "Ana" with 1 more and the note "x2 VIP"'])
    expect(warningsOf('Ana x2-3')).toEqual(['1: the name "Ana x2-3" may have a number of people'])
    expect(warningsOf('Ana {2}')).toEqual(['1: the name "Ana {2}" has a number'])
    expect(warningsOf('1. Ana 2. Bo')).toEqual(['1: the name "Ana 2. Bo" has a number'])
  })

  it('is a problem where two numbers differ or nobody is named', () => {
    expect(readPastedList('2x Ana +2').errors).toEqual([
      { line: 1, message: '"2x Ana +2" says 2 people and 3 people' },
    ])
    expect(readPastedList('+1').errors).toEqual([{ line: 1, message: '"+1" has no name' }])
    expect(readPastedList('x'.repeat(10_001)).errors).toEqual([
      { line: 1, message: 'has more than 10,000 characters' },
    ])
  })

  it('is a problem of the row where it is out of range', () => {
    const file = readPastedText('Ana +150\nBo x0')
    const readRow = rowReader({ ...DEFAULT_OPTIONS, match: 'guest' }, SESSION)
    const { rows } = toImportRows(file, readingOf(file, 'VIP'))
    expect(rows.flatMap(({ line, fields }) => readRow(line, fields).problems)).toMatchObject([
      { row: 1, field: 'plusOnes' },
      { row: 2, field: 'quantity' },
    ])
  })
})

describe('who comes with a guest', () => {
  const partyOf = (text: string) =>
    readPastedList(text).guests.map(({ fields: { attendeeName, plusOnes, companions } }) => [
      ...[attendeeName, plusOnes, companions],
    ])

  it.each([
    ['Ana Smith + kids Tom, Lea', 'Ana Smith', '2', ['Tom', 'Lea']],
    ['Ana Smith mit 2 Kindern (Tom und Lea)', 'Ana Smith', '2', ['Tom', 'Lea']],
    ['Ana Smith + 3 kids Tom, Lea', 'Ana Smith', '3', ['Tom', 'Lea']],
    ['Ana Smith et ses enfants Léo et Zoé', 'Ana Smith', '2', ['Léo', 'Zoé']],
    ['Ana Smith y sus hijos Leo, Zoe', 'Ana Smith', '2', ['Leo', 'Zoe']],
    ['Ana Smith and her husband Tom van der Berg', 'Ana Smith', '1', ['Tom van der Berg']],
    ['Ana Smith + guests Max Gil, Ida Hel, Kim Iro', 'Ana Smith', '3', ['Max Gil', 'Ida Hel', 'Kim Iro']],
  ])('may have a name: %j', (text, name, plusOnes, companions) => {
    expect(partyOf(text)).toEqual([[name, plusOnes, companions]])
    expect(warningsOf(text)).toEqual([expect.stringContaining(`1: "${text}" is "${name}" with "`)])
  })

  it('is not said by a word alone', () => {
    expect(guestsOf('Ana + kids')).toEqual(['Ana + kids'])
    expect(readPastedList('Ana + kids').guests).toMatchObject([{ names: ['Ana', 'kids'] }])
    expect(partyOf('Ana + 1 kid Tom, Lea')).toHaveLength(2)
  })

  it.each([
    ...['no plus one', '- no plus one', '(no plus one)', ', no +1', '(kein +1)', 'ohne Begleitung'],
    ...['sans accompagnant', 'sin acompañante', 'without guest', 'w/o partner', 'senza accompagnatore'],
  ])('is nobody: Ana %s', (words) => {
    expect(guestsOf(`Ana ${words}`)).toEqual([`Ana (${words.replace(/^[-,(\s]+|\)$/g, '')})`])
    expect(guestsOf('No Doubt')).toEqual(['No Doubt'])
  })

  it.each([
    ['Ana\n3 people', ['Ana +2'], '2: "3 people" is 3 people with "Ana"'],
    ['Ana +2\n(3 Personen)', ['Ana +2'], '2: "(3 Personen)" is 3 people with "Ana"'],
    ['Ana +1\nBo\n3 people', ['Ana +1', 'Bo'], '3: "3 people" is a total, not a guest'],
    ['Ana +1\nBo\n3 guests', ['Ana +1', 'Bo'], '3: "3 guests" is a total, not a guest'],
  ])('is counted alone on a line, or all are: %j', (text, guests, warning) => {
    expect(guestsOf(text)).toEqual(guests)
    expect(warningsOf(text)).toEqual([warning])
  })

  it('is a problem where the line above says otherwise', () => {
    expect(readPastedList('Ana +2\n4 people').errors).toEqual([
      { line: 2, message: '"4 people" is another number than 3 people of the line above' },
    ])
  })
})

describe('people by age', () => {
  it.each([
    ['Ana 2 adults', 'Ana +1'],
    ['Ana 2 adults 1 child', 'Ana +2'],
    ['Ana (2 adults + 1 kid)', 'Ana +2'],
    ['Ana, 2 Erwachsene und 2 Kinder', 'Ana +3'],
    ['Ana - 2 adultes, 1 enfant', 'Ana +2'],
    ['Ana 1 adulto y 2 niños', 'Ana +2'],
    ['Ana + 2 kids', 'Ana +2'],
  ])('%j is %j', (line, guest) => expect(guestsOf(line)).toEqual([guest]))

  it('is added up with a warning, and children alone are named', () => {
    expect(warningsOf('Ana 2 adults 1 child')).toEqual([
      '1: "Ana 2 adults 1 child" is read as "Ana 3 persons"',
    ])
    expect(warningsOf('Ana 2 kids')).toEqual(['1: the name "Ana 2 kids" has a number'])
    expect(warningsOf('Ana.....2')).toEqual(['1: the name "Ana.....2" has a number'])
  })
})

describe('addresses and notes', () => {
  it.each([
    ['Ana -press', 'Ana (press)'],
    ['Ana Smith –friend of Tom', 'Ana Smith (friend of Tom)'],
    ['Ana Smith- press', 'Ana Smith (press)'],
    ['Ana Smith -press +1', 'Ana Smith +1 (press)'],
    ['Ana Smith -VIP', 'Ana Smith (VIP)'],
  ])('%j has a note, which a warning says', (line, guest) => {
    expect(guestsOf(line)).toEqual([guest])
    expect(warningsOf(line)).toEqual([expect.stringContaining(`1: "${line}" is read as "`)])
  })

  it.each(['Ana -Maria Smith', 'Anna- Lena Smith'])('%j stays, with a warning', (name) => {
    expect(guestsOf(name)).toEqual([name])
    expect(warningsOf(name)).toEqual([`1: the name "${name}" has a dash beside a space`])
  })

  it('are two names where each side of a slash has two words, which is asked', () => {
    expect(readPastedList('Ana Smith/Bo Jones').guests).toMatchObject([{ names: ['Ana Smith', 'Bo Jones'] }])
    expect(readPastedList('Ana/Bo').guests[0]).not.toHaveProperty('names')
  })

  it('may be a code, which a warning says', () => {
    expect(warningsOf('EB - 77')).toEqual(['1: "EB - 77" has the note "77"'])
    expect(warningsOf('EB - 77 - Ana')).toEqual(['1: "EB - 77 - Ana" has the note "77 - Ana"'])
    expect(warningsOf('EB-77 Ana')).toEqual(['1: the name "EB-77 Ana" has a number'])
    expect(warningsOf('Ana [19:30]')).toEqual(['1: the name "Ana [19:30]" has a number'])
  })

  it.each([
    ['Ana <ana@example.com>', 'Ana <ana@example.com>'],
    ['Ana ana@example.com', 'Ana <ana@example.com>'],
    ['Ana (ana@example.com) +1', 'Ana +1 <ana@example.com>'],
    ['Ana, ana@example.com', 'Ana <ana@example.com>'],
    ['Ana - mailto:ana@example.com', 'Ana <ana@example.com>'],
    ['ana@example.com', ' <ana@example.com>'],
    ['Ana Smith\tana@example.com\t+1', 'Ana Smith +1 <ana@example.com>'],
    ['"Smith, Anna" <ana@example.com>', 'Smith, Anna <ana@example.com>'],
    ['Ana - press', 'Ana (press)'],
    ['Ana – press', 'Ana (press)'],
    ['Ana — press - late', 'Ana (press - late)'],
    ['Ana - press, tall', 'Ana (press, tall)'],
    ['Smith, Anna - press', 'Smith, Anna (press)'],
    ['Ana – ana@example.com – press', 'Ana <ana@example.com> (press)'],
    ['Ana +49 170 1234567', 'Ana (+49 170 1234567)'],
    ['Ana (0170/123 45 67) +1', 'Ana +1 (0170/123 45 67)'],
    ['Ana 555-123-4567', 'Ana (555-123-4567)'],
    ['Ana (555) 123-4567 +1', 'Ana +1 ((555) 123-4567)'],
    ['Ana 1-555-123-4567', 'Ana (1-555-123-4567)'],
    ['Ana, 612 345 678', 'Ana (612 345 678)'],
    ['Smith, Anna, +44 7700 900123', 'Smith, Anna (+44 7700 900123)'],
    ['20:00 Ana', 'Ana (20:00)'],
    ['Ana 21:30', 'Ana (21:30)'],
    ['Ana, 10pm +1', 'Ana +1 (10pm)'],
    ['Ana @ 22h', 'Ana (22h)'],
    ['Ana Smith (arrives 23:00)', 'Ana Smith (arrives 23:00)'],
    ['Ana - after 10pm', 'Ana (after 10pm)'],
    ['Ana &amp; Co', 'Ana & Co'],
    ["'ana@example.com'", ' <ana@example.com>'],
  ])('%j is %s', (text, guest) => expect(guestsOf(text)).toEqual([guest]))

  it('are shown where they may be meant otherwise', () => {
    expect(warningsOf('Ana ana@example.com bo@example.com')).toEqual([
      '1: has several e-mail addresses, of which ana@example.com is read: bo@example.com',
    ])
    expect(warningsOf('Ana - press, tall')).toEqual(['1: "press, tall" is a note'])
    expect(warningsOf('Tom: Ana')).toEqual(['1: the name "Tom: Ana" has a colon'])
    expect(warningsOf('Ana\tSmith')).toEqual(['1: "Ana Smith" is read from cells beside each other'])
  })
})

describe('ticket types', () => {
  it.each([
    'VIP:',
    '🎉 VIP: 🎉',
    '*VIP:*',
    '**VIP**:',
    '- VIP:',
    'VIP (3):',
    'VIP：',
    '# VIP',
    '## VIP:',
    '> VIP :',
  ])('%s is the type of the lines after it', (heading) => {
    expect(guestsOf(`Ana\n${heading}\n\nBo\nCy`)).toEqual(['Ana', 'Bo [VIP]', 'Cy [VIP]'])
    expect(readPastedList(`Ana\n${heading}\nBo`).types).toEqual([{ line: 2, name: 'VIP' }])
  })

  it.each([
    'VIP',
    'Press -',
    'Media (3)',
    'Crew - 3',
    'Artist guests',
    'Presse',
    'Crew',
    'Friends & Family',
    'Ehrengäste',
    'Prensa',
    'Stampa',
    'Artiesten',
  ])('%s alone is the type of the lines after it, which a warning says', (heading) => {
    const type = heading.replace(/ (-( 3)?|\(3\))$/, '')
    expect(guestsOf(`Ana\n${heading}\nBo`)).toEqual(['Ana', `Bo [${type}]`])
    expect(warningsOf(`Ana\n${heading}\nBo`)).toEqual([
      `2: "${type}" is the ticket type of the guests after it`,
    ])
  })

  it('are bold above lines that are not', () => {
    expect(guestsOf('*Door*\n- Ana\n*Desk*\n- Bo')).toEqual(['Ana [Door]', 'Bo [Desk]'])
    expect(warningsOf('*Ana*\n*Bo*')).toEqual([])
  })

  it.each(['== Door ==', '=== Door ===', '--- Door ---', '*** Door ***', '— Door —', '[Door]'])(
    'are framed above lines that are not: %s',
    (heading) => {
      expect(guestsOf(`Ana\n${heading}\nBo`)).toEqual(['Ana', 'Bo [Door]'])
      expect(warningsOf(`Ana\n${heading}\nBo`)).toEqual([
        '2: "Door" is the ticket type of the guests after it',
      ])
    },
  )

  it('stand before the guests of a line, and for that line alone', () => {
    expect(guestsOf('Press: Ana, Bo, Cy\nDi')).toEqual(['Ana [Press]', 'Bo [Press]', 'Cy [Press]', 'Di'])
  })

  it('have no guest in their line', () => {
    expect(guestsOf('Ana Smith +1:')).toEqual(['Ana Smith +1'])
    expect(guestsOf('VIP +1:\nAna')).toEqual(['Ana [VIP +1]'])
    expect(guestsOf('# Ana\n# Bo')).toEqual(['Ana', 'Bo'])
  })

  it('are that of the list where no line names one', () => {
    const file = readPastedText('Ana\nVIP:\nBo')
    const types = (typeName: string) =>
      toImportRows(file, readingOf(file, typeName)).rows.map(({ fields }) => fields.ticketTypeName)
    expect(types('Press')).toEqual(['Press', 'VIP'])
    expect(types('')).toEqual([undefined, 'VIP'])
  })
})

describe('what people write around a list', () => {
  it.each([
    ...[
      'Hi Tom,',
      'Hallo zusammen,',
      'Liebe Ana,',
      'Bonjour !',
      'Hola Tom,',
      'Cześć Tom,',
      'Hej Tom!',
      'Beste Tom,',
    ],
    ...['Thanks!', 'Viele Grüße', 'Merci beaucoup', 'Saludos,', 'Pozdrawiam', 'Grazie mille!', 'Mvh', 'LG'],
    ...['https://chat.example/AbC', 'This message was deleted', 'Tom · 19:30', 'Tom — Heute um 19:30 Uhr'],
    ...['27/11/2026, 19:30 - Tom: Diese Nachricht wurde gelöscht'],
  ])('%j is not a guest, which a warning says', (line) => {
    expect(guestsOf(`${line}\nAna Smith`)).toEqual(['Ana Smith'])
    expect(warningsOf(line)).toEqual([expect.stringMatching(/^1: ".*" is not a guest$/)])
  })

  it.each(['Guest list 27 Nov', 'Gästeliste Freitag', 'here is my list for tonight:', 'anbei meine Gäste:'])(
    '%j is a heading',
    (line) => {
      expect(guestsOf(`${line}\nAna Smith`)).toEqual(['Ana Smith'])
      expect(warningsOf(line)).toEqual([`1: "${line}" is a heading, not a guest`])
    },
  )

  it.each([
    ...['Fri, Nov 27 at 7:30 PM', 'Samstag, 28. November', '27.11.2026', '2026-11-27', '27 November 2026'],
    ...['sábado 28 de noviembre de 2026', 'vendredi 27 novembre 20h30', 'Freitag 20 Uhr'],
  ])('%j is a date, not a guest', (line) => {
    expect(guestsOf(`${line}\nAna`)).toEqual(['Ana'])
    expect(warningsOf(line)).toEqual([`1: "${line}" is not a guest`])
  })

  it.each(['April May', 'June', 'Friday Smith', 'Max Sonntag', 'Sun Ra', 'May Day', 'Di Mo', 'Jan de Mar'])(
    '%j is no date',
    (name) => {
      expect(guestsOf(name)).toEqual([name])
      expect(warningsOf(name)).toEqual([])
    },
  )

  it.each([
    ['Domingo', '1: "Domingo" is a day, and is read as a guest'],
    ['Can you add Ana?', '1: "Can you add Ana?" is a sentence, and is read as a guest'],
    ['["Ana","Bo"]', '1: the name "["Ana","Bo"]" has signs of a program'],
    ['<li>Ana</li>', '1: the name "<li>Ana</li>" has signs of a program'],
    ['Ana Smith - no', '1: "Ana Smith - no" says "no", and is read as a guest'],
    ['Ana Smith, Bo', '1: "Ana Smith, Bo" is one guest'],
    ['Ana y familia', '1: "Ana y familia" may be several people'],
    ['Ana inkl. Frau', undefined],
    ['(needs a ramp)', '1: "(needs a ramp)" is in brackets, and is read as a guest'],
  ])('%j may be no guest, or several, which a warning says', (line, warning) => {
    expect(readPastedList(line).guests).toHaveLength(1)
    expect(warningsOf(line)).toEqual(warning === undefined ? [] : [warning])
    if (warning === undefined) expect(readPastedList(line).guests[0]?.names).toHaveLength(2)
  })

  it.each([
    'Total guests: 3',
    'Insgesamt 3',
    '= 3',
    '3 total',
    'Totalt: 3 st',
    'Razem: 3 osoby',
    '- Total: 3',
  ])('%j is a total', (line) => {
    expect(guestsOf(`Ana +2\n${line}`)).toEqual(['Ana +2'])
    expect(warningsOf(line)).toEqual([expect.stringContaining('is a total, not a guest')])
  })

  it('is the head of a mail with a subject, and who signs it is shown', () => {
    const mail = 'From: Tom <tom@example.com>\nTo: door@example.com\nSubject: List\n\nAna +1\n\nThanks\nTom'
    expect(guestsOf(mail)).toEqual(['Ana +1', 'Tom'])
    expect(warningsOf(mail).at(-1)).toBe('8: "Tom" stands below "Thanks", and is read as a guest')
  })

  it('is the head of a mail with a date', () => {
    const mail = 'From: Tom Hill (+49170123456)\nSent: Fri, 27 Nov 2026 19:30:11 +0100\n\nAna\nBo'
    expect(guestsOf(mail)).toEqual(['Ana', 'Bo'])
    expect(guestsOf('To: Ana\nFrom: Bo')).toHaveLength(2)
  })

  it.each(['--', '-- ', '*-- *'])('is who signs below %j, with a number or a link', (mark) => {
    const list = `Ana\nBo\n${mark}\nTom Hill\nRoof Club\n+49 170 1234567\nwww.example.com`
    expect(guestsOf(list)).toEqual(['Ana', 'Bo'])
    expect(warningsOf(list).map((warning) => warning.slice(0, 2))).toEqual(['3:', '4:', '5:', '6:', '7:'])
  })

  it('ends above the mail that it answers', () => {
    const mail = 'Ana\n-- \nTom Hill\nwww.example.com\n\nOn Fri, Nov 27, 2026 at 7:30 PM Kim wrote:\n> Bo +1'
    expect(guestsOf(mail)).toEqual(['Ana', 'Bo +1'])
  })

  it('may be a guest below "--", which a warning says', () => {
    const list = 'Ana\n--\nTom Hill'
    expect(guestsOf(list)).toEqual(['Ana', 'Tom Hill'])
    expect(warningsOf(list).at(-1)).toBe('3: "Tom Hill" stands below "--", and is read as a guest')
    // With companions, and where there are several, it divides a list.
    expect(guestsOf('Ana\n--\nBo +1\n+49 170 1234567')).toEqual(['Ana', 'Bo +1'])
    expect(guestsOf('Ana\n--\nBo\n--\nCy\nwww.example.com')).toEqual(['Ana', 'Bo', 'Cy'])
  })

  it('is an answer that a page of an event has below a name', () => {
    expect(warningsOf('Ana\nGoing')).toEqual(['2: "Going" is an answer, and is read as a guest'])
  })

  it.each(['Ana (cancelled)', 'Ana - kommt nicht', 'Ana, annulée', "Ana can't come"])(
    '%j is read, with a warning',
    (line) => {
      expect(readPastedList(line).guests).toHaveLength(1)
      expect(warningsOf(line)).toEqual([expect.stringContaining('and is read as a guest')])
    },
  )
})

describe('lines that count', () => {
  it('are not guests where nothing stands behind the number', () => {
    expect(guestsOf('1. Ana\n2.\n3.')).toEqual(['Ana'])
    expect(warningsOf('Ana\n2.')).toEqual(['2: "2." is not a guest'])
  })

  it.each([
    ...['No. 1 Ana\nNo. 2 Bo', 'Nr. 1: Ana\nNr. 2: Bo', '1º Ana\n2º Bo', '１．Ana\n２．Bo', '1、Ana\n2、Bo'],
    ...['I. Ana\nII. Bo', 'i) Ana\nii) Bo', 'a. Ana\nb. Bo'],
  ])('%j are names alone', (text) => {
    expect(guestsOf(text)).toEqual(['Ana', 'Bo'])
    expect(warningsOf(text)).toEqual([])
  })

  it.each(['A. Smith\nB. Jones', 'I. Berg\nJ. Lee', 'V. Pavlov'])('%j are names with initials', (text) => {
    expect(guestsOf(text)).toEqual(text.split('\n'))
  })
})

describe('several guests on a line', () => {
  it.each([
    ['Ana, Bo, Cy', ['Ana', 'Bo', 'Cy']],
    ['Ana Smith +1, Bo Jones +2, Cy', ['Ana Smith +1', 'Bo Jones +2', 'Cy']],
    ['Ana, Bo and Cy', ['Ana', 'Bo', 'Cy']],
    ['Ana, Bo, and Cy', ['Ana', 'Bo', 'Cy']],
    ['Ana; Bo; Cy', ['Ana', 'Bo', 'Cy']],
    ['• Ana • Bo +1 • Cy', ['Ana', 'Bo +1', 'Cy']],
    ['Ana - press, Bo - photo, Cy', ['Ana (press)', 'Bo (photo)', 'Cy']],
    ['Ana Smith, Bo Jones - press, Cy Young', ['Ana Smith', 'Bo Jones (press)', 'Cy Young']],
    ['Ana -press, Bo, Cy', ['Ana (press)', 'Bo', 'Cy']],
    ['Ana - Press, Bo +1, Cy Young', ['Ana (Press)', 'Bo +1', 'Cy Young']],
    ['Ana - press, photo, tv', ['Ana (press, photo, tv)']],
    ['Ana - friend of Tom, Kim, Lea', ['Ana (friend of Tom, Kim, Lea)']],
    ['Ana, ana@example.com, Bo, bo@example.com', ['Ana <ana@example.com>', 'Bo <bo@example.com>']],
    ['Smith, Anna; Jones, Bo', ['Smith, Anna', 'Jones, Bo']],
    [
      '"Smith, Anna" <a@example.com>, "Jones, Bo" <b@example.com>',
      ['Smith, Anna <a@example.com>', 'Jones, Bo <b@example.com>'],
    ],
    ['山田太郎、鈴木花子', ['山田太郎', '鈴木花子']],
  ])('%j are each one', (text, guests) => expect(guestsOf(text)).toEqual(guests))

  it('are shown where they may be one', () => {
    expect(guestsOf('García López, María José')).toEqual(['García López', 'María José'])
    expect(warningsOf('García López, María José')).toEqual(['1: two guests, "García López" and "María José"'])
  })

  it('stay one name where they are joined, unless a person says otherwise', () => {
    const text = 'Ana & Bo ana@example.com +1 - press\nCy'
    const file = readPastedText(text)
    const one = toImportRows(file, readingOf(file, 'VIP'))
    expect(one.rows.map(({ fields }) => fields.attendeeName)).toEqual(['Ana & Bo', 'Cy'])
    expect(one.warnings).toEqual([{ line: 1, message: '"Ana & Bo" is one guest' }])
    const several = toImportRows(file, { ...readingOf(file, 'VIP'), splitsNames: true })
    const shared = { note: 'press', flag: 'Info', ticketTypeName: 'VIP' }
    expect(several.rows.map(({ fields }) => fields)).toEqual([
      { ...shared, attendeeName: 'Ana', holderEmail: 'ana@example.com', plusOnes: '1' },
      { ...shared, attendeeName: 'Bo' },
      { attendeeName: 'Cy', ticketTypeName: 'VIP' },
    ])
    expect(several.warnings).toEqual([])
    const all = [
      'Ana + Bo',
      'Ana und Bo',
      'Ana / Bo',
      'Ana & Bo & Cy',
      'Ana with Bo',
      'Ana y Bo',
      'Ana Roe e Bo Lee',
    ]
    for (const joined of all) {
      expect(guestsOf(joined), joined).toEqual([joined])
      expect(readPastedList(joined).guests[0]?.names?.length, joined).toBeGreaterThan(1)
    }
  })
})

describe('a text file', () => {
  const read = (name: string, text: string) => open(name, new TextEncoder().encode(text))

  it('is a list only without two known headings', async () => {
    const table = await read('guests.txt', 'Name\tE-mail\nAna +1\tana@example.com')
    expect([table.isPasted, table.mapping]).toEqual([false, ['attendeeName', 'holderEmail']])
    const list = await read('GUESTS.TXT', 'Name\nAna\n[x] Bo')
    expect([list.isPasted, list.rows.length]).toEqual([true, 2])
    expect((await read('guests.txt', '[27.11.26, 19:30:11] Tom: Ana')).rows).toHaveLength(1)
    const lines = await read('guests.txt', '{"attendeeName": "Ana"}')
    expect([lines.isPasted, lines.rows.length]).toEqual([false, 1])
  })

  it('is a table with another name', async () => {
    expect((await read('guests.csv', 'Ana\nBo')).isPasted).toBe(false)
  })
})

describe('whatever the lines are', () => {
  const word = fc.constantFrom('Ana', 'Bo', 'García', 'O’Neill', 'Anne-Marie', '山田', 'Łukasz', 'VIP')
  const sign = fc.constantFrom(
    ...[
      ' ',
      ', ',
      '; ',
      ' - ',
      ' – ',
      ' & ',
      ' + ',
      '\t',
      ': ',
      ' (',
      ') ',
      '"',
      ' +1 ',
      ' x2',
      '2x ',
      '3. ',
    ],
    ...[
      '- ',
      '• ',
      '✅ ',
      '[x] ',
      '<',
      '> ',
      '@',
      'a@example.com',
      '#',
      '~',
      '*',
      '、',
      '\u200e',
      '\u00a0',
      '1️⃣',
    ],
  )
  const line = fc
    .array(fc.oneof(word, sign), { maxLength: 12 })
    .map((parts) => parts.join(''))
    .filter((text) => !/[\r\n]/.test(text))

  it('each is a guest, a type, a warning or a problem, and no word is lost', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const { guests, types, warnings, errors } = readPastedList(lines.join('\n'))
        for (const [index, text] of lines.entries()) {
          const about = [...guests, ...types, ...warnings, ...errors].filter((one) => one.line === index + 1)
          if (text.replace(/[\u200e\s]/g, '') === '') continue
          expect(about, text).not.toEqual([])
          const said = JSON.stringify(about)
          for (const found of text.match(/Ana|Bo|García|O’Neill|Anne-Marie|山田|Łukasz|VIP/g) ?? []) {
            expect(said, text).toContain(found)
          }
        }
      }),
      { numRuns: runs(20_000) },
    )
  })

  it('any text is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { guests, types, warnings, errors } = readPastedList(text)
        const lines = text.split(/\r\n?|[\n\u2028\u2029]/)
        for (const [index, content] of lines.entries()) {
          const isAbout = ({ line }: { line: number }) => line === index + 1
          if (!/\p{L}|\p{N}/u.test(content)) continue
          expect([...guests, ...types, ...warnings, ...errors].some(isAbout), content).toBe(true)
        }
      }),
      { numRuns: runs(10_000) },
    )
  })

  it('people are counted as they were written', () => {
    const guest = fc.record({
      name: fc.constantFrom('Ana Smith', 'Bo Jones', 'Cy Young', 'María José', 'Anne-Marie'),
      more: fc.integer({ min: 1, max: 20 }),
      how: fc.constantFrom<(more: number) => [string, string]>(
        (more) => ['', ` +${more}`],
        (more) => ['', ` (+${more})`],
        (more) => ['', ` x${more + 1}`],
        (more) => [`${more + 1}x `, ''],
        (more) => ['', ` (${more + 1})`],
        (more) => ['', ` and ${more} friends`],
      ),
      bullet: fc.constantFrom('', '- ', '• ', '3. ', '[ ] ', '✅ ', '[27.11.26, 19:30:11] Tom: '),
      note: fc.constantFrom('', ' - press'),
    })
    fc.assert(
      fc.property(fc.array(guest, { minLength: 1, maxLength: 20 }), (guests) => {
        const lines = guests.map(({ name, more, how, bullet, note }) => {
          const [before, after] = how(more)
          return `${bullet}${before}${name}${after}${note}`
        })
        expect(guestsOf(lines.join('\n'))).toEqual(
          guests.map(({ name, more, note }) => `${name} +${more}${note === '' ? '' : ' (press)'}`),
        )
      }),
      { numRuns: runs(2_000) },
    )
  })
})
