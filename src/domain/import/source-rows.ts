// What a source remembers of the tickets that it made or adopted: hashes of its rows, and of what it wrote.
import { sha256 } from '@noble/hashes/sha2.js'
import type { TicketRow } from './file/table/columns.ts'
import { foldType } from './matching.ts'

const encoder = new TextEncoder()

const DIGEST_CHARACTERS = 16

/** Different for each source or ticket, so that nobody finds out which tickets are of one guest. */
export const digestOf = (...parts: readonly unknown[]): string =>
  sha256(encoder.encode(JSON.stringify(parts)))
    .toHex()
    .slice(0, DIGEST_CHARACTERS)

/** Digests of what was written, by column. The type of a ticket is its name there, folded. */
export type Written = { [Column in keyof TicketRow]?: string }

export const writtenDigest = (
  ticketId: string,
  column: keyof TicketRow,
  value: string | number | null | undefined,
): string =>
  digestOf(ticketId, column, column === 'ticket_type_name' ? foldType(String(value)) : (value ?? null))
