// The service that an import is sent to: its address, a token, and requests that are repeated until they are
// answered.
import { setTimeout as sleep } from 'node:timers/promises'
import { issuerFile, signToken } from '../lib/issuer.ts'
import { readRunning, stateFolder } from '../lib/local.ts'
import type { Person } from '../lib/people.ts'
import { FIRST_SHARD, localHost, resolveLocalhost } from '../lib/shards.ts'
import { printable } from './report.ts'

export type Service = { url: string; token: string }

/** An owner in the demo, and in the database of `npm run dev -- --empty`. */
const LOCAL_PERSON: Person = 'owner'

const NO_TOKEN = `The import needs a token of a manager. Add a program in the console, and set DOORLIST_CLIENT_ID and
DOORLIST_CLIENT_SECRET to what it shows. Or set DOORLIST_TOKEN to a token.`

/** Requests a program's token by the client credentials grant (RFC 6749, section 4.4). */
const requestToken = async (api: string, clientId: string, clientSecret: string): Promise<string> => {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const response = await fetch(`${api}/api/v1/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`No token from ${api}: ${response.status} ${text}`)
  return (JSON.parse(text) as { access_token: string }).access_token
}

/** The address of a database of `npm run dev`. */
const addressOf = (api: string, shard: string): string => {
  if (shard === FIRST_SHARD) return api
  resolveLocalhost()
  return `http://${localHost(shard)}:${new URL(api).port}`
}

/**
 * Finds the service, which is that of `npm run dev` unless `url` is given, and a token for it. A `url` has
 * its database: `shard` is for `npm run dev`.
 */
export const connect = async (
  url: string | undefined,
  persistTo: string | undefined,
  shard: string,
): Promise<Service> => {
  const state = stateFolder(persistTo)
  const found = url === undefined ? await readRunning(state) : { api: url, issuer: '' }
  const running = url === undefined ? { ...found, api: addressOf(found.api, shard) } : found
  const { DOORLIST_TOKEN, DOORLIST_CLIENT_ID, DOORLIST_CLIENT_SECRET } = process.env
  const findToken = async (): Promise<string> => {
    if (DOORLIST_TOKEN) return DOORLIST_TOKEN
    if (DOORLIST_CLIENT_ID && DOORLIST_CLIENT_SECRET) {
      return requestToken(running.api, DOORLIST_CLIENT_ID, DOORLIST_CLIENT_SECRET)
    }
    if (running.issuer !== '') return signToken(issuerFile(state), running.issuer, LOCAL_PERSON)
    throw new Error(NO_TOKEN)
  }
  return { url: running.api, token: await findToken() }
}

const MAX_ATTEMPTS = 5

type Answer = { status: number; retryAfter: string | null; text: string }

/** Undefined if the connection broke, before the answer or within it. */
const ask = async (address: string, init: RequestInit): Promise<Answer | undefined> => {
  try {
    // Following a redirect would make it a GET.
    const response = await fetch(address, { ...init, redirect: 'manual' })
    const { status, headers } = response
    return { status, retryAfter: headers.get('Retry-After'), text: await response.text() }
  } catch {
    return undefined
  }
}

const askUntilAnswered = async (url: string, path: string, init: RequestInit): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(url + path, init)
    if (answer !== undefined && answer.status !== 429 && answer.status !== 503) return answer
    const reason = answer === undefined ? `${url} does not respond.` : `${url} is busy (${answer.status}).`
    if (attempt === MAX_ATTEMPTS) {
      throw new Error(`${reason} Run the command again later: importing a file twice changes nothing.`)
    }
    const seconds = Number(answer?.retryAfter ?? 1)
    console.error(`  ${reason} Trying again in ${seconds} s.`)
    await sleep(seconds * 1_000)
  }
}

/** By the status of the response. */
const HINTS: Readonly<Record<number, string>> = {
  401: 'Get a new token.',
  413: 'Split the file, and import the parts one after the other.',
}

const parse = (text: string): { message?: string } | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends a request. It is repeated if the service is busy or the connection breaks: a preview changes nothing,
 * and the import of a preview takes effect once.
 *
 * @throws Error with what the service says
 */
export const post = async <Body>({ url, token }: Service, path: string, body: object): Promise<Body> => {
  const { status, text } = await askUntilAnswered(url, path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const content = parse(text)
  if (status === 200 && content !== undefined) return content as Body
  if (content?.message === undefined) {
    throw new Error(`${url} responded with ${status}. Is it the address of the service?`)
  }
  throw new Error(`${printable(content.message)} ${HINTS[status] ?? ''}`.trimEnd())
}
