// A night from nothing to the download, and everything that is left of it compared ticket by ticket. In `npm
// test` it is short; `npm run rehearsal` plays a long one, with a fault if one is wanted, and writes a
// report.
// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { BROWSER } from '../support/node/browser.ts'
import { compare, FAULTS, type Sources } from './compare.ts'
import { type Fault, PUT_IN } from './faults.ts'
import { LONG, type Night, playNight, SHORT } from './night.ts'
import { drawNight, reportNight } from './report.ts'

/** Where run.ts wants the report of a long night. */
const { REHEARSAL, FAULT } = process.env

describe.skipIf(BROWSER === undefined)('a night, rehearsed', () => {
  let night: Night
  let sources: Sources
  beforeAll(async () => {
    night = await playNight(REHEARSAL === undefined ? SHORT : LONG, inject('seed'))
    sources = await night.read()
  })
  afterAll(() => night?.close())

  it.runIf(REHEARSAL === undefined)('leaves sources that agree, ticket by ticket', async () => {
    const comparison = compare(sources)
    expect(comparison.findings).toEqual([])
    expect(night.pageErrors()).toEqual([])
    // It was a night: everything happened that it is about.
    expect(sources.problems.size).toBeGreaterThan(0)
    expect(night.unsent).toBeGreaterThan(0)
    expect(night.again).toBeGreaterThan(0)
    const outcomes = new Set(sources.seen.map(({ how, verdict }) => `${how} ${verdict}`))
    for (const one of [
      'scan in',
      'tap in',
      'walk-in in',
      'scan already',
      'scan refused',
      'scan out',
      'scan back',
      'count in',
    ])
      expect(outcomes).toContain(one)
    expect(reportNight(night, sources, comparison)).toContain('All agree, ticket by ticket.')
    const picture = JSON.stringify(drawNight(night, sources, comparison))
    const isXml = `new DOMParser().parseFromString(${picture}, 'image/svg+xml').querySelector('parsererror') === null`
    expect(await night.gates[0]?.door.page.evaluate(isXml)).toBe(true)
  })

  it.runIf(REHEARSAL === undefined).each(FAULTS)('shows the fault “%s”', async (fault) => {
    const { expected, repair } = await PUT_IN[fault](night, sources)
    const faulty = await night.read()
    const comparison = compare(faulty)
    expect(comparison.findings).toMatchObject([expected])
    expect(reportNight(night, faulty, comparison)).toContain(`**${expected.about}**`)
    await repair?.()
  })

  it.runIf(REHEARSAL !== undefined)('agrees ticket by ticket, as the report says', async () => {
    if (FAULT) {
      await PUT_IN[FAULT as Fault](night, sources)
      sources = await night.read()
    }
    const comparison = compare(sources)
    const folder = REHEARSAL as string
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'rehearsal.svg'), drawNight(night, sources, comparison))
    await writeFile(join(folder, 'REHEARSAL.md'), reportNight(night, sources, comparison, FAULT))
    expect(comparison.findings).toEqual([])
    expect(night.pageErrors()).toEqual([])
  })
})
