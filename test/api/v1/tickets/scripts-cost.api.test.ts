// What a new or changed ticket reads, whatever script its texts are in and whoever writes it.
// @module-tag slow
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { MAX_TICKET_BYTES } from '../../../../src/db/schema/ticket-constants.ts'
import { callWithBindings, jsonRequest } from '../../../support/api.ts'
import { checkInsPath, walkIn } from '../../../support/check-ins.ts'
import { measuringDatabase } from '../../../support/faulty-database.ts'
import { makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { API } from '../../../support/setup.ts'

/** Texts are repetitions of these. */
const SCRIPTS: Record<string, string> = {
  ASCII: "Anna O'Neill-Smith ",
  umlauts: 'ü',
  'umlauts of two characters': 'a\u0308O\u0308',
  'Latin with accents': 'éÅßč ',
  'one letter with accents': '\u0301',
  Greek: 'Ὀδυσσεύς',
  Cyrillic: 'Андрей Ёлкин ',
  Arabic: 'مُحَمَّد أإةى',
  Hebrew: 'שָׁלוֹם',
  Thai: 'สมชายใจดีำ',
  Han: '山田太郎',
  'Han with spaces': '王 ',
  'compatibility Han': '\uF900',
  'Han of the second plane': '𠀀𪘀',
  Hangul: '김철수가',
  'Hangul in jamo': '김철수가'.normalize('NFD'),
  Devanagari: 'राजेशक़',
  kana: 'やまだヤマダガ',
  'half-width kana': 'ﾔﾏﾀﾞ',
  emoji: '🎉🫠👩‍👩‍👧',
  'Arabic ligatures': 'ﷺ',
  'ligatures of several letters': 'ﬃ㎏ゟ',
  'mixed scripts': "Ł-ä'王.ü+สå/",
}

const repeat = (text: string, length: number): string => {
  const characters = [...text]
  return Array.from({ length }, (_, at) => characters[at % characters.length]).join('')
}

const bytesOf = (texts: object): number => new TextEncoder().encode(Object.values(texts).join('')).length

/** What else a ticket has: the name of its type, and its code. */
const OTHER_BYTES = 100

/** Texts as long as the API accepts, less what would be too many bytes. */
const longest = (script: string) => {
  const texts = {
    ticketNumber: `N${repeat(script, 99)}`,
    attendeeName: `A${repeat(script, 199)}`,
    seatLabel: `S${repeat(script, 199)}`,
    holderEmail: `h${repeat(script, 199)}`,
  }
  const room = MAX_TICKET_BYTES - OTHER_BYTES - bytesOf(texts)
  return { ...texts, attendeeEmail: `a${repeat(script, Math.min(199, Math.floor(room / 4)))}` }
}

type Texts = { ticketNumber: string; attendeeName: string } & Partial<ReturnType<typeof longest>>

const costOf = async (path: string, request: ReturnType<typeof jsonRequest>) => {
  const { DB, cost } = measuringDatabase()
  const response = await callWithBindings({ DB }, path, request)
  const body = await response.text()
  expect(response.ok, body).toBe(true)
  return { read: cost.read, body: JSON.parse(body) }
}

const toBody = ({ attendeeName, attendeeEmail, ...texts }: Texts) => ({
  ...texts,
  attendee: { name: attendeeName, email: attendeeEmail ?? null },
})

const type = { ticketTypeName: 'Standing' }

/** The rows that each way to write a ticket reads. */
const WRITERS: Record<string, (org: Organizer, texts: Texts) => Promise<number>> = {
  'a new ticket by the API': async (org, texts) => {
    const tickets = [{ ...type, ...toBody(texts) }]
    const path = `${API}/sessions/${org.session}/tickets`
    return (await costOf(path, jsonRequest('POST', org.owner, { tickets }))).read
  },
  'a change by the API': async (org, texts) => {
    const path = `${API}/sessions/${org.session}/tickets`
    const { body } = await costOf(path, jsonRequest('POST', org.owner, { tickets: [type] }))
    return (await costOf(`${path}/${body.data[0].id}`, jsonRequest('PATCH', org.owner, toBody(texts)))).read
  },
  'an import': async (org, texts) => {
    const tickets = [{ ...type, ...texts }]
    const path = `${API}/sessions/${org.session}/imports`
    const preview = await costOf(`${path}/preview`, jsonRequest('POST', org.owner, { tickets }))
    const expectedVersion = preview.body.version
    const { read, body } = await costOf(path, jsonRequest('POST', org.owner, { tickets, expectedVersion }))
    expect(body.inserted).toBe(1)
    return read
  },
  'a walk-in': async (org, { attendeeName }) => {
    const items = [walkIn(crypto.randomUUID(), { name: attendeeName, ...type })]
    await query('UPDATE events SET walk_ins = 1 WHERE id = ?', org.event)
    const request = jsonRequest('POST', org.staff, { device: 'Gate A', items })
    return (await costOf(checkInsPath(org.session), request)).read
  },
  SQL: async (org, { ticketNumber, seatLabel, holderEmail, attendeeName, attendeeEmail }) => {
    const texts = [ticketNumber, seatLabel, holderEmail, attendeeName, attendeeEmail]
    const { meta } = await env.DB.prepare(
      `INSERT INTO tickets (id, ticket_type_id, ticket_number, seat_label, holder_email, attendee_name, attendee_email,
         key, session_number, status)
       SELECT ?, ?, ?, ?, ?, ?, ?, (number << 20) + 1, number, 'Valid' FROM sessions WHERE id = ?`,
    )
      .bind(crypto.randomUUID(), org.types.Standing, ...texts.map((text) => text ?? null), org.session)
      .run()
    return meta.rows_read
  },
}

const expectRows = async (texts: Texts, most: number, writers = Object.keys(WRITERS)) => {
  const read: Record<string, number> = {}
  for (const writer of writers)
    read[writer] = (await WRITERS[writer]?.(await makeOrganizer(), texts)) as number
  expect(Math.max(...Object.values(read)), JSON.stringify(read)).toBeLessThanOrEqual(most)
}

describe.each(Object.keys(SCRIPTS))('%s', (name) => {
  const script = SCRIPTS[name] as string

  it.each([10, 60])('costs at most 120 rows read in a name of %i characters', async (length) => {
    await expectRows({ ticketNumber: 'N-1', attendeeName: `A${repeat(script, length - 2)}a` }, 120)
  })

  it('costs at most 250 rows read in texts as long as the API accepts', async () => {
    await expectRows(longest(script), 250)
  })

  it('costs at most 250 rows read in a name as long as the database accepts', async () => {
    const bytes = bytesOf([...script]) / [...script].length
    const attendeeName = repeat(script, Math.floor((MAX_TICKET_BYTES - OTHER_BYTES) / bytes))
    await expectRows({ ticketNumber: 'N-1', attendeeName }, 250, ['SQL'])
  })
})
