import { AUDIENCE } from './local.ts'
import { CLIENT_SECRET } from './people.ts'

/**
 * Requests an access token by the client credentials grant (RFC 6749, section 4.4): from the local issuer for a person
 * of the demo, or from the API for a program. Throws when `url` does not respond or returns an error.
 */
export const requestToken = async (
  url: string,
  clientId: string,
  clientSecret = CLIENT_SECRET,
): Promise<string> => {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: AUDIENCE }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`No token from ${url}: ${response.status} ${text}`)
  return (JSON.parse(text) as { access_token: string }).access_token
}
