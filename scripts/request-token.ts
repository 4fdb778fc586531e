import { AUDIENCE } from './local.ts'
import { CLIENT_SECRET, type Person } from './people.ts'

/** A fresh access token for a demo person, from the issuer at `url`. */
export const requestToken = async (url: string, person: Person): Promise<string> => {
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${person}:${CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: AUDIENCE }),
  })
  const answer = (await response.json()) as { access_token?: string }
  if (answer.access_token === undefined) throw new Error(`The issuer refused: ${JSON.stringify(answer)}`)
  return answer.access_token
}
