// The link that connects this phone, instead of a sign-in: whether there is one, or an attempt.
import { signal } from '@preact/signals'
import type { Schemas } from '../shared/schemas.ts'

/** The code of the link to use; `ask` while the dialog asks for one; undefined without a dialog. */
export const connecting = signal<string | 'ask' | undefined>(undefined)

/** The code at the end of a link; undefined for other text. */
export const codeIn = (text: string): string | undefined =>
  /#connect\/([\w-]{22,200})$/.exec(text.trim())?.[1]

/**
 * An attempt without a response so far. A link works once, but again for the same attempt: after a lost
 * response, or in another tab.
 */
export const ATTEMPT = 'doorlist.connect'
export type Attempt = Pick<Schemas['Link'], 'organizerName' | 'name'> & { code: string; attempt: string }

export const readAttempt = (): Attempt | undefined => {
  try {
    const stored = JSON.parse(localStorage.getItem(ATTEMPT) ?? 'null') as Attempt | null
    return typeof stored?.attempt === 'string' ? stored : undefined
  } catch {
    return undefined
  }
}
