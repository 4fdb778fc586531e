// Sending a change until there is a response.
import { describe, expect, it } from 'vitest'
import { DELAYS_MS, sendRepeatedly } from '../../../web/organizer/forms/retry.ts'

type Reply = { kind: string; status?: number; retryAfter?: number | null }

const lost: Reply = { kind: 'unreachable' }
const done: Reply = { kind: 'ok' }
const error = (status: number, retryAfter: number | null = null): Reply => ({
  kind: 'error',
  status,
  retryAfter,
})

/** Sends with these replies. Returns the last one, how many were used, and the waits. */
const run = async (...replies: Reply[]) => {
  const waits: number[] = []
  let repeats = 0
  let sent = 0
  const reply = await sendRepeatedly(
    async () => {
      const next = replies[Math.min(sent, replies.length - 1)] as Reply
      sent += 1
      return next
    },
    async (ms) => void waits.push(ms),
    () => {
      repeats += 1
    },
  )
  return { reply, sent, waits, repeats }
}

describe('sending a change', () => {
  it('sends once if there is a response', async () => {
    for (const reply of [done, error(409), error(400), error(500), { kind: 'signed-out' }]) {
      expect(await run(reply)).toEqual({ reply, sent: 1, waits: [], repeats: 0 })
    }
  })

  it('repeats a lost one with longer and longer waits', async () => {
    const { reply, sent, waits, repeats } = await run(lost, lost, lost, done)
    expect({ reply, sent, repeats }).toEqual({ reply: done, sent: 4, repeats: 3 })
    expect(waits).toEqual(DELAYS_MS.slice(0, 3))
  })

  it('waits as long as the service asks for, but not for ever', async () => {
    expect((await run(error(503, 5), error(429, 3_600), done)).waits).toEqual([5_000, 60_000])
  })

  it('gives up after a while', async () => {
    const { reply, sent } = await run(lost)
    expect(reply).toEqual(lost)
    expect(sent).toBe(DELAYS_MS.length + 1)
  })
})
