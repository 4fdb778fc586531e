// The promise of the ticket changes: whatever is written between any two responses, a response without more
// leaves a device with exactly the session's tickets. Random writes in plain SQL, several devices, repeated
// and abandoned calls.
// @module-tag slow
// @module-tag more
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addSession, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { runs } from '../../../support/runs.ts'
import {
  apply,
  type Changes,
  catchUp,
  changesPath,
  type Device,
  expectUpToDate,
  getChanges,
  newDevice,
} from '../../../support/sync.ts'
import { anyWrite, performWrite } from '../../../support/writes.ts'

const step = fc.oneof(
  { weight: 3, arbitrary: anyWrite },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      device: fc.nat(2),
      pageSize: fc.constantFrom(1, 2, 3, 5, 1_000),
      outcome: fc.constantFrom('applied', 'applied', 'applied', 'lost', 'repeated', 'restarted'),
    }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const ask = (org: Organizer, { since }: Device, pageSize: number): Promise<Changes> =>
  getChanges(org.staff, changesPath(org.session, { pageSize, ...(since !== undefined && { since }) }))

const performCall = async (
  org: Organizer,
  device: Device,
  step: Extract<Step, { kind: 'call' }>,
): Promise<void> => {
  if (step.outcome === 'restarted') Object.assign(device, newDevice())
  const changes = await ask(org, device, step.pageSize)
  const ids = [...changes.rows.map(([id]) => id), ...changes.removed]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeLessThanOrEqual(step.pageSize)
  if (changes.more) expect(ids.length).toBeGreaterThan(0)
  if (step.outcome === 'lost') return
  if (step.outcome === 'repeated') expect(await ask(org, device, step.pageSize)).toEqual(changes)
  apply(device, changes)
  if (!changes.more) await expectUpToDate(device, org.session, changes)
}

it('holds for any writes between any responses (property)', async () => {
  const org = await makeOrganizer()
  const other = await addSession(org)
  const sessions = await query<{ number: number }>(
    'SELECT number FROM sessions WHERE id IN (?, ?) ORDER BY id <> ?',
    org.session,
    other,
    org.session,
  )
  const numbers = sessions.map(({ number }) => number)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      await query(`DELETE FROM tickets WHERE session_number IN (${numbers.join(', ')})`)
      const devices = [newDevice(), newDevice(), newDevice()]
      for (const one of steps) {
        if (one.kind === 'write') await performWrite(org, numbers, one)
        else await performCall(org, devices[one.device] as Device, one)
      }
      for (const device of devices) {
        const last = (await catchUp(device, org.staff, org.session, 2)).at(-1) as Changes
        await expectUpToDate(device, org.session, last)
      }
    }),
    { numRuns: runs(60) },
  )
})
