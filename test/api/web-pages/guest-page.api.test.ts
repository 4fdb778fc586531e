// The guest's own page.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCode } from '../../../src/domain/tickets/code.ts'
import worker from '../../../src/index.ts'
import { LANGUAGES } from '../../../src/languages.ts'
import { ORIGIN, withBindings } from '../../support/address.ts'
import { expectError } from '../../support/api.ts'
import { countingLimiter } from '../../support/counting-limiter.ts'
import { measuringDatabase } from '../../support/faulty-database.ts'
import { addSeries, addSession, addTicket, makeOrganizer, type Organizer, query } from '../../support/rows.ts'

let org: Organizer
let code: string
beforeEach(async () => {
  org = await makeOrganizer()
  const ticket = await addTicket(org, {
    ticket_number: 'A-<1>',
    attendee_name: 'Ana & "Bo" <b>',
    seat_label: 'Row 1',
  })
  const [row] = await query<{ code: string }>('SELECT code FROM tickets WHERE id = ?', ticket)
  code = row?.code as string
  await query("UPDATE events SET time_zone = 'America/New_York' WHERE id = ?", org.event)
  await query('UPDATE sessions SET doors_open_offset_minutes = 60 WHERE id = ?', org.session)
})

/** Adds a ticket with the code to a session, by SQL. */
const giveCode = async (of: Organizer, session: string, ticket_number = 'B-2') => {
  const id = await addTicket(of, { ticket_number }, session)
  await query('UPDATE tickets SET code = ? WHERE id = ?', code, id)
}

const open = (path: string, accepted?: string) =>
  exports.default.fetch(`${ORIGIN}/t/${path}`, {
    ...(accepted !== undefined && { headers: { 'Accept-Language': accepted } }),
  })

const titlesOf = (text: string) => [...text.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, name]) => name)

/** Opens a page of the Worker with other bindings. */
const openWith = async (bindings: Partial<Env>, path: string) => {
  const context = createExecutionContext()
  const request = new Request(`${ORIGIN}/t/${path}`, {
    headers: { 'CF-Connecting-IP': '192.0.2.77' },
  })
  const response = await worker.fetch(request, withBindings(bindings), context)
  await waitOnExecutionContext(context)
  return response
}

describe('a guest’s page', () => {
  it('shows the ticket in the time zone of the event, and the code as a picture with its text', async () => {
    const response = await open(code)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('<h1>Event</h1>')
    // 18:30 UTC
    expect(text).toMatch(/Friday,? 12 June 2026/)
    for (const shown of ['14:30', '13:30', 'Organizer', 'Standing', 'Row 1', code]) {
      expect(text).toContain(shown)
    }
    expect(text).toContain('Ana &amp; &quot;Bo&quot; &lt;b&gt;')
    expect(text).toContain('A-&lt;1&gt;')
    expect(text).toMatch(/role="img" aria-label="Ticket code"><svg /)
    expect(text).not.toMatch(/<script[^>]|https?:\/\/(?!www\.w3\.org)/)
  })

  it('is kept by nobody, and runs its own script alone', async () => {
    const response = await open(code)
    const { headers } = response
    const [, script = '', ...others] = (await response.text()).split(/<script>|<\/script>/)
    expect(others).toHaveLength(1)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
    expect(headers.get('Content-Security-Policy')).toContain(
      `; script-src 'sha256-${new Uint8Array(digest).toBase64()}'; base-uri 'none'`,
    )
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; script-src /,
    )
  })

  it.each([
    ['Voided', 'no longer valid'],
    ['Refunded', 'was refunded'],
  ])('of a %s ticket says so, and shows no code', async (status, message) => {
    await query('UPDATE tickets SET status = ? WHERE code = ?', status, code)
    const text = await (await open(code)).text()
    expect(text).toContain(message)
    expect(text).not.toContain('Ticket code')
    expect(text).not.toContain(code)
  })

  it('of a cancelled date shows the notice as it was written instead of the code, and what became of the ticket', async () => {
    const cancel = (notice: string | null) =>
      query('UPDATE sessions SET cancelled_at = 1, cancel_notice = ? WHERE id = ?', notice, org.session)
    await cancel('Ill <b>\nNext week & more')
    const text = await (await open(code)).text()
    expect(text).toContain('<p class="state">This date is cancelled.</p>')
    expect(text).toContain('Ill &lt;b&gt;\nNext week &amp; more')
    expect(text).toMatch(/Friday,? 12 June 2026/)
    expect(text).not.toContain(code)
    await query(`UPDATE tickets SET status = 'Refunded' WHERE code = ?`, code)
    expect(await (await open(code)).text()).toMatch(/This date is cancelled.*was refunded/s)
    await query(`UPDATE tickets SET status = 'Valid' WHERE code = ?`, code)
    await cancel(null)
    expect(await (await open(code)).text()).not.toContain('class="notice"')
    const read = async (language: string) => (await open(`${code}?lang=${language}`)).text()
    const statesOf = async (language: string) =>
      /<p class="state">(.*?)<\/p>/.exec(await read(language))?.[1] ?? ''
    const states = await Promise.all(['en', 'de', 'fr', 'es', 'pl', 'ar'].map(statesOf))
    expect(states).not.toContain('')
    expect(new Set(states).size).toBe(states.length)
    await query('UPDATE sessions SET cancelled_at = NULL WHERE id = ?', org.session)
    expect(await (await open(code)).text()).toContain('Ticket code')
  })

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de-AT, en;q=0.5', 'de'],
    ['en;q=0.2, pl;q=0.9', 'pl'],
    ['nl, sv;q=0.9, FR-ca;q=0.1', 'fr'],
    ['de;q=0, ar-EG', 'ar'],
    ['den', 'en'],
    ['*', 'en'],
    [';;;q=x,,', 'en'],
  ] as const)('with Accept-Language %s is in %s', async (accepted, language) => {
    for (const path of [code, makeCode()]) {
      const response = await open(path, accepted)
      expect(response.headers.get('Content-Language')).toBe(language)
      expect(response.headers.get('Vary')).toContain('Accept-Language')
      expect(response.headers.get('Set-Cookie')).toBeNull()
      const { direction } = LANGUAGES[language]
      expect(await response.text()).toContain(`<html lang="${language}" dir="${direction}">`)
    }
  })

  it.each([
    [undefined, /13:30/],
    ['en-GB, en-US;q=0.9', /13:30/],
    ['fr;q=0.4, en-US;q=0.5', /1:30\sPM/],
    ['en-US@posix', /13:30|1:30\sPM/],
  ])('with Accept-Language %s writes the hour as people there do', async (accepted, doors) => {
    expect(await (await open(`${code}?lang=en`, accepted)).text()).toMatch(doors)
  })

  it('has the language of its address, with the dates of the language in the time zone of the event', async () => {
    expect(await (await open(`${code}?lang=de`, 'fr')).text()).toMatch(
      /<dt>Datum<\/dt><dd><bdi>Freitag, 12. Juni 2026<\/bdi><\/dd>\s*<dt>Einlass<\/dt><dd><bdi>13:30/,
    )
    const arabic = await (await open(`${code}?lang=ar`)).text()
    expect(arabic).toMatch(/الجمعة، 12 يونيو 2026/)
    expect(arabic).toMatch(/>2:30\sم/)
    expect(await (await open(`${code}?lang=xx`, 'es')).text()).toContain('<html lang="es"')
    expect(await (await open(makeCode(), 'pl')).text()).toContain('Nie znaleziono biletu')
  })

  it.each(['Refunded', 'Voided', 'CheckedIn'])('of a %s ticket leaves no English', async (status) => {
    await query('UPDATE tickets SET status = ? WHERE code = ?', status, code)
    const read = async (language: string) => (await open(`${code}?lang=${language}`)).text()
    const statesOf = async (language: string) =>
      /<p class="state">(.*?)<\/p>/.exec(await read(language))?.[1] ?? ''
    const states = await Promise.all(['en', 'de', 'fr', 'es', 'pl', 'ar'].map(statesOf))
    expect(states).not.toContain('')
    expect(new Set(states).size).toBe(states.length)
  })

  it('shows every ticket with the code, soonest first', async () => {
    await giveCode(org, org.otherEventSession)
    await query('UPDATE sessions SET starts_at = starts_at - 1 WHERE id = ?', org.otherEventSession)
    const text = await (await open(code.toLowerCase())).text()
    expect(titlesOf(text)).toEqual(['Other event', 'Event'])
  })

  it('shows sessions that are over last', async () => {
    const [past, next] = [await addSession(org), await addSession(org)]
    await giveCode(org, past, 'PAST')
    await giveCode(org, next, 'NEXT')
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() - 13 * 3_600_000, org.session)
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() - 14 * 3_600_000, past)
    await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() - 3_600_000, next)
    const numbers = (await (await open(code)).text()).match(/A-&lt;1&gt;|PAST|NEXT/g)
    expect(numbers).toEqual(['NEXT', 'PAST', 'A-&lt;1&gt;'])
  })

  it('shows nothing of another organizer, in whatever sessions that has the code', async () => {
    const other = await makeOrganizer()
    await query("UPDATE events SET name = 'YOUR TICKET WAS CANCELLED' WHERE id = ?", other.event)
    const { sessions } = await addSeries(
      other,
      Array.from({ length: 30 }, (_, day) => day),
    )
    const { DB, cost } = measuringDatabase()
    for (const session of sessions) await giveCode(other, session)
    const response = await openWith({ DB }, code)
    expect(titlesOf(await response.text())).toEqual(['Event'])
    expect(cost.read).toBeLessThanOrEqual(20 + 2 * sessions.length)
  })

  it('shows the next twenty of a season, however many are over', async () => {
    const { sessions } = await addSeries(
      org,
      Array.from({ length: 40 }, (_, day) => day),
    )
    for (const [index, session] of sessions.entries()) {
      await giveCode(org, session, `S-${index}.`)
      const days = index < 25 ? index - 40 : index
      await query('UPDATE sessions SET starts_at = ? WHERE id = ?', Date.now() + days * 86_400_000, session)
    }
    const { DB, cost } = measuringDatabase()
    const text = await (await openWith({ DB }, code)).text()
    expect(text.match(/<article /g)).toHaveLength(20)
    for (let index = 25; index < 40; index++) expect(text).toContain(`S-${index}.`)
    expect(cost.read).toBeLessThanOrEqual(20 + 2 * sessions.length + 5 * 20)
  })

  it.each([makeCode(), 'x', '%E0%A4%A', 'A'.repeat(300), '..%2F..', '12345678901234567890'])(
    'is a friendly 404 for %s',
    async (unknown) => {
      const response = await open(unknown)
      expect(response.status).toBe(404)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(await response.text()).toContain('<h1>Ticket not found</h1>')
    },
  )

  it('is only for codes that we make', async () => {
    await query("UPDATE tickets SET code = 'AB3CD-1' WHERE code = ?", code)
    expect((await open('AB3CD-1')).status).toBe(404)
  })

  it('counts wrong codes of an address; right ones open whatever was counted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const GUESS_RATE_LIMIT = countingLimiter(20)
      const get = (path: string) => openWith({ GUESS_RATE_LIMIT }, path)
      for (let count = 0; count < 25; count++) expect((await get(code)).status).toBe(200)
      for (let count = 0; count < 20; count++) expect((await get(makeCode())).status).toBe(404)
      await expectError(await get(makeCode()), 'rate_limited', '20 failed attempts')
      expect((await get(code)).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the calendar of a ticket', () => {
  const calendar = async (path = `${code}/calendar.ics`, language?: string) => {
    const response = await open(path, language)
    // Lines are folded.
    return { response, text: (await response.text()).replace(/\r\n[ \t]/g, '') }
  }

  it('replaces what a calendar has, when its date is cancelled, takes place after all, and moves', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const ids = new Set<string | undefined>()
      const sequences: number[] = []
      const next = async () => {
        const { text } = await calendar()
        ids.add(/^UID:.*$/m.exec(text)?.[0])
        sequences.push(Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1]))
        vi.setSystemTime(Date.now() + 60_000)
        return text
      }
      expect(await next()).not.toMatch(/^STATUS/m)
      await query(`UPDATE sessions SET cancelled_at = 1, cancel_notice = 'Ill' WHERE id = ?`, org.session)
      expect(await next()).toMatch(/^STATUS:CANCELLED\r$/m)
      await query('UPDATE sessions SET cancelled_at = NULL, cancel_notice = NULL WHERE id = ?', org.session)
      expect(await next()).not.toMatch(/^STATUS/m)
      await query('UPDATE sessions SET starts_at = starts_at + 86400000 WHERE id = ?', org.session)
      expect(await next()).toContain('DTSTART:20260613T183000Z')
      expect(ids.size).toBe(1)
      expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] as number) + index))
    } finally {
      vi.useRealTimers()
    }
  })

  it('has the session, and neither the code nor the name of the guest', async () => {
    await query(`UPDATE events SET name = ? WHERE id = ?`, 'Jazz; "late", \\ and\r\nATTACH:x', org.event)
    expect(await (await open(code)).text()).toContain(`href="/t/${code}/calendar.ics"`)
    const { response, text } = await calendar()
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toContain('attachment')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(text).toContain('DTSTART:20260612T183000Z')
    expect(text).toContain('DESCRIPTION:Doors 13:30')
    expect(text).toContain('SUMMARY:Jazz\\; "late"\\, \\\\ and\\nATTACH:x')
    expect(text).not.toMatch(/^ATTACH/m)
    for (const secret of [code, 'Ana', 'A-<1>']) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/^STATUS/m)
    expect((await calendar(undefined, 'de')).text).toContain('DESCRIPTION:Einlass 13:30')
  })

  it('has each session that the ticket is valid for, and none that it is not', async () => {
    await giveCode(org, await addSession(org))
    await giveCode(org, await addSession(org), 'C-3')
    await query(`UPDATE tickets SET status = 'Voided' WHERE ticket_number = 'C-3'`)
    const { text } = await calendar()
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(new Set(text.match(/^UID:.*$/gm)).size).toBe(2)
    await query(`UPDATE tickets SET status = 'Refunded' WHERE code = ?`, code)
    expect((await calendar()).response.status).toBe(404)
  })

  it('is not found where the page is not, and costs a guess', async () => {
    const GUESS_RATE_LIMIT = countingLimiter(1)
    const path = `${makeCode()}/calendar.ics`
    expect((await openWith({ GUESS_RATE_LIMIT }, path)).status).toBe(404)
    expect((await openWith({ GUESS_RATE_LIMIT }, path)).status).toBe(429)
  })
})
