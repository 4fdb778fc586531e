// npm run setup-link: the way in for who holds the account, where nobody can sign in. Opens the setup again
// while there is no owner; otherwise it invites a new owner, because the only one has lost their passkeys.
import { randomUUID } from 'node:crypto'
import { hashOf, newCode } from '../src/domain/secrets.ts'
import { defineCommand, PERSIST_TO_USAGE, parseServiceUrl, runCommand, UsageError } from './lib/command.ts'
import { DATABASE_OPTIONS, type Database, withDatabaseOf } from './lib/database.ts'
import { newSecret, readSecrets, stateFolder } from './lib/local.ts'
import { envArguments, runWrangler, withSecretsFile } from './lib/remote.ts'
import { writeSetupCode } from './lib/setup-code.ts'
import { FIRST_SHARD, SHARD_USAGE } from './lib/shards.ts'
import { sqlText } from './lib/sql-text.ts'

const USAGE = `Usage: npm run setup-link -- --url URL [--organizer ID] [--move] [--remote [--env NAME]] [--shard BINDING] [--persist-to DIR]

Prints a link for somebody who cannot sign in with a passkey: the link of the setup while nobody owns an organizer, or else an
invitation of a new owner, which works once and for a day.
  --url URL       the address of the service, for example https://doorlist.example.com
  --organizer ID  which organizer, if there are several
  --move          passkeys belong to the host of URL from now on: those of the host before work no more
  --remote        in the deployed database instead of the local one
  --env NAME      the environment of wrangler.toml, with --remote
  ${SHARD_USAGE}
  ${PERSIST_TO_USAGE}`

/** Throws if passkeys belong to another host, unless they are to move. */
const requireHost = async (database: Database, host: string, moves: boolean): Promise<void> => {
  const [[row] = []] = await database.read('SELECT host FROM passkey_host')
  if (row === undefined || row.host === host) return
  if (!moves) {
    throw new UsageError(
      `Passkeys belong to ${row.host}, so a link to ${host} is of no use. With --move they belong to ${host}, and everybody needs a new invitation.`,
    )
  }
  await database.write([`UPDATE passkey_host SET host = ${sqlText(host)}`])
}

/** The organizer with an owner. */
const findOrganizer = async (
  database: Database,
  id: string | undefined,
): Promise<{ id: string; name: string; owner: string } | undefined> => {
  const [rows = []] = await database.read(
    `SELECT organizers.id, organizers.name, min(subject) AS owner FROM organizers
     JOIN members ON organizer_id = organizers.id AND role = 'owner' GROUP BY organizers.id ORDER BY organizers.name`,
  )
  const found = rows.map((row) => ({ id: String(row.id), name: String(row.name), owner: String(row.owner) }))
  const wanted = id === undefined ? found : found.filter((organizer) => organizer.id === id)
  if (wanted.length === 0 && id !== undefined) throw new UsageError(`There is no organizer ${id}.`)
  if (wanted.length > 1) {
    const list = wanted.map((organizer) => `  ${organizer.id}  ${organizer.name}`).join('\n')
    throw new UsageError(`There are several organizers. Choose one with --organizer:\n${list}`)
  }
  return wanted[0]
}

/** Statements that invite an owner, with a record. The present owner counts as the one who invites. */
export const inviteOwner = async (organizerId: string, owner: string, code: string): Promise<string[]> => {
  const id = randomUUID()
  const codeHash = await hashOf(code)
  return [
    `INSERT INTO invitations (id, organizer_id, role, code_hash, expires_at, invited_by)
     VALUES (${sqlText(id)}, ${sqlText(organizerId)}, 'owner', ${sqlText(codeHash)}, (unixepoch() + 86400) * 1000, ${sqlText(owner)})`,
    `INSERT INTO audit_log (at, subject, request_id, organizer_id, entity_type, entity_id, action, change, call_id)
     VALUES (unixepoch() * 1000, 'npm run setup-link', ${sqlText(randomUUID())}, ${sqlText(organizerId)}, 'invitation',
       ${sqlText(id)}, 'invitation.create', '{"role":"owner"}', ${sqlText(randomUUID())})`,
  ]
}

/** Gives the deployment a new setup code. */
const renewSetupCode = (env: string | undefined): string => {
  const code = newSecret()
  withSecretsFile({ SETUP_CODE: code }, (file) => runWrangler('secret', 'bulk', file, ...envArguments(env)))
  return code
}

export const setupLinkCommand = defineCommand(
  USAGE,
  {
    url: { type: 'string' },
    organizer: { type: 'string' },
    move: { type: 'boolean', default: false },
    ...DATABASE_OPTIONS,
  },
  async ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}".`)
    const url = parseServiceUrl(values.url)
    await withDatabaseOf(values, async (database) => {
      const organizer = await findOrganizer(database, values.organizer)
      await requireHost(database, new URL(url).hostname, values.move)
      if (organizer === undefined) {
        const ofDeployment = async () =>
          values.remote
            ? renewSetupCode(values.env)
            : (await readSecrets(stateFolder(values['persist-to']))).SETUP_CODE
        const code =
          values.shard === FIRST_SHARD
            ? await ofDeployment()
            : await writeSetupCode(database, new URL(url).hostname)
        console.log(`Set up your organizer, once:\n\n  ${url}/setup#setup/${code}`)
        return
      }
      const code = newCode()
      await database.write(await inviteOwner(organizer.id, organizer.owner, code))
      console.log(
        `Become an owner of "${organizer.name}", once and within a day:\n\n  ${url}/organizer/#join/${code}`,
      )
    })
  },
)

if (import.meta.main) await runCommand(setupLinkCommand)
