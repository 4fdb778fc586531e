// A picture of a page for the guides, and the requests that prepare one.
import type { Page } from 'playwright-core'
import type { Person } from '../lib/people.ts'

export type Shot = {
  /** Its path below `docs`, without `.png`. */
  name: string
  device: 'phone' | 'desktop'
  colorScheme: 'light' | 'dark'
  /** Who signs in. */
  person: Person
  /** The path of the page, with its fragment. */
  address: string
  /** Waits until the page shows what the picture is about. */
  show: (page: Page) => Promise<void>
}

export type Api = <Body>(method: string, path: string, body?: object) => Promise<Body>

/** Requests to the API with a token. */
export const apiWith =
  (origin: string, token: string): Api =>
  async (method, path, body) => {
    const response = await fetch(new URL(path, origin), {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as never
  }
