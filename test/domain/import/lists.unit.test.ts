// Lists as people and programs write them: their headings, their cells, and that no row is lost.
// @module-tag more
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { skippedColumns } from '../../../src/domain/import/file/column-values.ts'
import { decodeText } from '../../../src/domain/import/file/decode.ts'
import { readGuestText } from '../../../src/domain/import/file/guest-file.ts'
import { guessMeanings, isKnownHeading } from '../../../src/domain/import/file/headings.ts'
import { toImportRows } from '../../../src/domain/import/file/import-rows.ts'
import { cleanCell, isNothing } from '../../../src/domain/import/file/table/cells.ts'
import { readingOf } from '../../support/import-file.ts'
import { runs } from '../../support/runs.ts'

const read = (text: string) => {
  const file = readGuestText(text)
  const { rows, errors, warnings } = toImportRows(file, readingOf(file, 'Guest list'))
  const list = (found: readonly { line: number; message: string }[]) =>
    found.map(({ line, message }) => `${line}: ${message}`)
  return {
    guests: rows.map(({ fields }) => fields),
    lines: rows.map(({ line }) => line),
    errors: list(errors),
    warnings: list(warnings),
    skipped: skippedColumns(file, file.mapping),
  }
}

const page = readFileSync(join(import.meta.dirname, '../../../docs/data.md'), 'utf8')

/** The headings that the documentation lists, by their column. */
const documented = [
  ...(page.split('### Headings')[1]?.split('\n### ')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm),
].flatMap(([, column = '', words = '']): [string, string][] => {
  const meaning = { 'first name': 'firstName', 'last name': 'lastName' }[column] ?? column.replaceAll('`', '')
  return words.split(/[,;] /).map((word) => [word, meaning])
})

/** What a table without quotation marks is read as. */
const tableOf = (...lines: string[]) => read(lines.join('\n'))

describe('columns that are parts of one value', () => {
  const named = (text: string) => tableOf(...text.split('/')).guests.map(({ attendeeName }) => attendeeName)

  it.each([
    ['Voornaam;Tussenvoegsel;Achternaam/Jan;van der;Berg/Eva;;Smit', ['Jan van der Berg', 'Eva Smit']],
    ["Achternaam;Tussenv.;Voornaam/Hof;van 't;Jan", ["Jan van 't Hof"]],
    ['Voornaam;Tussenvoegsel;Naam/Jan;de;Vries/Eva;;Smit', ['Jan de Vries', 'Eva Smit']],
    ['Voornaam;Voorvoegsel;Achternaam/Jan;van der;van der Berg', ['Jan van der Berg']],
    ['Naam;Voornaam;Tussenvoegsel;Achternaam/Jan de Vries;Jan;de;Vries', ['Jan de Vries']],
    ['First name;Middle name;Last name/Ana;Maria;Smith/Bo;;Jones', ['Ana Maria Smith', 'Bo Jones']],
  ])('%s', (text, names) => {
    expect(named(text)).toEqual(names)
    expect(tableOf(...text.split('/')).skipped).toEqual([])
  })

  it.each([
    ['Name,Section,Row,Seat', 'Ana,112,F,7', 'Section 112, Row F, Seat 7'],
    ['Name;Block;Reihe;Platz', 'Ana;A;12;5', 'Block A, Reihe 12, Platz 5'],
    ['Nom;Bloc;Rang;Siège', 'Ana;C;2;14', 'Bloc C, Rang 2, Siège 14'],
    ['Nombre;Sector;Fila;Asiento', 'Ana;Platea;4;10', 'Sector Platea, Fila 4, Asiento 10'],
    ['Naam;Vak;Rij;Stoel', 'Ana;D;7;21', 'Vak D, Rij 7, Stoel 21'],
    ['Imię i nazwisko;Sektor;Rząd;Miejsce', 'Ana;B;4;10', 'Sektor B, Rząd 4, Miejsce 10'],
    ['Name,Row Number,Seat Number', 'Ana,3,12', 'Row 3, Seat 12'],
    ['Name,Section,Seat', 'Ana,Standing,', 'Section Standing'],
    ['Name;Rang;Reihe;Platz', 'Ana;1. Rang;2;4', '1. Rang, Reihe 2, Platz 4'],
    ['Name,Row,Seats', 'Ana,F,7', 'Row F, Seats 7'],
    ['Name,Row,Seat', 'Ana,Row F,Seat 7', 'Row F, Seat 7'],
    ['Name,Table,Seat', 'Ana,4,1', 'Table 4, Seat 1'],
    // One of them is the seat itself, or both are the same.
    ['Name,Row,Seat,Seat label', 'Ana,F,7,F-7', 'F-7'],
    ['Name,Seat', 'Ana,F-7', 'F-7'],
    ['Name,Table,Table number', 'Ana,,4', '4'],
  ])('%s: %s is a seat', (heading, row, seatLabel) => {
    const { guests, skipped } = tableOf(heading, row)
    expect(guests).toMatchObject([{ seatLabel }])
    expect(skipped).toEqual(heading.endsWith('label') ? ['Row', 'Seat'] : [])
  })

  it('are no seat where they number the rows of the list, or say more', () => {
    expect(tableOf('Row,Name,E-mail', '1,Ana,', '2,Bo,').guests[0]).not.toHaveProperty('seatLabel')
    expect(tableOf('Name,Section,Type', 'Ana,North,Std').skipped).toEqual(['Section'])
  })

  const counted = (...lines: string[]) => tableOf(...lines).guests.map(({ quantity }) => quantity)

  it.each([
    ['Name,Adults,Children', 'Ana,2,1', 'Bo,1,'],
    ['Name;Anz. Erwachsene;Anz. Kinder', 'Ana;2;1', 'Bo;1;0'],
    ['Name;Anzahl Erwachsene;Anzahl Kinder', 'Ana;2;1', 'Bo;1;0'],
    ["Nom;Nombre d'adultes;Nombre d'enfants", 'Ana;2;1', 'Bo;1;0'],
    ['Nombre y apellidos;Adultos;Niños', 'Ana;2;1', 'Bo;1;-'],
    ['Naam;Aantal volwassenen;Aantal kinderen', 'Ana;2;1', 'Bo;1;0'],
    ['Imię i nazwisko;Liczba dorosłych;Liczba dzieci', 'Ana;2;1', 'Bo;1;0'],
    ['Namn;Antal vuxna;Antal barn', 'Ana;2;1', 'Bo;1;0'],
    ['Name,Adults (18+),Children under 12', 'Ana,2,1', 'Bo,1,no'],
    ['Name,Men,Women', 'Ana,1,2', 'Bo,1,0'],
    ['Name;Damen;Herren', 'Ana;2;1', 'Bo;0;1'],
    ['Name,Guys,Girls', 'Ana,1,2', 'Bo,0,1'],
    ['Name,Adults,Boys,Girls', 'Ana,1,1,1', 'Bo,1,0,0'],
    ['Name,Adults,Men,Women,Kids', 'Ana,2,1,1,1', 'Bo,1,1,0,0'],
    ['Name,Guests,Adults,Children', 'Ana,3,2,1', 'Bo,1,1,0'],
    ['Name,People,Adults', 'Ana,3,2', 'Bo,1,1'],
  ])('%s count together', (...lines) => {
    const { errors } = tableOf(...lines)
    expect([counted(...lines), errors]).toEqual([['3', '1'], []])
  })

  it('are no number of people where they are not all of them', () => {
    expect(tableOf('Name,Tickets,Kids', 'Ana,2,1', 'Bo,2,0')).toMatchObject({
      guests: [{ quantity: '2' }, { quantity: '2' }],
      skipped: ['Kids'],
    })
    expect(tableOf('Name,Kids', 'Ana,yes').skipped).toEqual(['Kids'])
    expect(tableOf('Name,Boys,Girls', 'Ana,1,2').skipped).toEqual(['Boys', 'Girls'])
  })

  it('are no headings in a row of guests', () => {
    expect(readGuestText('Nimi,Lippu,Sukupuoli\nAna,Adult,Female').heading).toBe(0)
  })

  it.each([
    ['Name,Adults,Children', 'Ana,2,?', '2: quantity: "2 + ?" is no number of people'],
    ['Name,Persons,Adults,Children', 'Ana,4,2,1', '2: quantity: "4, 2 + 1" is no number of people'],
  ])('%s: %s is a problem', (heading, row, problem) => {
    expect(tableOf(heading, row, 'Bo,1,1,0').errors.slice(0, 1)).toEqual([problem])
  })

  it('count nobody of those who do not come', () => {
    const { guests } = tableOf('Name,RSVP,Adults,Children', 'Ana,Yes,2,1', 'Bo,No,0,0')
    expect(guests).toMatchObject([{ quantity: '3' }, { quantity: '', status: 'Voided' }])
  })

  it('are seats or their number, by what they have', () => {
    expect(counted('Nom,Places', 'Ana,2', 'Bo,2', 'Cy,1')).toEqual(['2', '2', '1'])
    expect(tableOf('Name,Seats', 'Ana,12', 'Bo,13').guests).toMatchObject([{ seatLabel: '12' }, {}])
    expect(tableOf('Name,Seats', 'Ana,3', 'Bo,1').skipped).toEqual(['Seats'])
  })
})

describe('a heading', () => {
  it.each(documented.filter(([, meaning]) => !['Column', '---'].includes(meaning)))(
    '%s is %s, as the documentation says',
    (name, meaning) => {
      expect(guessMeanings([{ name, values: [] }])).toEqual([meaning])
    },
  )

  it.each([
    ["What's your name?", 'attendeeName'],
    ['Your full name', 'attendeeName'],
    ['Please enter your name *', 'attendeeName'],
    ['Name (required)', 'attendeeName'],
    ['Wie heißt du?', 'attendeeName'],
    ['Dein Vorname (Pflichtfeld)', 'firstName'],
    ['Wie lautet Ihre E-Mail-Adresse?', 'holderEmail'],
    ['Quel est votre prénom ?', 'firstName'],
    ['Votre adresse e-mail (obligatoire)', 'holderEmail'],
    ['¿Cuál es tu nombre completo?', 'attendeeName'],
    ['Podaj imię i nazwisko', 'attendeeName'],
    ['Qual è il tuo cognome?', 'lastName'],
    ['Qual é o seu e-mail?', 'holderEmail'],
    ['Wat is je voornaam?', 'firstName'],
    ['Vad heter du?', 'attendeeName'],
    ['Hvad er dit fulde navn?', 'attendeeName'],
    ['Hva er din e-postadresse?', 'holderEmail'],
    ['Are you bringing a plus one?', 'plusOnes'],
    ['Bringst du jemanden mit?', 'plusOnes'],
    ['1. Your name', 'attendeeName'],
    ['Name (First)', 'firstName'],
    ['Name (Last)', 'lastName'],
    ['Full Name - Last Name', 'lastName'],
    ['Pers.', 'quantity'],
    ['# Pax', 'quantity'],
    ['CANT.', 'quantity'],
    ['Anz.', 'quantity'],
    ['Ticketname', 'ticketTypeName'],
    ['Cantidad de invitados x cliente', 'quantity'],
    ['Confirmación (SI/NO)', 'status'],
    ['Venez-vous accompagné(e) ?', 'plusOnes'],
    ['¿Vienes con acompañante?', 'plusOnes'],
    ['Porti un accompagnatore?', 'plusOnes'],
    ['Traz acompanhante?', 'plusOnes'],
    ['Neem je iemand mee?', 'plusOnes'],
    ['Tar du med någon?', 'plusOnes'],
    ['Har du en ledsager med?', 'plusOnes'],
    ['Har du med følge?', 'plusOnes'],
    ['Czy przychodzisz z osobą towarzyszącą?', 'plusOnes'],
    ['Plus', 'plusOnes'],
    ['Nom participant', 'lastName'],
    ['Name Teilnehmer*in', 'attendeeName'],
    ['Produkt', 'ticketTypeName'],
    ['Référence commande', 'reference'],
    ['Attendee first name', 'firstName'],
    ['Full name (first and last)', 'attendeeName'],
    ['Begleitperson(en)', 'plusOnes'],
    ['Nb de personnes', 'quantity'],
    ['# of guests', 'quantity'],
    ['Nº de personas', 'quantity'],
    ['Wie viele Personen?', 'quantity'],
    ['Combien de personnes ?', 'quantity'],
    ['Ticket #', 'ticketNumber'],
    ['N.º de pedido', 'reference'],
    ['Reservierungsnummer', 'reference'],
    ['Booking ref', 'reference'],
    ['Kartenart', 'ticketTypeName'],
    ['Tarif', 'ticketTypeName'],
    ['May we have your name?', 'attendeeName'],
    ['Who is coming?', 'attendeeName'],
    ['Invitado/a', 'attendeeName'],
    ['Namn på gäst', 'attendeeName'],
    ['Adresse de messagerie', 'holderEmail'],
    ['Correio eletrónico', 'holderEmail'],
    ['fullName', 'attendeeName'],
    ['emailAddress', 'holderEmail'],
    ['guestCount', 'quantity'],
    ['item_quantity', 'quantity'],
    ['Name of the ticket type', 'ticketTypeName'],
    ['Check-In Notes', 'note'],
    ['Do you bring a +1?', 'plusOnes'],
    ['How many people are coming with you?', 'plusOnes'],
    ['How many people are coming (including you)?', 'quantity'],
    ['Met hoeveel personen kom je?', 'quantity'],
    ['Combien serez-vous ?', 'quantity'],
    ['Estado del asistente', 'status'],
    ['Statut du participant', 'status'],
    ['Are you bringing anyone with you?', 'plusOnes'],
    ['Wie viele Begleitpersonen bringst du mit?', 'plusOnes'],
    ["Combien d'accompagnants ?", 'plusOnes'],
    ['¿Cuántos acompañantes traes?', 'plusOnes'],
    ['Quanti accompagnatori porti?', 'plusOnes'],
    ['Ile osób towarzyszących?', 'plusOnes'],
    ['Quante persone siete in totale?', 'quantity'],
    ['Ile osób przyjdzie?', 'quantity'],
    ['Tussenvoegsel', 'lastName'],
    ['Middle name', 'firstName'],
    ['Party of', 'quantity'],
    ['Fan name', 'attendeeName'],
    ['Tisch', 'seatLabel'],
    ['Stuhl', 'seatLabel'],
    ['emailOptIn', ''],
    ['Seat/Row', 'seatLabel'],
    ['Nr stolika', 'seatLabel'],
    ['Seat price', ''],
    ['Place of birth', ''],
    ['Table manager', ''],
    ['Emergency contact name', ''],
    ['Postal code', ''],
    ['Discount code', ''],
    ['Email opt-in', ''],
    ['Phone number', ''],
    ['Timestamp', ''],
    ['Submitted At', ''],
  ])('%s is %j', (name, meaning) => {
    expect(guessMeanings([{ name, values: [] }])).toEqual([meaning])
  })

  it.each([
    ...['Covers', 'Heads', 'Tickets bought', 'Number of attendees', 'Attendee count', 'Number in party'],
    ...['Anzahl Plätze', 'Personen gesamt', 'Gästezahl'],
  ])('%s has people', (heading) => {
    expect(tableOf(`Name,${heading}`, 'Ana,3', 'Bo,1').guests).toMatchObject([
      { quantity: '3' },
      { quantity: '1' },
    ])
  })

  it.each(['Number of guests you are bringing', 'Other guests', 'Weitere Personen', '+ Personen'])(
    '%s has companions',
    (heading) => {
      expect(tableOf(`Name,${heading}`, 'Ana,2', 'Bo,0').guests).toMatchObject([
        { plusOnes: '2' },
        { plusOnes: '0' },
      ])
    },
  )

  it('of tickets is no type where each has a number', () => {
    const { guests } = tableOf('Nom;Billet;Catégorie;Codice ordine', 'Ana;123;VIP;A1', 'Bo;124;Std;A2')
    expect(guests).toMatchObject([
      { ticketTypeName: 'VIP', reference: 'A1' },
      { ticketTypeName: 'Std', reference: 'A2' },
    ])
  })

  it('of who has a ticket counts beside who has paid', () => {
    const { guests } = tableOf(
      'Order First Name,Order Last Name,Ticket First Name,Ticket Last Name',
      'Bo,Lee,Ana,Roe',
    )
    expect(guests).toMatchObject([{ attendeeName: 'Ana Roe' }])
  })

  it.each(['Booking name', 'Name on ticket', 'Reserviert auf', 'Registrant', 'Who'])(
    '%s has names',
    (heading) => {
      expect(tableOf(`${heading},Ticket description`, 'Ana,Balcony').guests).toMatchObject([
        { attendeeName: 'Ana', ticketTypeName: 'Balcony' },
      ])
    },
  )

  it('of the times of a form is known, and nobody misses it', () => {
    expect(isKnownHeading('Zeitstempel')).toBe(true)
    expect(read('Zeitstempel,Name\n2026-05-01,Ana').skipped).toEqual([])
  })

  it('that stands twice counts where the first has no value, and is named where it has', () => {
    const text = 'Name,E-mail,E-mail\nAna,n/a,ana@example.com\nBo,bo@example.com,-\n'
    expect(read(text)).toMatchObject({
      guests: [{ holderEmail: 'ana@example.com' }, { holderEmail: 'bo@example.com' }],
      skipped: [],
    })
    expect(read(`${text}Cy,cy@example.com,c@example.com`).skipped).toEqual(['E-mail'])
  })

  it('of who buys counts where nobody else is named', () => {
    const { guests } = read('Order,Customer name,E-mail\nA1,Ana Roe,ana@example.com')
    expect(guests).toMatchObject([{ attendeeName: 'Ana Roe', reference: 'A1' }])
    expect(read('Billing First Name,Billing Last Name,Item\nAna,Roe,VIP').guests).toMatchObject([
      { attendeeName: 'Ana Roe', ticketTypeName: 'VIP' },
    ])
    expect(read('Buyer name,Attendee name\nAna,Bo').guests).toMatchObject([{ attendeeName: 'Bo' }])
  })

  it('of names is of orders where each is the number of one', () => {
    const shop = 'Name,Email,Financial Status,Lineitem quantity,Lineitem name,Billing Name'
    expect(
      read(`${shop}\n#1001,a@example.com,paid,2,VIP,Ana Roe\n#1002,b@example.com,refunded,1,VIP,Bo Lee`),
    ).toMatchObject({
      guests: [
        {
          attendeeName: 'Ana Roe',
          reference: '#1001',
          quantity: '2',
          ticketTypeName: 'VIP',
          status: 'Valid',
        },
        { attendeeName: 'Bo Lee', reference: '#1002', status: 'Refunded' },
      ],
      skipped: [],
    })
    expect(read('Name,Email\n#1001,a@example.com\nBo,b@example.com').guests).toMatchObject([
      { attendeeName: '#1001' },
      { attendeeName: 'Bo' },
    ])
  })

  it('of a number is no ticket type, and of prices neither', () => {
    expect(read('Name,Ticket #\nAna,1\nBo,2').guests).toMatchObject([
      ...[{ ticketNumber: '1' }, { ticketNumber: '2' }],
    ])
    expect(read('Nom,Tarif\nAna,"12,50"\nBo,10 €').skipped).toEqual(['Tarif'])
  })

  it('of names beside first names alone has the last names', () => {
    expect(read('Vorname,Name\nAna,Muster\nBo,\nCy,Cy Po').guests).toMatchObject([
      ...[{ attendeeName: 'Ana Muster' }, { attendeeName: 'Bo' }, { attendeeName: 'Cy Po' }],
    ])
  })
})

describe('a cell', () => {
  it.each([
    ['a\r\n b', 'a b'],
    ['a\u0000\tb', 'a b'],
    ['a\u2028b', 'a b'],
    ['\ufeffA\u200bn\u00ada\u202e', 'Ana'],
    ['Ana\u00a0Smith', 'Ana Smith'],
    ['A &amp; B', 'A & B'],
    ['D&#039;Arc&nbsp;&#x26;&nbsp;Co', "D'Arc & Co"],
    ['&amp;amp;', '&'],
    ['AT&T, &copy without an end', 'AT&T, &copy without an end'],
    ['&nothing;', '&nothing;'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['An\u200ca', 'Ana'],
    ['  Ana  Lee ', 'Ana  Lee'],
  ])('%j is %j', (cell, text) => {
    expect(cleanCell(cell)).toBe(text)
  })

  it('that a program has made a decimal number is the code', () => {
    const { guests } = tableOf('Name,Barcode,Order', 'Ana,90017810.0,1001.0', 'Bo,90017811.5,1.0')
    expect(guests).toMatchObject([
      { code: '90017810', reference: '1001' },
      { code: '90017811.5', reference: '1.0' },
    ])
  })

  it('of the download is as it was', () => {
    const { guests } = read(
      'ticketNumber,ticketTypeName,note,device,pageUrl\n1,VIP,none &amp; n/a,,\n2,VIP,-,,',
    )
    expect(guests).toMatchObject([{ note: 'none &amp; n/a' }, { note: '-' }])
  })

  it.each(['-', '–', '—', 'n/a', 'N/A', '#N/A', 'none', 'NULL', 'nil', 'Keine', 'keiner', 'aucun', 'aucune'])(
    '%s is no value',
    (cell) => {
      expect(read(`Name,Note,E-mail\nAna,${cell},${cell}`)).toMatchObject({
        guests: [{ note: '', holderEmail: '' }],
        warnings: [],
      })
    },
  )

  it.each(['#DIV/0!', '#REF!', '#BEZUG!', '#¡VALOR!', '#NAME?', '#NV', 'Err:502'])(
    '%s is no value, also in a name, and a warning names the line',
    (cell) => {
      expect(read(`Name,First name,Note\n${cell},Ana,${cell}`)).toMatchObject({
        guests: [{ attendeeName: 'Ana', note: '' }],
        warnings: ['2: has a formula that failed, whose cell is read as empty'],
      })
    },
  )

  it('is a value where people are called that, and where a flag is', () => {
    const text = 'Name,Ticket type,flag,Note\nNone,ninguno,None,brak\nNull,nessuno,,x\nn/a,-,-,–'
    expect(read(text).guests).toMatchObject([
      { attendeeName: 'None', ticketTypeName: 'Guest list', flag: 'None', note: '' },
      { attendeeName: 'Null', ticketTypeName: 'Guest list', flag: 'Info', note: 'x' },
    ])
  })

  it.each(['n/a,-,-,–', ',,,,only beyond the headings'])('is no guest where nothing is said: %s', (row) => {
    const { guests, warnings } = read(`Name,Ticket type,flag,Note\nAna,VIP,,\n${row}`)
    expect(guests).toMatchObject([{ attendeeName: 'Ana', ticketTypeName: 'VIP' }])
    expect(warnings).toContainEqual(expect.stringMatching(/^3: has no value in a column that is read/))
  })
})

describe('an e-mail cell', () => {
  it.each([
    ['Ana <ana@example.com>', 'ana@example.com', []],
    ['"Smith, Ana" <ana@example.com>', 'ana@example.com', []],
    ['MAILTO:ana@example.com?subject=Hi', 'ana@example.com', []],
    ['ana@example.com (work)', 'ana@example.com', []],
    ['ana@example.com;', 'ana@example.com', []],
    ['A@Example.com, a@example.com', 'A@Example.com', []],
    ['a@example.com b@example.com', 'a@example.com', [expect.stringMatching(/^2: .* several/)]],
    ['a@example.com / b@example.com', 'a@example.com', [expect.stringMatching(/^2: .* several/)]],
    ['Ana <a@example.com>; Bo <b@example.com>', 'a@example.com', [expect.stringMatching(/^2: .* several/)]],
    ['ana @example.com', undefined, [expect.stringMatching(/^2: .* no e-mail address/)]],
    ['ana@example', undefined, [expect.stringMatching(/^2: .* no e-mail address/)]],
    ['ana@@example.com', undefined, [expect.stringMatching(/^2: .* no e-mail address/)]],
    ['by phone', undefined, [expect.stringMatching(/^2: .* no e-mail address/)]],
  ])('%j is %j', (cell, address, says) => {
    const { guests, warnings } = read(`Name\tE-mail\nAna\t${cell.replaceAll('"', '')}`)
    expect(guests[0]?.holderEmail).toBe(address)
    expect('holderEmail' in (guests[0] ?? {})).toBe(address !== undefined)
    expect(warnings).toEqual(says)
  })
})

describe('a cell of companions', () => {
  it.each([
    ...['yes', 'Ja', 'OUI', 'sí', 'sì', 'sim', 'tak', 'x', '✓', 'TRUE', 'WAHR', 'VRAI', 'checked'].map(
      (cell) => [cell, '1', undefined],
    ),
    ...['no', 'nein', 'non', 'nie', 'nee', 'nej', 'FALSE', '0', 'FALSCH', 'FAUX'].map((cell) => [
      cell,
      '0',
      undefined,
    ]),
    ...['+2', '2', '+ 2', '2.0', '2,00', '(+2)', 'two', 'Two', 'zwei'].map((cell) => [cell, '2', undefined]),
    ...['', '-', 'keine'].map((cell) => [cell, '', undefined]),
    ['Ed Sun', undefined, ['Ed Sun']],
    ['Ed, Fi & Gu + Ha', undefined, ['Ed', 'Fi', 'Gu', 'Ha']],
    ['Ed;', undefined, ['Ed']],
    ['Yes, Ed', undefined, ['Ed']],
    ['Vero', undefined, ['Vero']],
    ['Otto', undefined, ['Otto']],
    ['Yes!', '1', undefined],
    ['✗', '0', undefined],
  ])('%j is %j, with the names %j', (...[cell, plusOnes, companions]) => {
    const { guests, errors } = read(`Name\t+1\nAna\t${cell}`)
    expect(errors).toEqual([])
    expect([guests[0]?.plusOnes, guests[0]?.companions]).toEqual([plusOnes, companions])
  })

  it.each(['?', '2 friends', 'J', '1-2', 'Ed & ?', '+', 'No, thanks'])('%j is an error', (cell) => {
    expect(read(`Name\t+1\nAna\t${cell}`).errors).toEqual([
      `2: plusOnes: "${cell}" is neither a number nor names`,
    ])
  })
})

describe('a name with people', () => {
  it.each([
    ['Ana (+2)', 'Ana', '2'],
    ['Ana + guest', 'Ana', '1'],
    ['Ana und Begleitung', 'Ana', '1'],
    ['Ana plus one', 'Ana', '1'],
    ['Ana x4', 'Ana', '3'],
    ['Ana (3)', 'Ana', '2'],
    ['Ana (2 Pers.)', 'Ana', '1'],
  ])('%j is %s with %s more, which a warning says', (cell, attendeeName, plusOnes) => {
    const { guests, warnings } = tableOf('Name\tType\tPlus ones', `${cell}\tVIP\t`)
    expect(guests).toMatchObject([{ attendeeName, plusOnes }])
    expect(warnings).toEqual([`2: "${cell}" is "${attendeeName}" with ${plusOnes} more`])
    // The same number again.
    expect(tableOf('Name\tPlus ones', `${cell}\t${plusOnes}`).guests).toMatchObject([
      { attendeeName, plusOnes },
    ])
  })

  it.each(['Ana & Bo', 'Ana + Bo', 'Ana ++', 'Ana x2-3', 'Ana, Bo, Cy'])(
    '%j is one guest, which a warning says',
    (cell) => {
      const { guests, warnings } = tableOf('Name\tType', `${cell}\tVIP`)
      expect(guests).toMatchObject([{ attendeeName: cell }])
      expect(warnings).toEqual([`2: "${cell}" is one guest`])
    },
  )

  it.each([
    'DJ 4B',
    'Blink-182',
    '50 Cent',
    'Maroon 5',
    'Plus One Records',
    'Julia von Freund',
    'With Guest',
  ])('%j stays', (cell) => {
    const { guests, warnings } = tableOf('Name\tType', `${cell}\tVIP`)
    expect(guests).toMatchObject([{ attendeeName: cell }])
    expect(warnings).toEqual([])
  })

  it('stays where a column says otherwise, and where the row is a ticket', () => {
    const { guests, warnings } = tableOf('Name,Persons', 'Ana + guest,1', 'Ana & Bo,2')
    expect(guests).toMatchObject([
      { attendeeName: 'Ana + guest', quantity: '1' },
      { attendeeName: 'Ana & Bo' },
    ])
    expect(warnings).toEqual(['2: "Ana + guest" is one guest'])
    expect(tableOf('Name,Code', 'Ana (+2),A1')).toMatchObject({
      ...{ guests: [{ attendeeName: 'Ana (+2)' }], warnings: [] },
    })
  })

  it('is named where the note has the number', () => {
    const note = (text: string) => tableOf('Name,Note,Persons', `Ana,${text},`).warnings
    expect(note('+1')).toEqual(['2: the note "+1" may be a number of people, and is not counted'])
    expect(note('press and plus one')).toHaveLength(1)
    expect([...note('+49 170 1234567'), ...note('+1 555 123 4567')]).toEqual([])
    expect(tableOf('Name,Note,Persons', 'Ana,+1,2').warnings).toEqual([])
  })

  it('is named where two columns have two', () => {
    const { guests, warnings } = tableOf(
      'First name,Last name,Guest name',
      'Ana,Roe,Tom Roe',
      'Bo,Lee,',
      'Cy,Ash,Cy Ash',
    )
    expect(guests.map(({ attendeeName }) => attendeeName)).toEqual(['Tom Roe', 'Bo Lee', 'Cy Ash'])
    expect(warnings).toEqual(['2: has two names, "Tom Roe" and "Ana Roe"; "Tom Roe" is read'])
  })
})

it.each(['2', '2.0', '2,0', '2 ', '+2', '02', 'two'])('a cell of %j people is two', (cell) => {
  const { guests, errors } = read(`Name\tPersons\nAna\t${cell}`)
  expect([Number(guests[0]?.quantity), errors]).toEqual([2, []])
})

describe('a last row', () => {
  it.each([
    'Total',
    'TOTALS',
    'Sum:',
    'Summe',
    'Gesamt',
    'suma',
    'Razem',
    'Totale',
    'Totaal',
    'Somme',
    ...['Total: 3', 'Total guests', 'Total (2 orders)', 'Insgesamt', 'Total général', 'Grand total'],
  ])('that is a %s is left out with a warning', (word) => {
    expect(read(`Name,Type,Persons\nAna,VIP,2\n${word},,"1,234.50 €"\n,,`)).toMatchObject({
      ...{ lines: [2], warnings: [`3: "${word}" is left out`] },
    })
  })

  it('of numbers alone is left out with a warning', () => {
    expect(read('Name,E-mail,Persons\nAna,a@example.com,2\n,,\n,,2')).toMatchObject({
      ...{ lines: [2], warnings: ['4: has numbers alone, and is left out'] },
    })
  })

  it('is named above others, and so is a remark', () => {
    const { guests, warnings } = tableOf(
      'Name,Persons',
      'Ana,2',
      'Subtotal,2',
      '* all of them get a drink,',
      'Bo,1',
      'Total,3',
    )
    expect(guests).toHaveLength(4)
    expect(warnings).toEqual([
      '6: "Total" is left out',
      '3: "Subtotal" is read as a guest',
      '4: "* all of them get a drink" is read as a guest',
    ])
  })

  it('is a guest if it says more, or is not the last', () => {
    expect(read('Name,Persons\nAna,2\nTotal Control,2').lines).toEqual([2, 3])
    expect(read('Name,Type\nTotal,\nAna,VIP').lines).toEqual([2, 3])
    expect(read('Name,Type\nAna,VIP\nTotal,VIP').lines).toEqual([2, 3])
    expect(read('Name,Code\nAna,1\nBo,Total').lines).toEqual([2, 3])
  })
})

describe('columns of what happened to a ticket', () => {
  it.each([
    ['Name,Voided/Ana,Yes/Bo,No/Cy,', ['Voided', '', '']],
    ['Name,Is cancelled/Ana,TRUE/Bo,FALSE', ['Voided', '']],
    ['Name,isRefunded/Ana,1/Bo,0', ['Refunded', '']],
    ['Name,Storniert?/Ana,x/Bo,', ['Voided', '']],
    [
      'Name,refunded_at,cancelled_at/Ana,null,null/Bo,2026-01-02T10:00:00Z,/Cy,,02.01.2026',
      ['', 'Refunded', 'Voided'],
    ],
    ...[
      '2 Nov 2026',
      '2. November',
      '"Mon, 2 Nov 2026 19:30:00 +0100"',
      'Mon Nov 02 2026',
      '"November 2nd, 2026"',
      '2 de noviembre de 2026',
      '2 août 2026',
      '2 października 2026',
    ].map((date): [string, string[]] => [`Name,Cancelled/Ana,${date}/Bo,`, ['Voided', '']]),
    ['Name,Cancelled at/Ana,46330/Bo,1793600000/Cy,0000-00-00 00:00:00', ['Voided', 'Voided', '']],
    ['Name,Date refunded/Ana,46330.5/Bo,1970-01-01', ['Refunded', '']],
    // They count before the status itself, if they say that something happened.
    ['Name,Status,Cancelled/Ana,Paid,Yes/Bo,Cancelled,No/Cy,Paid,No', ['Voided', 'Voided', 'Valid']],
    ['Name,Cancelled/Ana,Cancelled/Bo,Active', ['Voided', '']],
  ])('in %s', (text, statuses) => {
    const { guests, skipped, errors } = tableOf(...text.split('/'))
    expect(guests.map(({ status }) => status)).toEqual(statuses)
    expect([...skipped, ...errors]).toEqual([])
  })

  it.each([
    ...['Name,Refunded/Ana,25.00/Bo,0.00', 'Name,Cancelled/Ana,by phone/Bo,', 'Name,Cancelled/Ana,46330/Bo,'],
    ...['Name,Cancelled/Ana,not 2 Nov/Bo,', 'Name,Cancelled/Ana,2 seats/Bo,'],
  ])('are named if they say anything else: %s', (text) => {
    const { guests, skipped } = tableOf(...text.split('/'))
    expect(guests.map(({ status }) => status)).toEqual([undefined, undefined])
    expect(skipped).toHaveLength(1)
  })

  it('are no headings of a list that has none', () => {
    expect(['Cancelled', 'Refunded', 'Storniert'].filter(isKnownHeading)).toEqual([])
  })
})

describe('a status', () => {
  it.each([
    ...[
      'Coming?',
      'Going',
      'RSVP response',
      'Reply',
      'Will attend',
      'Accepted',
      'Kommt?',
      'Dabei',
      'Antwort',
    ],
    ...['Rückmeldung', 'Présent ?', 'Présent(e)', 'Viendra ?', 'Réponse', 'Asiste', '¿Vienes?', 'Respuesta'],
    ...[
      'Partecipa',
      'Risposta',
      'Vai comparecer?',
      'Resposta',
      'Komt',
      'Antwoord',
      'Kommer',
      'Deltar',
      'Svar',
    ],
    ...['Obecny', 'Odpowiedź'],
  ])('is in a column %s', (heading) => {
    expect(tableOf(`Name,${heading}`, 'Ana,yes', 'Bo,no').guests).toMatchObject([
      { status: 'Valid' },
      { status: 'Voided' },
    ])
  })

  it.each([
    'Estado de pagamento',
    'Status płatności',
    'Stato ordine',
    'Statut de la commande',
    'Betaalstatus',
  ])('is in a column %s', (heading) => {
    const { guests } = tableOf(`Name,${heading}`, 'Ana,paid', 'Bo,refunded')
    expect(guests).toMatchObject([{ status: 'Valid' }, { status: 'Refunded' }])
  })

  it('is not who is there', () => {
    expect(tableOf('Name,Present', 'Ana,yes', 'Bo,no').skipped).toEqual(['Present'])
  })

  it.each([
    ['Status', ['Paid', 'Refunded', 'cancelled'], ['Valid', 'Refunded', 'Voided']],
    ['Will you attend?', ['Yes', 'No', "can't come"], ['Valid', 'Voided', 'Voided']],
    ['Status', ['bezahlt', 'storniert', 'erstattet'], ['Valid', 'Voided', 'Refunded']],
    ['Statut', ['Validé', 'Annulée', 'remboursé'], ['Valid', 'Voided', 'Refunded']],
    ['Estado', ['pagado', 'cancelada', 'reembolsado'], ['Valid', 'Voided', 'Refunded']],
    ['Stato', ['pagato', 'annullato', 'in attesa'], ['Valid', 'Voided', 'Voided']],
    ['Situação', ['pago', 'cancelado', 'pendente'], ['Valid', 'Voided', 'Voided']],
    ['Status', ['opłacone', 'anulowane', 'zwrócone'], ['Valid', 'Voided', 'Refunded']],
    ['Status', ['betaald', 'geannuleerd', 'betald'], ['Valid', 'Voided', 'Valid']],
    ['Status', ['avbokad', 'aflyst', 'avlyst'], ['Voided', 'Voided', 'Voided']],
    ['Attending', ['TRUE', 'FALSE', '✅', '❌'], ['Valid', 'Voided', 'Valid', 'Voided']],
    ['RSVP', ['Y', 'n', 'No response'], ['Valid', 'Voided', 'Valid']],
    ['Status', ['wc-completed', 'processing', 'on-hold'], ['Valid', 'Valid', 'Voided']],
    ['Status', ['In Bearbeitung', 'Rückerstattet', 'Nimmt nicht teil'], ['Valid', 'Refunded', 'Voided']],
    ['Financial Status', ['partially_refunded', 'voided', 'pending'], ['Valid', 'Voided', 'Voided']],
    ['Status', ['angemeldet', 'Inscrite', 'declined by RSVP'], ['Valid', 'Valid', 'Voided']],
    ['Ticket Status', ['Not Checked In', 'Checked In', 'Canceled'], ['Valid', 'Valid', 'Voided']],
  ])('in %s of %j is %j', (heading, words, statuses) => {
    const { guests, errors } = read(`Name,${heading}\n${words.map((word) => `Ana,${word}`).join('\n')}`)
    expect(errors).toEqual([])
    expect(guests.map(({ status }) => status)).toEqual(statuses)
  })

  it('is told with its words, and left out where nobody knows them', () => {
    const text = 'Name,RSVP\nAna,Going\nBo,No\nCy,maybe'
    const file = readGuestText(text)
    expect(toImportRows(file, readingOf(file, 'VIP')).statuses).toEqual([
      { word: 'No', status: 'Voided', rows: 1 },
    ])
    expect(read(text).warnings).toEqual(['4: "maybe" is read as a guest who comes'])
    expect(read('Name,Status\nAna,paid\nBo,see note')).toMatchObject({ skipped: ['Status'] })
  })
})

describe('rows that are no guests', () => {
  it('are ticket types of the rows after them', () => {
    const { guests, warnings } = read('Name,E-mail\nVIP,\nAna,a@example.com\nPress,\nBo,b@example.com')
    expect(guests.map(({ attendeeName, ticketTypeName }) => [attendeeName, ticketTypeName])).toEqual([
      ['Ana', 'VIP'],
      ['Bo', 'Press'],
    ])
    expect(warnings).toEqual([
      '2: "VIP" is the ticket type of the guests after it',
      '4: "Press" is the ticket type of the guests after it',
    ])
  })

  it('are named where they may be', () => {
    expect(read('Name,Type\nAna,VIP\n,VIP\nExported by Tool on 27.11.2026,')).toMatchObject({
      lines: [2, 3, 4],
      warnings: [
        '3: has no name, e-mail address, number or code, and is read as a guest',
        '4: "Exported by Tool on 27.11.2026" is read as a guest',
      ],
    })
  })

  it('are headings of two lines', () => {
    const grouped = 'Guest,,Ticket,\nFirst name,Last name,Type,Number\nAna,Roe,VIP,T-1'
    expect(read(grouped).guests).toMatchObject([
      { attendeeName: 'Ana Roe', ticketTypeName: 'VIP', ticketNumber: 'T-1' },
    ])
    expect(read('Name,E-mail,Tickets\n(full),(work),(number)\nAna,a@example.com,2')).toMatchObject({
      guests: [{ attendeeName: 'Ana', quantity: '2' }],
      warnings: ['2: continues the headings, and is left out'],
    })
    expect(read('Email Address,How many people?\n,Response\na@example.com,2')).toMatchObject({
      guests: [{ holderEmail: 'a@example.com', quantity: '2' }],
      warnings: ['2: continues the headings, and is left out'],
    })
  })

  it('are the lines below the headings of a table', () => {
    expect(read('| Name | Guests |\n|:---|---:|\n| Ana | 2 |')).toMatchObject({
      guests: [{ attendeeName: 'Ana', quantity: '2' }],
      warnings: ['2: has only dashes, and is left out'],
    })
  })
})

describe('the letters of a file', () => {
  /** A letter for each byte. */
  const shifted = (text: string, by: number) =>
    Object.fromEntries([...text].map((letter) => [letter, letter.charCodeAt(0) - by]))

  it.each([
    ['Mac Roman', 'Jörg Müller;Renée Brûlé', { ö: 0x9a, ü: 0x9f, é: 0x8e, û: 0x9e }],
    ['MS-DOS', 'Jörg Müller;Renée Groß', { ö: 0x94, ü: 0x81, é: 0x82, ß: 0xe1 }],
    ['Windows-1254', 'Gülşah Işık;Çağrı Şen', { ş: 0xfe, ı: 0xfd, ğ: 0xf0, Ş: 0xde }],
    ['Windows-1251', 'Name;Иван', shifted('Иван', 0x350)],
    ['Windows-1253', 'Name;Γιώργος', shifted('Γιώργος', 0x2d0)],
    ['Windows-1252', 'Søren Ågård;José Muñoz;Ève', {}],
    ['Windows-1250', 'Łukasz Wiśniewski;Šťastný', { Ł: 0xa3, ś: 0x9c, Š: 0x8a, ť: 0x9d }],
  ])('are of %s', (_, text, bytes) => {
    const codes: Readonly<Record<string, number>> = bytes
    expect(decodeText(Uint8Array.from(text, (letter) => codes[letter] ?? letter.charCodeAt(0)))).toBe(text)
  })

  it('are right again where a program took UTF-8 for Windows-1252', () => {
    const twice = 'Name,Note\nJÃ¶rg MÃ¼ller,Oâ€™Neil\nPÃ¢mela,GroÃŸ\nÃ…,Â©'
    expect(decodeText(new TextEncoder().encode(twice))).toBe(
      'Name,Note\nJörg Müller,O’Neil\nPâmela,Groß\nÅ,©',
    )
    const once = 'Name\nSÃO PAULO,Ä “x”,Å – B,Ã €'
    expect(decodeText(new TextEncoder().encode(once))).toBe(once)
  })
})

describe('a list', () => {
  it('is a table where a spreadsheet has made one cell of each line', () => {
    const { guests, lines } = read('"Name,E-mail,Note"\n\n"Ana,a@example.com,""x, y"""\n"Bo,b@example.com,"')
    expect(lines).toEqual([3, 4])
    expect(guests).toMatchObject([{ attendeeName: 'Ana', note: 'x, y' }, { attendeeName: 'Bo' }])
    expect(read('Name\n"Roe, Ana"\n"Lee, Bo"').guests).toMatchObject([{ attendeeName: 'Roe, Ana' }, {}])
  })

  it.each([
    'BEGIN:VCARD\nFN:Ana\nEND:VCARD',
    'BEGIN:VCALENDAR\nEND:VCALENDAR',
    '%PDF-1.7\nx',
    '{\\rtf1 Ana}',
  ])('is refused where it is %j', (text) => expect(() => read(text)).toThrow('The file is no table'))

  it.each([
    ['name ,lastname ,email \njohn,doe,j@example.com', { attendeeName: 'john doe' }],
    ['Name,Nachname\nAna Roe,Roe', { attendeeName: 'Ana Roe' }],
    ['Name,Barcode\nAna,="00123"', { attendeeName: 'Ana', code: '00123' }],
    ["Name,Barcode\nAna,'00123", { attendeeName: 'Ana', code: '00123' }],
    ['Name;Barcode\nAna;12,345,678.00 €', { attendeeName: 'Ana', code: '12345678' }],
    ['Name;Barcode\nAna;12.345.678', { attendeeName: 'Ana', code: '12345678' }],
    ['Name;Barcode\nAna;12.345', { attendeeName: 'Ana', code: '12.345' }],
    ['Name,Barcode\nAna,"=""00123"""', { attendeeName: 'Ana', code: '00123' }],
    ['"Name"\t"Note"\n"Ana, B."\t"x"', { attendeeName: 'Ana, B.', note: 'x' }],
    ['Name,Plus one,Plus one name\nAna,Yes,Tom', { plusOnes: '1', companions: ['Tom'] }],
    ['Name,Plus ones,Name of companion\nAna,3,"Tom, Kim"', { plusOnes: '3', companions: ['Tom', 'Kim'] }],
    ['Name,Plus one,Plus one name\nAna,Yes,"Tom, Kim"', { plusOnes: '2', companions: ['Tom', 'Kim'] }],
    ['Name,Plus one,Plus one name\nAna,No,', { plusOnes: '0' }],
  ])('%j is read', (text, fields) => {
    expect(read(text)).toMatchObject({ guests: [fields], warnings: [], errors: [], skipped: [] })
  })

  it('may have its headings again, which a warning names', () => {
    const { lines, warnings } = read('Name,E-mail\nAna,a@example.com\nName,E-mail\nBo,b@example.com')
    expect([lines, warnings]).toEqual([[2, 4], ['3: has the headings again, and is left out']])
  })

  it('is refused where it is a web page', () => {
    expect(() => read('<html><table><tr><td>Name</td></tr></table></html>')).toThrow('web page')
  })

  it('is decoded in Czech, and not where letters of other languages stand together', () => {
    const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    expect(decodeText(bytes('Jméno\nJi\u00f8í Nìmec'))).toBe('Jméno\nJiří Němec')
    const others = 'Søren Ågård, José Muñoz, Chloé Lefèvre, Più, Ève'
    expect(decodeText(bytes(others))).toBe(others)
  })
})

describe('a table', () => {
  it.each([
    ['a pipe', 'Name|Note\nAna|a, b; c'],
    ['a first line that says so', 'sep=|\nName|Note\nAna|a, b; c'],
    ['two byte order marks', '\ufeff\ufeffName;Note\nAna;a, b; c'.replace('; c', ' c')],
    ['a mark before the separator', '\ufeff"sep=;"\nName;Note\nAna;a, b'],
    ['a mark that was read as letters', 'ï»¿sep=;\nName;Note\nAna;a, b'],
    ['commas within its headings', 'Name, first;Note\nAna;a, b'],
    ['spaces around its headings', 'Name ; Note \nAna ;a, b'],
    ['spaces before its quotation marks', 'Name, Note\nAna, "a, b"'],
  ])('with %s is read', (_, text) => {
    const { guests } = read(text)
    expect(guests).toMatchObject([{ attendeeName: 'Ana', note: expect.stringMatching(/^a, b/) }])
  })

  it('keeps quotation marks within cells, and names their lines', () => {
    const text = 'Name,Note\nBo "The Man" Lee,5" tall\n"Cy ""C"" Po","x"\n"Di" Day,y'
    expect(read(text)).toMatchObject({
      guests: [
        { attendeeName: 'Bo "The Man" Lee', note: '5" tall' },
        { attendeeName: 'Cy "C" Po', note: 'x' },
        { attendeeName: '"Di" Day', note: 'y' },
      ],
      errors: [],
      warnings: [2, 4].map((line) => `${line}: a quotation mark (") within a cell is read as a character`),
    })
  })

  it('has typographic quotation marks around cells', () => {
    expect(tableOf('Name,Type', '“Smith, Ana”,“VIP”', '„Bo“,Std', 'The “Boss” Cy,Std').guests).toMatchObject([
      { attendeeName: 'Smith, Ana', ticketTypeName: 'VIP' },
      { attendeeName: 'Bo' },
      { attendeeName: 'The “Boss” Cy' },
    ])
    expect(tableOf('Name,Note', 'Ana,"a, “b”, c"').guests).toMatchObject([{ note: 'a, “b”, c' }])
  })

  it('is refused where a quotation mark swallows lines', () => {
    expect(read('Name,Note\n"Ana,x\nBo,"y\nCy,z').errors).toEqual([
      expect.stringMatching(/^2: has a quotation mark/),
    ])
    expect(read('Name,Note\nAna,"x\nBo,y\nCy,z').errors).toEqual([
      expect.stringMatching(/^2: has a quotation mark/),
    ])
  })

  it('has the name of who has commas in it and no quotation marks, and says what it shifts', () => {
    const { guests, warnings } = read('First,Last,Email\nJohn,Doe, PhD,john@example.com')
    expect(guests).toMatchObject([{ attendeeName: 'John Doe' }])
    expect(warnings).toEqual([
      '2: has 4 cells, the header has 3. The others are not read',
      '2: "PhD" is no e-mail address and is left out',
    ])
  })

  it.each(['libreoffice.csv', 'libreoffice-quoted.csv'])('of LibreOffice is read: %s', (name) => {
    const bytes = readFileSync(join(import.meta.dirname, 'files', name))
    expect(read(decodeText(bytes))).toMatchObject({
      guests: [
        { attendeeName: 'Ana "The Voice" García', plusOnes: '2', note: 'Row 1 near the door' },
        { attendeeName: 'Zoë Groß', note: 'a, b; c', ticketTypeName: 'Press' },
        { attendeeName: 'Lee, Kim', companions: ['Ed Sun'], ticketTypeName: 'VIP' },
      ],
      ...{ errors: [], warnings: [] },
    })
  })
})

const TELLING = ['Name', 'First', 'Last', 'E-mail', 'Your e-mail', 'Ticket number', 'Code']
const HEADINGS = [...TELLING, '+1', 'Persons', 'Ticket type', 'Note', 'Timestamp', 'Phone']

const cell = fc.oneof(
  fc.constantFrom('', '-', 'n/a', 'none', 'Total', 'x', '?', '2', '+1', 'a@example.com', 'a@b.c; d@e.f'),
  fc.constantFrom(
    'Ana',
    'Bo "B" Lee',
    'Smith, Ann',
    'Ed & Fi',
    'D&#039;Arc',
    'Li\nPo',
    '\u200b',
    '&nbsp;',
    '"',
  ),
  fc.string({ unit: fc.constantFrom(...'aB1 .,;|"&-\t\n'), maxLength: 6 }),
)

const files = fc.record({
  headings: fc.shuffledSubarray(HEADINGS, { minLength: 2 }),
  rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 6 }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  /** Some programs write no quotation marks. */
  isQuoted: fc.boolean(),
})

it('no row with a name, an address, a number or a code is lost without a word, and none is read twice', () => {
  let guests = 0
  const numRuns = runs(2_000)
  fc.assert(
    fc.property(files, ({ headings, rows, separator, lineEnd, isQuoted }) => {
      const bare = (text: string) => text.replace(/[\n",;|\t]/g, '')
      const written = (cells: readonly string[]) =>
        cells.map((text) => (isQuoted ? `"${text.replaceAll('"', '""')}"` : bare(text))).join(separator)
      let line = 2
      const expected = rows.flatMap((cells) => {
        const first = line
        line += isQuoted ? cells.join('').split('\n').length : 1
        const telling = headings.some((heading, index) => {
          const text = cleanCell(isQuoted ? (cells[index] ?? '') : bare(cells[index] ?? ''))
          return TELLING.includes(heading) && !isNothing(heading === 'Note' ? '' : 'code', text)
        })
        return telling ? [first] : []
      })
      const text = [`sep=${separator}`, headings.join(separator), ...rows.map(written)].join(lineEnd)
      const { lines, warnings, errors } = read(text)
      expect(new Set(lines).size).toBe(lines.length)
      const said = [...warnings, ...errors].map((message) => Number(message.split(':')[0]))
      for (const one of expected) expect([...lines, ...said]).toContain(one + 1)
      guests += lines.length
    }),
    { numRuns },
  )
  expect(guests, 'guests that were read').toBeGreaterThan(numRuns)
})
