// The update of a series that its caller has read before: `If-Match`.
import { beforeAll, expect, it } from 'vitest'
import {
  call,
  callWithBindings,
  expectError,
  jsonRequest,
  readCost,
  sendJson,
  seriesPath,
} from '../../../support/api.ts'
import { readAudit } from '../../../support/bulk-update.ts'
import { faultyDatabase } from '../../../support/faulty-database.ts'
import { addSeries, makeOrganizer, type Organizer, query } from '../../../support/rows.ts'

let org: Organizer
beforeAll(async () => {
  org = await makeOrganizer()
})

const newSeries = async () => {
  const { series } = await addSeries(org, [1, 2])
  return { series, path: seriesPath(org.event, series) }
}

const tagOf = async (path: string): Promise<string> =>
  (await call(path, { subject: org.manager })).headers.get('ETag') as string

const put = (path: string, ifMatch: string, body: object = { name: 'New' }, subject = org.manager) =>
  sendJson('PUT', path, subject, body, { 'If-Match': ifMatch })

const nameOf = async (series: string) =>
  (await query('SELECT name FROM series WHERE id = ?', series))[0]?.name

it.each(['TAG', '"x.y", TAG', ' TAG ,"z"', '*'])(
  'changes the series where it is current (%s)',
  async (form) => {
    const { series, path } = await newSeries()
    const tag = await tagOf(path)
    expect((await put(path, form.replace('TAG', tag))).status).toBe(204)
    expect(await nameOf(series)).toBe('New')
    expect(await readAudit(series)).toHaveLength(1)
  },
)

it.each(['W/TAG', '"x.series"', 'x', '"', '""'])(
  'is a 412 for another tag, a weak one or none (%s)',
  async (form) => {
    const { series, path } = await newSeries()
    const response = await put(path, form.replace('TAG', await tagOf(path)))
    await expectError(response, 'precondition_failed', /^If-Match: /)
    expect(await nameOf(series)).toBe('Series')
    expect(await readAudit(series)).toEqual([])
  },
)

it.each([
  "UPDATE series SET name = 'By SQL' WHERE id = ?",
  'UPDATE series SET description = NULL WHERE id = ?',
  'UPDATE series SET updated_at = 5 WHERE id = ?',
])('is a 412 once the series has changed, before the request or during it (%s)', async (change) => {
  for (const when of ['before', 'between'] as const) {
    const { series, path } = await newSeries()
    const tag = await tagOf(path)
    if (when === 'before') await query(change, series)
    let batches = 0
    const DB = faultyDatabase((real) => async (statements) => {
      batches += 1
      if (when === 'between' && batches === 2) await query(change, series)
      return real(statements)
    })
    const response = await callWithBindings(
      { DB },
      path,
      jsonRequest('PUT', org.manager, '{"name":"New"}', { 'If-Match': tag }),
    )
    await expectError(response, 'precondition_failed')
    expect({ when, batches }).toEqual({ when, batches: when === 'before' ? 1 : 2 })
    expect(await nameOf(series)).not.toBe('New')
  }
})

it('writes nothing for values that are there already', async () => {
  const { series, path } = await newSeries()
  expect((await put(path, await tagOf(path), { name: 'Series' })).status).toBe(204)
  expect(await readAudit(series)).toEqual([])
})

it('is done once when its response is lost', async () => {
  const { series, path } = await newSeries()
  const tag = await tagOf(path)
  let batches = 0
  const DB = faultyDatabase((real) => async (statements) => {
    const results = await real(statements)
    batches += 1
    if (batches === 2) throw new Error('D1_ERROR: Network connection lost.')
    return results
  })
  const response = await callWithBindings(
    { DB },
    path,
    jsonRequest('PUT', org.manager, '{"name":"New"}', { 'If-Match': tag }),
  )
  expect({ status: response.status, batches }).toEqual({ status: 204, batches: 3 })
  expect(await readAudit(series)).toHaveLength(1)
})

it('checks access first, and costs a round trip only where it is sent', async () => {
  const { series, path } = await newSeries()
  await expectError(await put(path, '"x"', { name: 'N' }, org.staff), 'forbidden')
  await expectError(await put(path, '"x"', { name: 'N' }, org.stranger), 'series_not_found')
  expect(readCost(await put(path, '*')).trips).toBe(2)
  expect(readCost(await sendJson('PUT', path, org.manager, { name: 'Other' })).trips).toBe(1)
  expect(JSON.parse((await readAudit(series))[1]?.before as string)).toEqual({
    name: 'New',
    description: 'Every week.',
  })
})
