// Listings as SQL writes them.
import { insert, type Organizer } from './rows.ts'

type Columns = Record<string, string | number | null>

export type StoredListing = { id: string; slug: string }

/** Adds a listing that is visible since a minute. Its slug is its id. */
export const addVisible = async (
  { id: organizer }: Pick<Organizer, 'id'>,
  columns: Columns = {},
): Promise<StoredListing> => {
  const id = crypto.randomUUID()
  const row = {
    ...{ id, slug: id, organizer_id: organizer, title: 'Summer Night', status: 'Published' },
    ...{ published_at: Date.now() - 60_000, created_at: 0, updated_at: 0, ...columns },
  }
  await insert('listings', row)
  return { id, slug: row.slug as string }
}
