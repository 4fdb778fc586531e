import { AUDIENCE } from './local.ts'
import { CLIENT_SECRET, type Person } from './people.ts'

/**
 * Requests an access token for a demo person from the issuer at `url`, by the client credentials grant (RFC 6749,
 * section 4.4). Throws when the issuer does not respond or returns an error.
 */
export const requestToken = async (url: string, person: Person): Promise<string> => {
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${person}:${CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: AUDIENCE }),
  })
  const body = (await response.json()) as { access_token?: string }
  if (body.access_token === undefined)
    throw new Error(`The issuer returned an error: ${JSON.stringify(body)}`)
  return body.access_token
}
