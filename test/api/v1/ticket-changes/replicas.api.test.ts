// Ticket changes read from replicas, which may lag. A stub stands in for a replica that is behind: see
// ../replicas.test.ts.
import { beforeEach, expect, it } from 'vitest'
import { callWithBindings, expectError } from '../../../support/api.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { addTickets, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'
import { apply, type Changes, changesPath, type Device, newDevice } from '../../../support/sync.ts'

type Row = Record<string, unknown>

let org: Organizer
let device: Device
/** The constraint of each batch's session, in order. */
let asked: string[]
beforeEach(async () => {
  org = await makeOrganizer()
  device = newDevice()
  asked = []
  await addTickets(org, [{}, {}, {}])
  apply(device, await (await ask({ replica: (row) => row })).json<Changes>())
  asked = []
})

/** Asks a database whose replica and primary have the session's row as given. */
const ask = ({
  replica,
  primary = (row) => row,
}: {
  replica: (row: Row) => Row
  primary?: (row: Row) => Row
}) => {
  const DB = faultyDatabase((real, constraint) => async (statements) => {
    asked.push(constraint)
    const isPrimary = constraint === 'first-primary'
    const [session, ...others] = (await real(statements)) as [D1Result<Row>, ...D1Result[]]
    const results = session.results.map(isPrimary ? primary : replica)
    return [{ ...session, results }, ...others].map((result) => ({
      ...result,
      meta: { ...result.meta, served_by_primary: isPrimary },
    })) as D1Result[]
  })
  const path = changesPath(org.session, device.since === undefined ? {} : { since: device.since })
  return callWithBindings({ DB }, path, { subject: org.staff })
}

const behind = (row: Row): Row => ({ ...row, lastChange: (row.lastChange as number) - 1 })
const ofOtherEpoch = (row: Row): Row => ({ ...row, epoch: 'other' })

it.each([
  ['is behind next', behind],
  ['has another epoch', ofOtherEpoch],
  ['lacks the session’s changes altogether', (row: Row) => ({ ...row, lastChange: 0 })],
])('the primary is asked when the replica %s', async (_, replica) => {
  await query(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, [...device.rows.keys()][0] as string)
  // The replica lags by one change more than the device has seen.
  const response = await ask({ replica: (row) => behind(replica(row)) })
  expect(response.status).toBe(200)
  expect(asked).toEqual(['first-unconstrained', 'first-primary'])
  expect((await response.json<Changes>()).rows).toHaveLength(1)
})

it.each([
  ['is behind next', behind],
  ['has another epoch', ofOtherEpoch],
])('410 when the primary %s too', async (_, state) => {
  await expectError(await ask({ replica: state, primary: state }), 'changes_gone')
  expect(asked).toEqual(['first-unconstrained', 'first-primary'])
})

it('a replica that has what the device has seen is asked alone', async () => {
  expect((await ask({ replica: (row) => row })).status).toBe(200)
  expect(asked).toEqual(['first-unconstrained'])
})

it('next counts what any response has seen, not only what the device was given', async () => {
  const path = (since: string) => changesPath(org.session, { since, pageSize: 1 })
  const ids = [...device.rows.keys()]
  for (const id of ids) await query(`UPDATE tickets SET status = 'Voided' WHERE id = ?`, id)
  const first = await callWithBindings({}, path(device.since as string), { subject: org.staff })
  const { more, next } = await first.json<Changes>()
  expect(more).toBe(true)
  device.since = next
  // The last change has reached the device's first response, but not this replica.
  const second = await ask({ replica: behind })
  expect(asked).toEqual(['first-unconstrained', 'first-primary'])
  expect((await second.json<Changes>()).rows.map(([id]) => id)).toEqual(ids.slice(1))
})
