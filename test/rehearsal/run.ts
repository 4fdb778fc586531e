// npm run rehearsal: plays a long night in Chromium, and says whether all that is left of it agrees.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from '../../scripts/lib/command.ts'
import { ROOT } from '../../scripts/lib/local.ts'
import { FAULTS } from './compare.ts'

const HELP = `Usage: npm run rehearsal [-- --fault=${FAULTS.join('|')}] [--seed=NUMBER]

Plays a night from an empty database, on loopback and in Chromium: 2,000 guests, eight phones, three guest lists, a
restart, a restore. One phone is at the smoking door, and one at the bar. Then it compares the download, the records,
the lists on the phones, the guest lists, the counts, the number inside, and what staff saw, ticket by ticket.
It takes about four minutes, prints a report, and writes it with a picture to .wrangler/rehearsal. The exit code is 1 if
anything disagrees.

  --fault       puts a fault in after the night: another status on a phone's disk (copy), a wrong count (count), a
                wrong number inside (inside), a wrong number of a guest list (list), or a check-in that is gone (lost)
  --seed        another night; the report names the seed of this one`

/** Far longer than a night takes: a busy machine must not end it. */
const LIMIT_MS = 3_600_000

const FOLDER = join(ROOT, '.wrangler', 'rehearsal')

const rehearse = (): void => {
  const { values } = parseArgs({
    options: {
      fault: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { fault = '', seed } = values
  if (values.help) {
    console.log(HELP)
    return
  }
  if (fault !== '' && !FAULTS.some((one) => one === fault)) throw new Error(HELP)
  rmSync(FOLDER, { recursive: true, force: true })
  const { status } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'vitest'),
    [
      ...['run', '--project', 'browser', 'test/rehearsal', '--reporter=dot'],
      ...[`--testTimeout=${LIMIT_MS}`, `--hookTimeout=${LIMIT_MS}`],
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...{ REHEARSAL: FOLDER, FAULT: fault, REQUIRE_BROWSER: '1' },
        ...(seed !== undefined && { SEED: seed }),
      },
    },
  )
  process.exitCode = status ?? 1
  // A night that breaks off has no report.
  if (!existsSync(join(FOLDER, 'REHEARSAL.md'))) return
  console.log(readFileSync(join(FOLDER, 'REHEARSAL.md'), 'utf8'))
  console.log(`Picture: ${join(FOLDER, 'rehearsal.svg')}`)
}

try {
  rehearse()
} catch (error) {
  fail(error)
}
