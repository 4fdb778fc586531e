// Takes the names of guests off the disk. Numbers, hashes and states stay, so that the door goes on.
import { type CheckIn, isCheckIn } from '../core/check-in.ts'
import { isOwed } from '../core/leave.ts'
import type { Row } from '../core/ticket.ts'
import { type IndexedRow, indexRow } from '../core/ticket-list.ts'
import { NAMES } from '../core/withheld.ts'
import { closeDatabase, result, transact } from './database.ts'
import type { SessionEntry } from './entry.ts'
import type { TicketsEntry } from './generation.ts'
import { KEEPS_NAME, overwriteDeleted, overwriteFree } from './overwrite.ts'

const withoutNames = ({ row }: IndexedRow): IndexedRow =>
  indexRow(row.map((value, index) => (NAMES.has(index) ? null : value)) as unknown as Row)

/** A walk-in that was not sent keeps its name until the service has it. */
const nameless = (checkIn: CheckIn): CheckIn =>
  checkIn.walkIn !== undefined && checkIn.status === 'admitted' && isOwed(checkIn)
    ? { ...checkIn, isLeft: true }
    : {
        ...checkIn,
        guest: { ...checkIn.guest, name: null, seat: null },
        walkIn: checkIn.walkIn && { note: null },
      }

/**
 * The page must start again after it: the lists have other generations then.
 *
 * @param known the check-ins in memory, which the disk may lack
 */
export const dropNames = async (known: readonly CheckIn[]): Promise<void> => {
  const stores = ['sessions', 'tickets', 'checkIns'] as const
  try {
    await overwriteFree()
    await transact(stores, 'readwrite', async (store) => {
      const [sessions, tickets, checkIns] = await Promise.all([
        result<SessionEntry[]>(store('sessions').getAll()),
        result<TicketsEntry[]>(store('tickets').getAll()),
        result<CheckIn[]>(store('checkIns').getAll()),
      ])
      const last = Math.max(0, ...tickets.map(({ generation }) => generation))
      // Stored before what has the names is deleted, so that it does not lie in what that leaves.
      for (const entry of tickets)
        store('tickets').put({
          ...entry,
          generation: last + entry.generation,
          rows: entry.rows.map(withoutNames),
        })
      for (const { sessionId, generation, number } of tickets)
        store('tickets').delete([sessionId, generation, number])
      for (const name of ['sessions', 'checkIns'] as const) store(name).clear()
      for (const entry of sessions) {
        const { generation, loading } = entry
        const types = entry.session.types?.map((type) => ({ ...type, note: null }))
        store('sessions').put({
          ...entry,
          session: { ...entry.session, ...(types && { types }) },
          generation: generation && last + generation,
          loading: loading && { ...loading, generation: last + loading.generation },
        })
      }
      const all = new Map([...checkIns.filter(isCheckIn), ...known].map((one) => [one.id, one]))
      const kept = [...all.values()].map(nameless)
      for (const checkIn of kept) store('checkIns').put(checkIn)
      if (kept.some(({ guest }) => guest.name !== null)) localStorage.setItem(KEEPS_NAME, 'yes')
    })
    await overwriteDeleted()
  } finally {
    closeDatabase()
  }
}
