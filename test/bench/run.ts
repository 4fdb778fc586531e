// npm run bench: measures the service, and writes RESULTS.md and results.json.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from '../../scripts/lib/command.ts'
import { ROOT } from '../../scripts/lib/local.ts'
import { MAX_SHARDS } from '../../scripts/lib/shards.ts'
import { prepareDatabase } from './database.ts'
import { measureDevice, readValidTickets } from './device.ts'
import { measureCameraAlone, measureDoor } from './door/door.ts'
import { reportCamera, reportDoor } from './door/report.ts'
import { runGates } from './gates/gates.ts'
import { reportGates } from './gates/report.ts'
import { measureHeavyWrites } from './heavy-writes.ts'
import { measureCases, measureGrowth } from './measure.ts'
import { measureOverload } from './overload.ts'
import { describeMachine, reportGrowth, reportSoak, writeReport } from './report.ts'
import { reportCases } from './report-cases.ts'
import { reportDevice } from './report-device.ts'
import { reportHeavyWrites } from './report-heavy-writes.ts'
import { reportOverload } from './report-overload.ts'
import { FULL, QUICK, type Scale } from './scale.ts'
import { bindDatabases, withServer } from './server.ts'
import { soak } from './soak.ts'

const HELP = `Usage: npm run bench [-- --quick | --only TEXT | device | overload [--only TEXT] | writes | soak | gates | door | camera]

Measures the service over HTTP on loopback, compared with a bare Worker and a naive implementation.
The first run builds a database in .wrangler/bench; later runs use it again.

  (nothing)     everything, in about a quarter of an hour on two idle cores; writes RESULTS.md and results.json
  --quick       a smaller database and fewer samples, in about two minutes; prints the tables and writes nothing.
                Leaves out the session of 100,000 tickets, soak and gates, and p99 of the overload scenario
  --only TEXT   only the requests whose name contains TEXT, with all samples; prints their table
  --databases N with N databases bound, 1 to 16, of which requests use one: compare with a run without it
  device        only what a device at a gate costs: check-ins, the whole list, changes and polls; prints the tables
  overload      only the overload scenario, of all operations or those whose name contains TEXT; prints its tables
  writes        only the first page beside imports and renames of another organizer; prints its table
  soak          only the soak: 64 clients for one minute, every response checked
  gates         only the gates: 20 gates check people in for one minute, every response and the end state checked.
                Prints a verdict; the exit code is 1 if anything was wrong
  door          only the door page, in Chromium, in about five minutes; prints the tables and writes DOOR.md
  camera        only the camera of the door page, in two minutes; prints its figures
  --help        this text`

/** Parts of the benchmark that can be run alone. */
const PARTS: Record<string, (only?: string) => Promise<string>> = {
  device: async () => {
    await prepareDatabase(FULL)
    const tickets = await readValidTickets(FULL)
    return withServer(FULL, async (server) => reportDevice(await measureDevice(server, FULL, tickets)))
  },
  overload: async (only) => {
    await prepareDatabase(FULL)
    return withServer(FULL, async (server) => reportOverload(await measureOverload(server, FULL, only), FULL))
  },
  writes: async () => {
    await prepareDatabase(FULL)
    return withServer(FULL, async (server) => reportHeavyWrites(await measureHeavyWrites(server, FULL)))
  },
  soak: async () => {
    await prepareDatabase(FULL)
    return reportSoak(await soak(FULL))
  },
  gates: async () => {
    await prepareDatabase(FULL)
    return reportGates(await runGates(FULL))
  },
  camera: async () => reportCamera(await measureCameraAlone()),
  door: async () => {
    const text = reportDoor(await measureDoor())
    writeFileSync(join(import.meta.dirname, 'DOOR.md'), text)
    return text
  },
}

const runCases = async (only: string): Promise<string> => {
  await prepareDatabase(FULL)
  return withServer(FULL, async (server) => reportCases(await measureCases(server, FULL, only), FULL))
}

const runAll = async (scale: Scale): Promise<void> => {
  await prepareDatabase(scale)
  const validTickets = await readValidTickets(scale)
  const measured = await withServer(scale, async (server) => {
    const cases = await measureCases(server, scale, undefined)
    console.log('Session sizes')
    const growth = await measureGrowth(server, scale)
    console.log('A device at a gate')
    const device = await measureDevice(server, scale, validTickets)
    console.log('Overload scenario')
    const overload = await measureOverload(server, scale, undefined)
    console.log('Heavy writes of another organizer')
    return { cases, growth, device, overload, heavyWrites: await measureHeavyWrites(server, scale) }
  })
  if (scale === QUICK) {
    const { cases, growth, device, overload, heavyWrites } = measured
    const parts = [
      reportCases(cases, scale),
      reportGrowth(growth),
      reportDevice(device),
      reportOverload(overload, scale),
      reportHeavyWrites(heavyWrites),
    ]
    console.log(parts.join('\n\n'))
    return
  }
  console.log('Soak')
  const soaked = await soak(scale)
  console.log('Gates')
  const result = { ...describeMachine(), ...measured, soak: soaked, gates: await runGates(scale) }
  const write = (name: string, text: string) => writeFileSync(join(import.meta.dirname, name), text)
  write('results.json', JSON.stringify(result, roundFigures))
  spawnSync(join(ROOT, 'node_modules', '.bin', 'biome'), ['format', '--write', 'test/bench/results.json'], {
    cwd: ROOT,
  })
  write('RESULTS.md', writeReport(result, scale))
}

/** No figure here is precise enough for more than two decimals. */
const roundFigures = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      databases: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  const [name, ...rest] = positionals
  const databases = Number(values.databases)
  if (!Number.isInteger(databases) || databases < 1 || databases > MAX_SHARDS) throw new Error(HELP)
  bindDatabases(databases)
  const part = PARTS[name ?? '']
  const isOnlySome = values.only !== undefined && name !== 'overload'
  const chosen = [values.quick, isOnlySome, name !== undefined].filter(Boolean).length
  if (values.help) console.log(HELP)
  else if (chosen > 1 || rest.length > 0 || (name !== undefined && part === undefined)) throw new Error(HELP)
  else if (part !== undefined) console.log(await part(values.only))
  else if (values.only !== undefined) console.log(await runCases(values.only))
  else await runAll(values.quick ? QUICK : FULL)
}

/** The message of an error, and of what caused it: `fetch failed` alone says nothing. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  const message = error.message || (code ?? error.name)
  return error.cause === undefined ? message : `${message} (${describe(error.cause)})`
}

run().catch((error) => fail(describe(error)))
