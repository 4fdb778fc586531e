// The guest's own page.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCode } from '../src/domain/tickets/code.ts'
import worker from '../src/index.ts'
import { expectError } from './support/api.ts'
import { addTickets, makeOrganizer, type Organizer, query } from './support/rows.ts'

let org: Organizer
let code: string
beforeEach(async () => {
  org = await makeOrganizer()
  const [ticket] = await addTickets(org, [
    { ticket_number: 'A-<1>', attendee_name: 'Ana & "Bo" <b>', seat_label: 'Row 1' },
  ])
  const [row] = await query<{ code: string }>('SELECT code FROM tickets WHERE id = ?', ticket as string)
  code = row?.code as string
  await query("UPDATE events SET time_zone = 'America/New_York' WHERE id = ?", org.event)
  await query('UPDATE sessions SET doors_open_offset_minutes = 60 WHERE id = ?', org.session)
})

const open = (path: string) => exports.default.fetch(`https://doorlist.example/t/${path}`)

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
    expect(text).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/)
  })

  it('is kept by nobody, and runs nothing', async () => {
    const { headers } = await open(code)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; /,
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

  it('shows every ticket with the code, soonest first', async () => {
    const [other] = await addTickets(org, [{ ticket_number: 'B-2' }], org.otherEventSession)
    await query('UPDATE tickets SET code = ? WHERE id = ?', code, other as string)
    await query('UPDATE sessions SET starts_at = starts_at - 1 WHERE id = ?', org.otherEventSession)
    const text = await (await open(code.toLowerCase())).text()
    expect([...text.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, name]) => name)).toEqual(['Other event', 'Event'])
  })

  it.each([makeCode(), 'x', '%E0%A4%A', 'A'.repeat(300), '..%2F..', '12345678901234567890'])(
    'is a friendly 404 for %s',
    async (unknown) => {
      const response = await open(unknown)
      expect(response.status).toBe(404)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    },
  )

  it('is only for codes that we make', async () => {
    await query("UPDATE tickets SET code = 'AB3CD-1' WHERE code = ?", code)
    expect((await open('AB3CD-1')).status).toBe(404)
  })

  it('counts wrong codes of an address, not right ones', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      let calls = 0
      const GUESS_RATE_LIMIT = { limit: async () => ({ success: ++calls <= 20 }) }
      const get = async (path: string) => {
        const context = createExecutionContext()
        const request = new Request(`https://doorlist.example/t/${path}`, {
          headers: { 'CF-Connecting-IP': '192.0.2.77' },
        })
        const response = await worker.fetch(request, { ...env, GUESS_RATE_LIMIT }, context)
        await waitOnExecutionContext(context)
        return response
      }
      for (let count = 0; count < 25; count++) expect((await get(code)).status).toBe(200)
      for (let count = 0; count < 20; count++) expect((await get(makeCode())).status).toBe(404)
      await expectError(await get(makeCode()), 'rate_limited', '20 failed attempts')
      await expectError(await get(code), 'rate_limited')
    } finally {
      vi.useRealTimers()
    }
  })
})
