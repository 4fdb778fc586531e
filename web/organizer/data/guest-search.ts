// The search over the guests of an organizer, while somebody types.
import type { Schemas } from '../../shared/schemas.ts'
import { type Ok, type Result, toResult } from './load.ts'
import { ORGANIZER_API } from './reads.ts'
import { request } from './service.ts'

export type Found = Schemas['FoundTickets']

/** A person who is still typing has not finished. */
const TYPING_MS = 300
const MIN_CHARACTERS = 3

export const NO_GUESTS: Ok<Found> = { kind: 'ok', body: { data: [], complete: true }, etag: null }

/** Whether enough is typed for a search by name: the service refuses less. */
export const isEnough = (q: string): boolean => [...q].length >= MIN_CHARACTERS

/** Waits until nothing was typed for a moment: whether the search is still wanted then. */
export const waitForTyping = async (signal: AbortSignal | undefined): Promise<boolean> => {
  await new Promise((resolve) => setTimeout(resolve, TYPING_MS))
  return !signal?.aborted
}

export const findGuests = async (
  organizerId: string,
  query: { q: string; by?: string },
  signal: AbortSignal | undefined,
): Promise<Result<Found>> =>
  toResult(
    await request<Found>(
      `${ORGANIZER_API}/organizers/${organizerId}/tickets?${new URLSearchParams(query)}`,
      signal && { signal },
    ),
  )
