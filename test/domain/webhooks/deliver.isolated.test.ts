// That a receiver gets the feed: each event, in order, whatever fails. Signatures are checked by the
// reference library of Standard Webhooks.
// @module-tag full
import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readSecret } from '../../../src/api/auth/own/secret.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { runIn } from '../../../src/domain/erase/run.ts'
import { deleteOldEvents } from '../../../src/domain/feed/delete-old.ts'
import { type Delivery, deliver, listDueWebhooks } from '../../../src/domain/webhooks/deliver.ts'
import { here } from '../../support/address.ts'
import { faultyDatabase } from '../../support/faulty-database.ts'
import { followFeed, happened } from '../../support/feed.ts'
import { passWaits } from '../../support/pass-waits.ts'
import { addTicket, addTickets, makeOrganizer, type Organizer, query } from '../../support/rows.ts'
import { runs } from '../../support/runs.ts'
import { until } from '../../support/until.ts'
import { addWebhook, deliveryTo, type Message, verified, webhookRow } from '../../support/webhooks.ts'

let org: Organizer
beforeEach(async () => {
  org = await makeOrganizer()
})

const HOUR_MS = 3_600_000

const database = () => openDatabase(here(), undefined)
const run = (id: string, delivery: Delivery) => deliver(database(), id, delivery)

/** A receiver that accepts everything, and what it has got. */
const receiver = (secret: string, answer: (message: Message) => number | null = () => 204) => {
  const messages: Message[] = []
  const post: Delivery['post'] = async (_, headers, body) => {
    const message = verified(secret, headers, body)
    messages.push(message)
    return answer(message)
  }
  return { messages, post, ids: () => messages.flatMap(({ data }) => data.map(({ id }) => id)) }
}

/** The same without its pages. */
const storedIds = async () =>
  (
    await query<{ id: string }>('SELECT id FROM feed_events WHERE organizer_id = ? ORDER BY number', org.id)
  ).map(({ id }) => id)

const feedIds = async () => (await followFeed(org)).events.map(({ id }) => id)

describe('a delivery', () => {
  it('sends the feed in order, at most 50 events in a request', async () => {
    const { id, secret } = await addWebhook(org)
    await addTickets(
      org,
      Array.from({ length: 120 }, () => ({})),
    )
    const to = receiver(secret)
    expect(await run(id, deliveryTo(to.post))).toBeUndefined()
    expect(to.messages.map(({ data }) => data.length)).toEqual([50, 50, 20])
    expect(to.ids()).toEqual(await feedIds())
    expect(to.messages.flatMap(({ data }) => data)).toEqual((await followFeed(org)).events)
    // Nothing more.
    await run(id, deliveryTo(to.post))
    expect(to.messages).toHaveLength(3)
    expect(await webhookRow(id)).toMatchObject({ status: 204, attempts: 0, batch_end: null, lease_until: 0 })
  })

  it('sends what matches, and moves on where nothing does without a request', async () => {
    const session = await webhookSession()
    const { id, secret } = await addWebhook(org, { types: '["ticket.voided"]', session_id: org.session })
    const tickets = await addTickets(
      org,
      Array.from({ length: 1_100 }, () => ({})),
    )
    const other = await addTicket(org, {}, session)
    await query(`UPDATE tickets SET status = 'Voided' WHERE id IN (?, ?)`, tickets[3] as string, other)
    const to = receiver(secret)
    await run(id, deliveryTo(to.post))
    expect(to.messages.map(({ data }) => data.map(({ data: { ticketId } }) => ticketId))).toEqual([
      [tickets[3]],
    ])
    const [last] = await query('SELECT max(number) AS n FROM feed_events WHERE organizer_id = ?', org.id)
    expect((await webhookRow(id)).sent).toBe(last?.n)
    expect(await listDueWebhooks(database(), Date.now())).not.toContain(id)
  })

  it('repeats a request as it was, with the same id, though more has happened', async () => {
    const { id, secret } = await addWebhook(org)
    await addTickets(org, [{}, {}])
    let status: number | null = 500
    const to = receiver(secret, () => status)
    let now = Date.now()
    const delivery = deliveryTo(to.post, () => now)
    expect(await run(id, delivery)).toBe(5_000)
    await addTicket(org)
    // Too early.
    await run(id, delivery)
    expect(to.messages).toHaveLength(1)
    now += 5_000
    status = 200
    await run(id, delivery)
    const [first, again, rest] = to.messages
    expect(again).toEqual(first)
    expect(rest?.data).toHaveLength(1)
    expect(rest?.id).not.toBe(first?.id)
  })

  it('waits longer after each failure, for three days, then pauses; and goes on from there', async () => {
    const { id, secret } = await addWebhook(org)
    await addTicket(org)
    let status: number | null = null
    const to = receiver(secret, () => status)
    let now = Date.now()
    const delivery = deliveryTo(to.post, () => now)
    const waits: number[] = []
    for (let wait = await run(id, delivery); wait !== undefined; wait = await run(id, delivery)) {
      waits.push(wait)
      expect(await webhookRow(id)).toMatchObject({ attempts: waits.length, paused_at: null, status: null })
      now += wait
    }
    expect(waits.map((wait) => wait / HOUR_MS)).toEqual([5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24])
    expect(await webhookRow(id)).toMatchObject({ pause_reason: 'Failing', paused_at: now })
    const count = to.messages.length
    now += 24 * HOUR_MS
    await run(id, delivery)
    expect(to.messages).toHaveLength(count)
    await query('UPDATE webhooks SET paused_at = NULL, pause_reason = NULL, attempts = 0 WHERE id = ?', id)
    status = 200
    await run(id, delivery)
    expect(to.messages.at(-1)).toEqual(to.messages[0])
    expect((await webhookRow(id)).attempts).toBe(0)
  })

  it.each([
    ...[301, 302, 307, 308, 304, 400, 401, 404, 429, 500, 503, 199].map((status) => [status, null] as const),
    [410, 'Gone'] as const,
  ])('takes %i as a failure, and pauses at once for 410 only', async (status, pause_reason) => {
    const { id, secret } = await addWebhook(org)
    await addTicket(org)
    const to = receiver(secret, () => status)
    await run(id, deliveryTo(to.post))
    expect(to.messages).toHaveLength(1)
    expect(await webhookRow(id)).toMatchObject({ sent: 0, attempts: 1, status, pause_reason })
  })

  it.each([500, 410])(
    'does not count %i against a webhook that its owner changed during the attempt',
    async (status) => {
      const { id, secret } = await addWebhook(org, { attempts: 8 })
      await addTicket(org)
      const to = receiver(secret, () => status)
      const post: Delivery['post'] = async (...request) => {
        await query('UPDATE webhooks SET batch_end = NULL, attempts = 0, next_at = 0 WHERE id = ?', id)
        return to.post(...request)
      }
      await run(id, deliveryTo(post))
      const changed = { attempts: 0, next_at: 0, lease_until: 0, paused_at: null, pause_reason: null, status }
      expect(await webhookRow(id)).toMatchObject(changed)
      const now = receiver(secret)
      await run(id, deliveryTo(now.post))
      expect(now.ids()).toEqual(await feedIds())
    },
  )

  it('signs with two secrets while one replaces the other, and no longer', async () => {
    const { id, secret: before } = await addWebhook(org)
    const { secret } = await addWebhook(org)
    const now = Date.now()
    const { seal } = await readSecret(here())
    const sealed = await seal(secret, `webhook ${id}`)
    await query(
      'UPDATE webhooks SET previous_secret = secret, secret = ?, previous_until = ? WHERE id = ?',
      sealed,
      now + 1_000,
      id,
    )
    const sent: [Record<string, string>, string][] = []
    const post: Delivery['post'] = async (_, headers, body) => {
      sent.push([headers, body])
      return 200
    }
    await addTicket(org)
    await run(
      id,
      deliveryTo(post, () => now),
    )
    await addTicket(org)
    await run(
      id,
      deliveryTo(post, () => now + 2_000),
    )
    const [both, one] = sent as [(typeof sent)[0], (typeof sent)[0]]
    expect(verified(secret, ...both)).toEqual(verified(before, ...both))
    expect(verified(secret, ...one).data).toHaveLength(1)
    expect(() => verified(before, ...one)).toThrow('No matching signature')
  })

  it('cannot be forged, moved in time, or changed', async () => {
    const { id, secret } = await addWebhook(org)
    await addTicket(org)
    let sent: [Record<string, string>, string] | undefined
    await run(
      id,
      deliveryTo(async (_, headers, body) => {
        sent = [headers, body]
        return 200
      }),
    )
    const [headers, body] = sent as NonNullable<typeof sent>
    const check =
      (changed: Record<string, string>, text = body, by = secret) =>
      () =>
        new Webhook(by).verify(text, { ...headers, ...changed })
    expect(check({})).not.toThrow()
    expect(check({ 'webhook-id': 'msg_other' })).toThrow()
    expect(check({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toThrow()
    expect(check({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) })).toThrow(/old/)
    expect(check({}, body.replace('ticket.created', 'ticket.voided'))).toThrow()
    expect(check({}, body, (await addWebhook(org)).secret)).toThrow()
    expect(check({ 'webhook-signature': '' })).toThrow()
  })

  it('pauses without a secret that it can open: of another service, of another webhook, or none', async () => {
    const other = await addWebhook(org)
    const stolen = (await webhookRow(other.id)).secret as string
    for (const secret of [null, 'bm90IHNlYWxlZA', stolen]) {
      const { id } = await addWebhook(org, { secret })
      await addTicket(org)
      const to = receiver(other.secret)
      await run(id, deliveryTo(to.post))
      expect(to.messages).toEqual([])
      expect(await webhookRow(id)).toMatchObject({ pause_reason: 'Secret', attempts: 0 })
    }
  })

  it('says that events are gone rather than leave them out', async () => {
    const { id, secret } = await addWebhook(org)
    await addTickets(org, [{}, {}])
    await query('UPDATE feed_events SET at = 0 WHERE organizer_id = ?', org.id)
    await deleteOldEvents(runIn(database()), Date.now())
    await addTicket(org)
    const to = receiver(secret)
    await run(id, deliveryTo(to.post))
    expect(to.messages).toEqual([])
    expect(await webhookRow(id)).toMatchObject({ pause_reason: 'Behind' })
  })

  it('keeps others waiting for nothing: each webhook has its own position', async () => {
    const [slow, quick] = [await addWebhook(org), await addWebhook(org)]
    await addTickets(org, [{}, {}])
    await run(slow.id, deliveryTo(receiver(slow.secret, () => 500).post))
    const to = receiver(quick.secret)
    await run(quick.id, deliveryTo(to.post))
    expect(to.ids()).toEqual(await feedIds())
  })

  it('sends no name, e-mail, note or code', async () => {
    const { id } = await addWebhook(org)
    await addTicket(org, {
      ...{
        attendee_name: 'Ana Personal',
        attendee_email: 'ana@personal.example',
        holder_email: 'ana@personal.example',
      },
      ...{ ticket_number: 'PERSONAL-1', reference: 'PERSONAL-REF', code: 'PERSONAL-CODE' },
    })
    await query(
      `UPDATE tickets SET note = 'Personal', attendee_name = 'Bo Personal' WHERE code = 'PERSONAL-CODE'`,
    )
    const sent: string[] = []
    await run(
      id,
      deliveryTo(async (...parts) => {
        sent.push(JSON.stringify(parts))
        return 200
      }),
    )
    expect(sent.join()).toContain('ticket.changed')
    expect(sent.join().toLowerCase()).not.toContain('personal')
  })

  it('costs two rows written for a request of 50 events, and reads each once', async () => {
    const { id, secret } = await addWebhook(org)
    await addTickets(
      org,
      Array.from({ length: 100 }, () => ({})),
    )
    const db = database()
    await deliver(db, id, deliveryTo(receiver(secret).post))
    const { rowsRead, rowsWritten, roundTrips } = db.usage
    console.log('Two requests of 50 events:', JSON.stringify({ rowsRead, rowsWritten, roundTrips }))
    expect(roundTrips).toBe(3)
    expect(rowsWritten).toBeLessThanOrEqual(6)
    expect(rowsRead).toBeLessThanOrEqual(100 * 12)
  })
})

const webhookSession = async () => {
  const id = crypto.randomUUID()
  await query('INSERT INTO sessions (id, event_id, starts_at, capacity) VALUES (?, ?, 0, 10)', id, org.event)
  return id
}

/** What a receiver, the network and the senders do next. */
type Step =
  | { kind: 'happen'; count: number }
  | {
      kind: 'send'
      afterMs: number
      senders: number
      answers: ('ok' | 'refuse' | 'lose' | 'kill' | 'drop')[]
    }
  | { kind: 'clock'; ms: number }
  | { kind: 'change' }

const MINUTE_MS = 60_000

const answers = fc.array(fc.constantFrom('ok', 'ok', 'refuse', 'lose', 'kill', 'drop'), {
  minLength: 1,
  maxLength: 6,
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('happen' as const), count: fc.integer({ min: 1, max: 70 }) }),
    ...Array.from({ length: 3 }, () =>
      fc.record({
        kind: fc.constant('send' as const),
        // Before the next attempt, at it, and after any.
        afterMs: fc.constantFrom(0, 6_000, 25 * HOUR_MS),
        senders: fc.integer({ min: 1, max: 3 }),
        answers,
      }),
    ),
    fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.constantFrom(
        1_000,
        6_000,
        MINUTE_MS,
        HOUR_MS,
        -HOUR_MS,
        30 * HOUR_MS,
        -30 * HOUR_MS,
        2_000 * HOUR_MS,
      ),
    }),
    fc.constant({ kind: 'change' as const }),
  ),
  { minLength: 8, maxLength: 16 },
) as fc.Arbitrary<Step[]>

const happen = (count: number): Step => ({ kind: 'happen', count })
const send = (senders: number, ...answers: Extract<Step, { kind: 'send' }>['answers']): Step => ({
  ...{ kind: 'send', afterMs: 25 * HOUR_MS, senders, answers },
})

/** Faults of a sender, each with a script that shows it. `before` changes the database before each batch. */
const FAULTS: Record<string, { fault: Fault; script: Step[]; finds: string }> = {
  'takes a lost answer for a delivery': {
    fault: { lost: 200 },
    script: [happen(2), send(1, 'drop'), happen(1), send(1, 'ok')],
    finds: 'to deeply equal',
  },
  'lets a repeated request grow': {
    fault: { before: 'UPDATE webhooks SET batch_end = NULL' },
    script: [happen(2), send(1, 'lose'), happen(1), send(1, 'ok')],
    finds: 'another message',
  },
  'ignores the lease of another': {
    fault: { before: 'UPDATE webhooks SET lease_until = 0' },
    script: [happen(2), send(3, 'ok')],
    finds: 'two at once',
  },
}
type Fault = { lost?: number; before?: string }

describe('the model of a receiver', () => {
  // Killed: neither the sender nor its promise is ever heard of again. Lost: the receiver has it, the sender
  // does not know. Dropped: it never arrived. A database whose answers are lost runs each batch twice.
  const play = ({ lost, before }: Fault = {}) =>
    fc.asyncProperty(steps, fc.boolean(), async (script, losesResults) => {
      org = await makeOrganizer()
      const { id, secret } = await addWebhook(org)
      const got: string[] = []
      const byMessage = new Map<string, string>()
      const messageOf = new Map<string, string>()
      /** Not thrown to the sender, which would take it for an answer. */
      const violations: string[] = []
      let now = Date.now()
      let count = 0
      let open = 0
      const receive = (headers: Record<string, string>, body: string) => {
        const { id: message, data } = verified(secret, headers, body)
        // A message that is repeated is the same, and an event is in one message until the settings change.
        // So a receiver may leave out what it knows by either id.
        if ((byMessage.get(message) ?? body) !== body) violations.push('another body')
        byMessage.set(message, body)
        for (const event of data) {
          if ((messageOf.get(event.id) ?? message) !== message) violations.push('another message')
          messageOf.set(event.id, message)
          if (!got.includes(event.id)) got.push(event.id)
        }
      }
      const DB = faultyDatabase((real) => async (statements) => {
        // Not for ever: senders that take the lease from each other never end.
        const first = before !== undefined && count < 8 ? [env.DB.prepare(before)] : []
        const results = (await real([...first, ...statements])).slice(first.length)
        count += 1
        if (losesResults && count % 3 === 0) throw new Error('D1_ERROR: Network connection lost.')
        return results
      })
      /** One sender, whose requests end as the answers say; beyond them, well. */
      const start = (given: readonly string[]) => {
        const left = [...given]
        let isKilled = false
        const post: Delivery['post'] = async (_, headers, body) => {
          const answer = left.shift() ?? 'ok'
          if (++open > 1) violations.push('two at once')
          if (answer !== 'refuse' && answer !== 'drop') receive(headers, body)
          // Long enough for another sender to come.
          await scheduler.wait(before === undefined ? 0 : 50)
          open -= 1
          if (answer === 'kill') {
            isKilled = true
            return new Promise(() => undefined)
          }
          if (answer === 'lose' || answer === 'drop') return lost ?? null
          return answer === 'refuse' ? 503 : 200
        }
        let isDone = false
        const done = deliver(
          openDatabase(here({ DB }), undefined),
          id,
          deliveryTo(post, () => now),
        ).finally(() => {
          isDone = true
        })
        done.catch(() => undefined)
        return until(() => isDone || isKilled)
      }
      for (const step of script) {
        if (step.kind === 'happen') await addMany(step.count)
        if (step.kind === 'clock') now += step.ms
        if (step.kind === 'change') {
          await query('UPDATE webhooks SET batch_end = NULL, attempts = 0, next_at = 0 WHERE id = ?', id)
          messageOf.clear()
        }
        if (step.kind === 'send') {
          now += step.afterMs
          await Promise.all(Array.from({ length: step.senders }, () => start(step.answers)))
        }
        expect(got).toEqual((await storedIds()).slice(0, got.length))
        expect(violations.join()).toBe('')
      }
      // All is well again, and an owner resumes it if it was paused. Cron tries each minute.
      await query(
        'UPDATE webhooks SET paused_at = NULL, pause_reason = NULL, attempts = 0, next_at = 0 WHERE id = ?',
        id,
      )
      for (let minute = 0; minute < 3; minute++) {
        now += MINUTE_MS
        await start([])
      }
      expect(got).toEqual(await storedIds())
      expect(violations.join()).toBe('')
    })

  it('has the feed, in order, whatever fails', async () => {
    onTestFinished(passWaits())
    await fc.assert(play(), { numRuns: runs(300) })
  })

  it.each(Object.entries(FAULTS))('finds a sender that %s', async (_, { fault, script, finds }) => {
    const examples: [Step[], boolean][] = [[script, false]]
    await fc.assert(play(), { numRuns: 1, examples })
    const { errorInstance } = await fc.check(play(fault), { numRuns: 1, examples, endOnFailure: true })
    expect(String(errorInstance)).toContain(finds)
  })

  const addMany = async (count: number) => {
    await query(
      `INSERT INTO feed_events (organizer_id, session_id, type, data)
       SELECT ?, ?, 'ticket.checked_in', json_object('ticketId', value) FROM json_each(?)`,
      ...[org.id, org.session, JSON.stringify(Array.from({ length: count }, (_, index) => index))],
    )
  }

  it('is sent to by one sender at a time', async () => {
    const { id, secret } = await addWebhook(org)
    await addTickets(org, [{}, {}, {}])
    let [open, most] = [0, 0]
    const to = receiver(secret)
    const post: Delivery['post'] = async (...request) => {
      most = Math.max(most, ++open)
      // Long enough for another sender to come.
      await scheduler.wait(20)
      open -= 1
      return to.post(...request)
    }
    await Promise.all(Array.from({ length: 5 }, () => run(id, deliveryTo(post))))
    expect(most).toBe(1)
    expect(to.messages).toHaveLength(1)
    expect(await happened(org)).toHaveLength(3)
  })

  it('is left alone once its lease was taken over', async () => {
    const { id, secret } = await addWebhook(org)
    await addTickets(org, [{}, {}])
    let now = Date.now()
    let answer: (status: number) => void = () => undefined
    const slow = run(
      id,
      deliveryTo(
        () => new Promise((resolve) => (answer = resolve)),
        () => now,
      ),
    )
    await until(() => String(answer) !== '() => undefined')
    now += MINUTE_MS + 1
    const to = receiver(secret)
    await run(
      id,
      deliveryTo(to.post, () => now),
    )
    const before = await webhookRow(id)
    answer(500)
    await slow
    expect(await webhookRow(id)).toEqual(before)
    expect(before).toMatchObject({ attempts: 0, batch_end: null })
  })
})
