// POST /api/v1/codes/find: for which other sessions a code is a ticket.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formsOf } from '../../../src/domain/tickets/code-forms.ts'
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import { furtherTexts } from '../../../src/domain/tickets/further-texts.ts'
import { type Copy, findByCode } from '../../../web/door/core/codes.ts'
import samples from '../../domain/tickets/scanned-codes.json' with { type: 'json' }
import { callWithBindings, expectError, jsonRequest, okBody, readCost, sendJson } from '../../support/api.ts'
import { countingLimiter } from '../../support/counting-limiter.ts'
import { addSession, addStaff, addTickets, makeOrganizer, type Organizer, query } from '../../support/rows.ts'

/** Most codes are in few sessions. */
const MAX_ROWS_READ = 350
const DAY_MS = 86_400_000

type Found = {
  sessionId: string
  eventName: string
  timeZone: string
  startsAt: string
  venueName: string | null
}

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

let staff: string
beforeEach(async () => {
  staff = await addStaff(org)
})

const find = (code: string, sessionId = org.session, subject = staff): Promise<Response> =>
  sendJson('POST', '/api/v1/codes/find', subject, { code, sessionId })

const found = async (...search: Parameters<typeof find>): Promise<Found[]> =>
  (await okBody<{ data: Found[] }>(await find(...search))).data

/** Adds a session `days` from now, with a ticket that has the code. */
const addSessionWith = async (code: string, days: number, of: Organizer = org): Promise<string> => {
  const session = await addSession(of)
  await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() + days * DAY_MS, session)
  await addTickets(of, [{ code }], session)
  return session
}

const readForms = async (code: string) => {
  const response = await find(code)
  const { data } = await okBody<{ data: Found[] }>(response.clone() as Response)
  return { data, ...readCost(response) }
}

const newCode = (): string => `code-${crypto.randomUUID()}`

describe('finding a code', () => {
  it('names the other session, its event and its start', async () => {
    const code = newCode()
    const session = await addSessionWith(code, 1)
    const [row] = await query<{ starts_at: number }>('SELECT starts_at FROM sessions WHERE id = ?', session)
    expect(await found(code)).toEqual([
      {
        sessionId: session,
        eventName: 'Event',
        timeZone: 'UTC',
        startsAt: new Date(row?.starts_at ?? 0).toISOString(),
        venueName: null,
        cancelledAt: null,
        cancelNotice: null,
      },
    ])
  })

  it.each([
    ['a link to the guest’s page', (code: string) => `https://tickets.example/t/${code}`],
    ['white space around it', (code: string) => `  ${code}\n`],
  ])('reads %s', async (_, write) => {
    const code = newCode()
    const session = await addSessionWith(code, 1)
    expect((await found(write(code))).map(({ sessionId }) => sessionId)).toEqual([session])
  })

  describe('with the codes of a list', () => {
    let session: string
    beforeAll(async () => {
      session = await addSession(org)
      await addTickets(
        org,
        samples.codes.map((code) => ({ code })),
        session,
      )
    })
    const sessionsOf = (finds: string | null) => (finds === null ? [] : [session])

    /** A phone has the hashes of the codes alone. */
    const copyOnPhone = (): Pick<Copy, 'get' | 'withHash'> => {
      const codes = new Map(samples.codes.map((code) => [hashCode(session, code), code]))
      return { withHash: (hash) => codes.get(hash), get: (id) => ({ id }) as ReturnType<Copy['get']> }
    }

    it.each(samples.scans)('finds by $text, like a phone: $finds', async ({ text, finds }) => {
      const sessions = (await found(text)).map(({ sessionId }) => sessionId)
      expect(sessions).toEqual(sessionsOf(finds))
      expect(findByCode(copyOnPhone() as Copy, session, text, furtherTexts)?.id ?? null).toBe(finds)
    })
  })

  it('lists only the sessions of the first form that has any', async () => {
    const code = newCode().toUpperCase()
    const exact = await addSessionWith(code, 9)
    const small = await addSessionWith(code.toLowerCase(), 1)
    expect((await found(code)).map(({ sessionId }) => sessionId)).toEqual([exact])
    expect((await found(code.toLowerCase())).map(({ sessionId }) => sessionId)).toEqual([small])
    expect((await found(`]Q1${code}`)).map(({ sessionId }) => sessionId)).toEqual([exact])
  })

  it('finds no session by a URL with the codes of two tickets, whose sessions may differ', async () => {
    const [first, second] = [newCode(), newCode()]
    const url = `https://shop.example/orders/${first}/tickets/${second}`
    const session = await addSessionWith(second, 1)
    expect((await found(url)).map(({ sessionId }) => sessionId)).toEqual([session])
    // That of another organizer does not matter, and reveals nothing.
    await addSessionWith(first, 1, await makeOrganizer())
    expect((await found(url)).map(({ sessionId }) => sessionId)).toEqual([session])
    await addSessionWith(first, 2)
    expect(await found(url)).toEqual([])
  })

  it('reads our own codes in small letters, with hyphens, and with O for 0', async () => {
    const session = await addSessionWith('0ABC12DEF34GHJ56KMN7', 1)
    expect((await found('oabc1-2def3-4ghj5-6kmn7')).map(({ sessionId }) => sessionId)).toEqual([session])
  })

  it('lists at most five, the nearest to now first, whether they are over or to come', async () => {
    const code = newCode()
    const days = [9, -1, 30, 2, -5, -40]
    const sessions = new Map<number, string>()
    for (const day of days) sessions.set(day, await addSessionWith(code, day))
    expect((await found(code)).map(({ sessionId }) => sessionId)).toEqual(
      [-1, 2, -5, 9, 30].map((day) => sessions.get(day)),
    )
  })

  it('leaves out the session itself', async () => {
    const code = newCode()
    expect(await found(code, await addSessionWith(code, 1))).toEqual([])
  })

  it('leaves out the sessions of other organizers', async () => {
    const code = newCode()
    await addSessionWith(code, 1, await makeOrganizer())
    expect(await found(code)).toEqual([])
  })

  it('leaves out what staff of one event may not see', async () => {
    const code = newCode()
    await addSessionWith(code, 1, { ...org, event: org.otherEvent })
    expect(await found(code)).toHaveLength(1)
    expect(await found(code, org.session, org.eventStaff)).toEqual([])
    await expectError(await find(code, org.otherEventSession, org.eventStaff), 'forbidden')
  })

  it('is a 404 for a session of others, like an unknown one', async () => {
    const { session } = await makeOrganizer()
    await expectError(await find('x', session), 'session_not_found')
    await expectError(await find('x', crypto.randomUUID()), 'session_not_found')
  })

  it.each([
    ['no code', {}],
    ['an empty code', { code: '' }],
    ['a code that is too long', { code: 'x'.repeat(5_001) }],
    ['a code that is no text', { code: 7 }],
  ])('is a 400 for %s', async (_, body) => {
    const response = await sendJson('POST', '/api/v1/codes/find', staff, { sessionId: org.session, ...body })
    await expectError(response, 'invalid_request', 'code: ')
  })

  it('counts what it does not find as failed attempts of the subject, 20 a minute', async () => {
    const code = newCode()
    const session = await addSessionWith(code, 1)
    const limiter = countingLimiter(20)
    const attempt = (text: string) =>
      callWithBindings(
        { GUESS_RATE_LIMIT: limiter },
        '/api/v1/codes/find',
        jsonRequest('POST', staff, { code: text, sessionId: org.session }),
      )
    for (let count = 0; count < 20; count++) expect((await attempt(newCode())).status).toBe(200)
    await expectError(await attempt(newCode()), 'rate_limited')
    expect(new Set(limiter.keys)).toEqual(new Set([staff]))
    // A code that is found is answered all the same.
    const { data } = await okBody<{ data: Found[] }>(await attempt(code))
    expect(data.map(({ sessionId }) => sessionId)).toEqual([session])
  })

  it(`reads at most ${MAX_ROWS_READ} rows in one round trip, however many forms and sessions have the code`, async () => {
    const codes = Array.from({ length: 8 }, () => `Lo-${crypto.randomUUID().slice(-9)}`)
    const url = `https://tickets.example/${codes.join('/')}`
    const forms = formsOf(url, furtherTexts)
    expect(forms.length).toBeGreaterThan(40)
    expect((await readForms(url)).rows).toBeLessThanOrEqual(MAX_ROWS_READ)
    for (let day = 1; day <= 30; day++) {
      const session = await addSessionWith(newCode(), day)
      await addTickets(
        org,
        forms.map((code) => ({ code })),
        session,
      )
    }
    // The text itself is a code there.
    const { data, rows, trips } = await readForms(url)
    expect(data).toHaveLength(5)
    expect(rows).toBeLessThanOrEqual(MAX_ROWS_READ)
    expect(trips).toBe(1)
    const one = await readForms(codes[0] as string)
    expect(one.data).toHaveLength(5)
    expect(one.rows).toBeLessThanOrEqual(MAX_ROWS_READ)
  })
})
