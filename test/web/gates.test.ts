// Several gates with one session: the rules of the door page against the service, on a bad network.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TicketRecord, type TicketState, ticketState } from '../models/check-ins.ts'
import { START } from '../support/check-ins.ts'
import { DoorDevice, FATES, watchSession } from '../support/door-device.ts'
import { addSession, addStaff, addTickets, makeOrganizer, type Organizer, query } from '../support/rows.ts'
import { runs } from '../support/runs.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const GATES = 3
const MINUTE_MS = 60_000
/** More than all steps need. */
const LAST_MINUTE = 1_000

/** The state of each ticket as the gates load it, and as it is when they begin. */
const BASES: readonly { loaded: TicketState; base: TicketState }[] = [
  { status: 'Valid', checkedInAt: null } as const,
  { status: 'Valid', checkedInAt: null } as const,
  { status: 'CheckedIn', checkedInAt: START + 3 * MINUTE_MS } as const,
  { status: 'Voided', checkedInAt: null } as const,
].map((base) => ({ loaded: { status: 'Valid', checkedInAt: null }, base }))

const gate = fc.nat(GATES - 1)

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('check in' as const),
      gate,
      // Mostly the same one, so that the gates meet.
      ticket: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
      fate: fc.constantFrom(...FATES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), gate }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      gate,
      count: fc.integer({ min: 1, max: 4 }),
      isHeard: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late' as const), gate }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('synchronize' as const), gate }) },
)

const writeState = (id: string, { status, checkedInAt }: TicketState) =>
  query('UPDATE tickets SET status = ?, checked_in_at = ? WHERE id = ?', status, checkedInAt, id)

const readState = async (id: string): Promise<TicketState | undefined> =>
  (await query<TicketState>('SELECT status, checked_in_at AS checkedInAt FROM tickets WHERE id = ?', id))[0]

/** What must come of a ticket: the earliest admission that nobody undid, or what it was before. */
const expectedState = (base: TicketState, times: readonly number[]): TicketState => {
  if (base.status === 'Voided' || times.length === 0) return base
  const all = base.checkedInAt === null ? times : [...times, base.checkedInAt]
  return { status: 'CheckedIn', checkedInAt: Math.min(...all) }
}

describe('gates on a bad network', () => {
  it('agree with the service in the end, and know whom they let in wrongly (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
        const session = await addSession(org)
        const ids = await addTickets(
          org,
          BASES.map(({ loaded }) => ({ status: loaded.status, checked_in_at: loaded.checkedInAt })),
          session,
        )
        const bases = new Map(ids.map((id, index) => [id, BASES[index]?.base as TicketState]))
        const service = watchSession(session, bases)
        const gates: DoorDevice[] = []
        for (let index = 0; index < GATES; index += 1) {
          const device = new DoorDevice(service, await addStaff(org))
          await device.synchronize(START)
          gates.push(device)
        }
        for (const [id, base] of bases) await writeState(id, base)

        for (const [index, next] of steps.entries()) {
          const device = gates[next.gate] as DoorDevice
          const time = START + (index + 1) * MINUTE_MS
          if (next.kind === 'check in') await device.checkIn(ids[next.ticket] as string, time, next.fate)
          else if (next.kind === 'undo') device.undo(time)
          else if (next.kind === 'send') await device.send(next.count, time, next.isHeard)
          else if (next.kind === 'late') await device.deliverLate()
          else await device.synchronize(time)
        }
        for (const device of gates) {
          await device.send(device.queue.length, START + LAST_MINUTE * MINUTE_MS, true)
          await device.deliverLate()
        }

        for (const [id, base] of bases) {
          const live = gates
            .flatMap(({ admissions, troubles }) => admissions.map((one) => ({ ...one, troubles })))
            .filter(({ ticketId, isUndone }) => ticketId === id && !isUndone)
          const state = expectedState(
            base,
            live.map(({ at }) => at),
          )
          expect(await readState(id)).toEqual(state)
          expect(ticketState(service.records.get(id) as TicketRecord)).toEqual(state)
          // One person may come in on a valid ticket. Whoever let in another one is told.
          const unnoticed = live.filter((admission) => !admission.troubles.has(admission.id))
          expect(unnoticed.length).toBeLessThanOrEqual(base.status === 'Valid' ? 1 : 0)
        }

        for (const device of gates) {
          await device.synchronize(START + (LAST_MINUTE + 1) * MINUTE_MS)
          for (const id of ids) expect(device.shown(id)).toEqual(await readState(id))
        }
      }),
      { numRuns: runs(40) },
    )
  })
})
