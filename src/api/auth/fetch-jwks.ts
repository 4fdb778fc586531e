import type { JSONWebKeySet } from 'jose'
import { FETCH_TIMEOUT_MS } from './jwks-policy.ts'
import { parseJwks } from './parse-jwks.ts'

/** Far more than twenty keys with certificate chains need. Keeps a broken issuer from exhausting the memory. */
const MAX_BODY_BYTES = 256 * 1024

/** Reads a body of at most `maxBytes`; stops reading as soon as it is longer. */
const readText = async (response: Response, maxBytes: number): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`The JWKS is larger than ${maxBytes} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Fetches a JWKS. Redirects are not followed: the keys come from the configured URL only.
 *
 * @throws an error if the issuer is unreachable, slow, or sends anything but a JWKS with usable keys
 */
export const fetchJwks = async (url: string): Promise<JSONWebKeySet> => {
  const response = await fetch(url, {
    headers: { Accept: 'application/json, application/jwk-set+json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  })
  if (response.status !== 200) throw new Error(`The JWKS endpoint responded with status ${response.status}.`)
  return parseJwks(JSON.parse(await readText(response, MAX_BODY_BYTES)))
}
