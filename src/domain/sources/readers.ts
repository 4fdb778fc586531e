// How each kind of source is read.
import type { SOURCE_KINDS } from '../../db/schema/sources.ts'
import { readLink } from './link.ts'
import { type Reader, SourceError } from './reader.ts'

const readNothing: Reader = async () => {
  throw new SourceError('This kind of source cannot be read yet.')
}

export const READERS: Readonly<Record<(typeof SOURCE_KINDS)[number], Reader>> = {
  Link: readLink,
  Pretix: readNothing,
  Eventbrite: readNothing,
}
