// npm run --silent token -- PERSON: prints one fresh token and nothing else.

import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { issuerFile, signToken } from './lib/issuer.ts'
import { readRunning, stateFolder } from './lib/local.ts'
import { isPerson, PEOPLE } from './lib/people.ts'
import { parseShard, SHARD_OPTION, SHARD_USAGE } from './lib/shards.ts'

const USAGE = `Usage: npm run --silent token -- PERSON

Prints a fresh access token for a person of the demo. \`npm run dev\` must be running.
PERSON is one of ${PEOPLE.join(', ')}.

  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}
  --help            print this text`

export const tokenCommand = defineCommand(
  USAGE,
  { 'persist-to': { type: 'string' }, ...SHARD_OPTION },
  async ({ values, positionals }) => {
    const [person] = positionals
    if (positionals.length !== 1) throw new UsageError('Name one person.')
    if (!isPerson(person)) throw new UsageError(`There is no demo person "${person}".`)
    // One issuer signs for all databases: what a token may do is for each of them to say.
    parseShard(values.shard)
    const state = stateFolder(values['persist-to'])
    const { issuer } = await readRunning(state)
    console.log(await signToken(issuerFile(state), issuer, person))
  },
)

if (import.meta.main) await runCommand(tokenCommand)
