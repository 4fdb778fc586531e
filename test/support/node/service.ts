// The service that all browser tests share. Each test makes an organizer of its own, whose members are
// subjects of its own: nothing that another test does is in its way. The small demo is there too, to be read
// only.
//
//   const service = useService()
//   it('…', async () => {
//   const org = await service.makeOrganizer({ tickets: 60 })
//   const context = await browser.newContext({ storageState: await service.signIn(org.staff) })
//   await page.goto(`${service.api}/door/#/sessions/${org.session}`)
//
// A page is signed in by its local storage, as after a sign-in: the issuer of the tests lets in any subject,
// with real tokens and a refresh token. Only the tests of the sign-in itself go through the issuer's page.
import { inject } from 'vitest'
import { insertRows } from '../../../scripts/data/load.ts'
import { generateTickets, HARD_NAMES } from '../../../scripts/data/tickets.ts'
import { issuerFile, signToken } from '../../../scripts/lib/issuer.ts'
import { serverDatabase } from '../../../scripts/lib/local-database.ts'
import { newOrganizer, type Organizer, type Row } from '../organizer.ts'
import { openDoorClient } from './sign-in.ts'

const HOUR_MS = 3_600_000
/**
 * Sessions get their numbers in the order in which files make them. With one seed, a file has the same guests
 * in each run: enough who are expected, some of each other status, and none by chance with a name of a test.
 */
const SEED = 29

/** What Playwright takes as the state of a new browser profile. */
type StorageState = {
  cookies: []
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

export type Service = {
  /** The address of the API and of the pages. */
  api: string
  /** The state folder, for commands that look for a running service. */
  state: string
  /** A token of a subject, for requests without a page. */
  token: (subject: string) => Promise<string>
  /** The state of a browser profile in which a subject is signed in, on both pages. */
  signIn: (subject: string) => Promise<StorageState>
  /** Runs SQL as another part of the platform would. Returns the rows of the last statement. */
  sql: <Result = Row>(...statements: string[]) => Promise<Result[]>
  /** Inserts rows. */
  insert: (table: string, ...rows: Row[]) => Promise<void>
  /** Adds an organizer whose sessions start in two hours, with generated tickets in `session`. */
  makeOrganizer: (options?: { tickets?: number; startsAt?: number }) => Promise<Organizer>
}

/** The service at an address, with the database and the keys of a state folder. */
export const connect = (api: string, issuer: string, state: string): Service => {
  const db = serverDatabase(api)

  const sql = async <Result>(...statements: string[]): Promise<Result[]> =>
    (await db.batch<Result>(statements.map((statement) => db.prepare(statement)))).at(-1)?.results ?? []

  const insert = async (table: string, ...rows: Row[]): Promise<void> => {
    await db.batch(rows.flatMap((row) => [...insertRows(db, table, [row])]))
  }

  const addTickets = async ({ session, types }: Organizer, count: number): Promise<void> => {
    const [row] = await sql<{ number: number; startsAt: number }>(
      `SELECT number, starts_at AS startsAt FROM sessions WHERE id = '${session}'`,
    )
    if (row === undefined) throw new Error('There is no such session.')
    const named = Object.entries(types).map(([name, id]) => ({ id, name }))
    const tickets = generateTickets({ ...row, now: Date.now(), seed: SEED }, named, count, HARD_NAMES)
    const rows = [...tickets].map((ticket) => ({ ...ticket, id: crypto.randomUUID() }))
    await db.batch([...insertRows(db, 'tickets', rows)])
  }

  return {
    api,
    state,
    sql,
    insert,
    token: (subject) => signToken(issuerFile(state), issuer, subject),
    signIn: async (subject) => {
      const client = await openDoorClient(api)
      const { access_token, refresh_token = null, expires_in = 0 } = await client.signIn(subject)
      const tokens = {
        subject,
        accessToken: access_token,
        expiresAt: Date.now() + expires_in * 1_000,
        refreshToken: refresh_token,
      }
      const localStorage = [{ name: 'doorlist.tokens', value: JSON.stringify(tokens) }]
      return { cookies: [], origins: [{ origin: api, localStorage }] }
    },
    makeOrganizer: async ({ tickets = 0, startsAt = Date.now() + 2 * HOUR_MS } = {}) => {
      const { org, tables } = newOrganizer(startsAt)
      for (const [table, rows] of tables) await insert(table, ...rows)
      if (tickets > 0) await addTickets(org, tickets)
      return org
    },
  }
}

/** The shared service. */
export const useService = (): Service => {
  const { api, issuer, state } = inject('service')
  return connect(api, issuer, state)
}
