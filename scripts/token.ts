// npm run --silent token -- PERSON: prints one fresh token and nothing else.
import { defineCommand, PERSIST_TO_USAGE, runCommand, UsageError } from './lib/command.ts'
import { readRunning, stateFolder } from './lib/local.ts'
import { isPerson, PEOPLE } from './lib/people.ts'
import { requestToken } from './lib/request-token.ts'

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
    const { issuer } = await readRunning(stateFolder(values['persist-to']))
    const token = await requestToken(issuer, person).catch((cause) => {
      throw new Error('The token issuer does not respond. Is `npm run dev` running?', { cause })
    })
    console.log(token)
  },
)

if (import.meta.main) await runCommand(tokenCommand)
