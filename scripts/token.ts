// npm run --silent token -- PERSON: prints one fresh token, and nothing else.
import { parseArgs } from 'node:util'
import { fail, readRunning, stateFolder } from './local.ts'
import { isPerson, PEOPLE } from './people.ts'
import { requestToken } from './request-token.ts'

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'persist-to': { type: 'string' } },
  })
  const [person] = positionals
  if (!isPerson(person) || positionals.length !== 1) {
    throw new Error(`Usage: npm run --silent token -- PERSON, one of ${PEOPLE.join(', ')}.`)
  }
  const { issuer } = await readRunning(stateFolder(values['persist-to']))
  console.log(
    await requestToken(issuer, person).catch((cause) => {
      throw new Error('The issuer does not answer: is `npm run dev` running?', { cause })
    }),
  )
}

run().catch(fail)
