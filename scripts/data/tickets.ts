// Generates tickets with names from many languages. A session's number is the seed, so its tickets are always
// the same.
import {
  type Faker,
  fakerAR,
  fakerCS_CZ,
  fakerDE,
  fakerEL,
  fakerEN,
  fakerES,
  fakerFR,
  fakerHE,
  fakerJA,
  fakerKO,
  fakerPL,
  fakerRU,
  fakerTR,
  fakerVI,
  fakerZH_CN,
} from '@faker-js/faker'
import { TICKET_KEY_BITS } from '../../src/db/schema/tickets.ts'
import type { Row } from '../lib/database.ts'

const LOCALES: [weight: number, faker: Faker][] = [
  [40, fakerEN],
  [12, fakerDE],
  [10, fakerES],
  [10, fakerFR],
  [5, fakerPL],
  [4, fakerCS_CZ],
  [4, fakerTR],
  [3, fakerVI],
  [2, fakerEL],
  [2, fakerRU],
  [2, fakerAR],
  [2, fakerHE],
  [2, fakerJA],
  [1, fakerKO],
  [1, fakerZH_CN],
]

/** Real names that break software, then injection attempts and other oddities. */
export const HARD_NAMES: readonly (string | null)[] = [
  'José García',
  'Lucía Fernández-Núñez',
  'Jürgen Müller',
  'Zoë O’Brien',
  "Siobhán O'Neill",
  'Bjørn Ødegård',
  'Þórdís Ægisdóttir',
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'İbrahim Çelik',
  'Γιώργος Παπαδόπουλος',
  'Семён Фёдоров',
  'محمد الأحمد',
  'שרה כהן',
  '李小龍',
  'やまだ たろう',
  '김민준',
  'สมชาย ใจดี',
  'राजेश कुमार',
  'X',
  'Ng',
  'A B',
  'Null',
  'Anna Smith',
  'anna SMITH-JONES',
  'Jose\u0301 Mun\u0303oz', // decomposed
  'Dr. Maximiliane von und zu Hohenlohe-Schillingsfürst-Waldenburg',
  '100% *NEAR* "quoted" AND OR NOT (x:y)',
  "Robert'); DROP TABLE tickets;--",
  'Party 🎉 Pat',
  null,
]

/**
 * Instants are epoch milliseconds. A session that started before `now` has most of its tickets checked in.
 * With `seed`, it has the tickets of that session, under its own number.
 */
export type TicketSession = { number: number; startsAt: number; now: number; seed?: number }
export type TicketType = { id: string; name: string }

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '') || 'guest'

/** How early before `now` the first people checked in to a session that has not started. */
const EARLY_CHECK_IN_MINUTES = 90

/** Yields tickets 1 to `count` of a session, as rows of the table. `names` are those of the first tickets. */
export function* generateTickets(
  session: TicketSession,
  types: readonly TicketType[],
  count: number,
  names: readonly (string | null)[] = [],
): Generator<Row> {
  for (const [, faker] of LOCALES) faker.seed(session.seed ?? session.number)
  const random = fakerEN
  const past = session.startsAt < session.now
  const prefix = `NL${String(session.number).padStart(3, '0')}`

  for (let n = 1; n <= count; n++) {
    const faker = random.helpers.weightedArrayElement(LOCALES.map(([weight, value]) => ({ weight, value })))
    const named = names[n - 1]
    const name = named !== undefined ? named : random.number.int(50) === 0 ? null : faker.person.fullName()
    const status = random.helpers.weightedArrayElement([
      { weight: past ? 15 : 85, value: 'Valid' },
      { weight: past ? 75 : 5, value: 'CheckedIn' },
      { weight: 6, value: 'Refunded' },
      { weight: 4, value: 'Voided' },
    ])
    const type = random.helpers.arrayElement(types)
    const some = (percent: number) => random.number.int({ min: 1, max: 100 }) <= percent
    const email = `${slug(name ?? 'guest')}${random.number.int(9999)}@example.${random.helpers.arrayElement(['com', 'org', 'net'])}`
    // Around the start of a past session; nobody checks in to the others in the future.
    const minutes = past
      ? random.number.int({ min: -60, max: 90 })
      : -random.number.int({ min: 0, max: EARLY_CHECK_IN_MINUTES })
    const checkedInAt = (past ? session.startsAt : session.now) + minutes * 60_000
    yield {
      key: session.number * 2 ** TICKET_KEY_BITS + n,
      id: random.string.uuid(),
      session_number: session.number,
      ticket_number: `${prefix}-${String(n).padStart(6, '0')}`,
      status,
      ticket_type_id: type.id,
      ticket_type_name: type.name,
      seat_label: some(60)
        ? `${random.helpers.arrayElement(['A', 'B', 'C', 'D', 'Balcony '])}${random.number.int({ min: 1, max: 400 })}`
        : null,
      // Orders of three tickets, for a third of all.
      reference: n % 9 > 5 ? `${prefix}-ORDER-${String(Math.floor(n / 9) + 1).padStart(5, '0')}` : null,
      current_holder_id: some(90) ? random.string.uuid() : null,
      holder_email: some(92) ? email : null,
      attendee_name: name,
      attendee_email: name !== null && some(70) ? email : null,
      attendee_company: name !== null && some(10) ? random.company.name() : null,
      checked_in_at: status === 'CheckedIn' ? checkedInAt : null,
      transfer_count: some(10) ? random.number.int({ min: 1, max: 3 }) : 0,
    }
  }
}
