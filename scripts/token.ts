// npm run --silent token -- PERSON: prints one fresh token and nothing else.

import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { issuerFile, signToken } from './lib/issuer.ts'
import { readRunning, stateFolder } from './lib/local.ts'
import { isPerson, PEOPLE } from './lib/people.ts'

const USAGE = `Usage: npm run --silent token -- PERSON

Prints a fresh access token for a person of the demo. \`npm run dev\` must be running.
PERSON is one of ${PEOPLE.join(', ')}.

  ${PERSIST_TO_USAGE}
  --help            print this text`

export const tokenCommand = defineCommand(
  USAGE,
  { 'persist-to': { type: 'string' } },
  async ({ values, positionals }) => {
    const [person] = positionals
    if (positionals.length !== 1) throw new UsageError('Name one person.')
    if (!isPerson(person)) throw new UsageError(`There is no demo person "${person}".`)
    const state = stateFolder(values['persist-to'])
    const { issuer } = await readRunning(state)
    console.log(await signToken(issuerFile(state), issuer, person))
  },
)

if (import.meta.main) await runCommand(tokenCommand)
