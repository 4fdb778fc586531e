// How each kind of source is read.
import type { SOURCE_KINDS } from '../../db/schema/sources.ts'
import { readEventbrite } from './eventbrite.ts'
import { readLink } from './link.ts'
import { readPretix } from './pretix.ts'
import type { Reader } from './reader.ts'

export const READERS: Readonly<Record<(typeof SOURCE_KINDS)[number], Reader>> = {
  Link: readLink,
  Pretix: readPretix,
  Eventbrite: readEventbrite,
}
