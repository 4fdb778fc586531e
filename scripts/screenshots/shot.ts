// A picture of a page for the guides.
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
