// Faults that are put in after a night, to see that the comparison finds them. Each returns what has to be
// found, and how to take it out again, if that is possible.
import { changeStore, inSession, readStore } from '../support/node/door.ts'
import { type FAULTS, type Finding, isLive, type Sources } from './compare.ts'
import type { Night } from './night.ts'

export type Fault = (typeof FAULTS)[number]

type PutIn = (
  night: Night,
  sources: Sources,
) => Promise<{ expected: Pick<Finding, 'kind' | 'about'>; repair?: () => Promise<unknown> }>

/** A guest with a ticket who was let in once. */
const letInOnce = ({ records, guests }: Sources): string => {
  const numbers = records
    .filter((one) => isLive(one) && one.areaId === null)
    .map(({ number }) => number ?? '')
  const found = numbers.find(
    (one) => guests.has(one) && records.filter(({ number }) => number === one).length === 1,
  )
  if (found === undefined) throw new Error('Nobody was let in once.')
  return found
}

/** The change of an entry of the phone's list: a ticket gets another status. */
const withStatus = (number: string, status: string): string =>
  `for (const { row } of entry.rows) if (row[1] === '${number}') row[2] = '${status}'`

export const PUT_IN: Record<Fault, PutIn> = {
  /** The list on a phone's disk has another status, and the phone has no reason to load it again. */
  copy: async ({ gates }, sources) => {
    const number = letInOnce(sources)
    const page = gates[1]?.door.page
    if (page === undefined || (await readStore(page, 'tickets')).length === 0) throw new Error('No list.')
    await changeStore(page, 'tickets', withStatus(number, 'Refunded'))
    return {
      expected: { kind: 'copy', about: number },
      repair: () => changeStore(page, 'tickets', withStatus(number, 'CheckedIn')),
    }
  },
  /** The figures of the session are not those of its tickets. */
  count: async ({ sql, session }) => {
    const add = (one: number) =>
      sql(`UPDATE ticket_counts SET valid = valid + ${one} WHERE ${inSession(session)}`)
    await add(1)
    return { expected: { kind: 'count', about: 'Valid' }, repair: () => add(-1) }
  },
  /** Somebody is counted as outside who is not. */
  inside: async ({ sql, session }) => {
    const add = (one: number) =>
      sql(`UPDATE ticket_counts SET "left" = "left" + ${one} WHERE ${inSession(session)}`)
    await add(1)
    return { expected: { kind: 'inside', about: 'Venue' }, repair: () => add(-1) }
  },
  /** Somebody of a guest list came who did not. */
  list: async ({ sql, session }) => {
    const name = 'DJ Tom'
    const add = (one: number) =>
      sql(
        `UPDATE guest_lists SET arrived = arrived + ${one} WHERE name = '${name}' AND ${inSession(session)}`,
      )
    await add(1)
    return { expected: { kind: 'list', about: name }, repair: () => add(-1) }
  },
  /** A check-in is gone without a trace, and all phones have loaded its ticket since. */
  lost: async ({ sql, session, settle }, sources) => {
    const number = letInOnce(sources)
    const ticket = `ticket_number = '${number}' AND ${inSession(session)}`
    await sql(
      `DELETE FROM check_ins WHERE ticket_id = (SELECT id FROM tickets WHERE ${ticket})`,
      `UPDATE tickets SET status = 'Valid', checked_in_at = NULL, device = NULL WHERE ${ticket}`,
    )
    await settle()
    return { expected: { kind: 'lost', about: number } }
  },
}
