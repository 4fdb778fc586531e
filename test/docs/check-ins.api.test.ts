// The examples with exits of docs/check-ins.md, on the real service. Those without are in
// test/api/v1/check-ins/page.api.test.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import page from '../../docs/check-ins.md?raw'
import { type EntryRule, ONCE, OUTCOMES, presenceOf } from '../../src/domain/check-in-rule.ts'
import { okBody, sendJson } from '../support/api.ts'
import { checkIn, exit, listCheckIns, type Sent, sendOne, undo } from '../support/check-ins.ts'
import { addArea, addTicket, makeOrganizer, type Organizer, query } from '../support/rows.ts'

const time = (clock: string): number =>
  Date.UTC(2026, 5, 12, ...(clock.split(':').map(Number) as [number, number]))

let org: Organizer
/** By their names on the page. The event has no roof. */
let areas: Record<string, string>
beforeAll(async () => {
  org = await makeOrganizer()
  areas = {
    Floor: await addArea(org.event),
    VIP: await addArea(org.event, 'VIP'),
    Roof: crypto.randomUUID(),
  }
  await query('UPDATE sessions SET starts_at = ? WHERE id = ?', time('20:00'), org.session)
})

const code = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)

const examples = (page.split('## Examples with exits')[1] as string).split('\n## ')[0]?.split('\n') ?? []
const rows = examples.flatMap((line) => {
  const [, rule, arrives, outcomes, guest, problems] = line.split('|').map(code)
  return rule?.[0] === undefined || guest?.[0] === undefined
    ? []
    : [{ rule: rule[0], arrives: arrives ?? [], outcomes, guest: guest[0], problems }]
})

/** `AfterExit until 60`, `Floor only`, `from -30`. */
const readRule = (text: string): EntryRule => {
  const [, only] = /(\w+) only/.exec(text) ?? []
  const [, from] = /from (-?\d+)/.exec(text) ?? []
  const [, until] = /until (-?\d+)/.exec(text) ?? []
  return {
    areas: only === undefined ? null : [areas[only] as string],
    entries: text.startsWith('AfterExit') ? 'AfterExit' : text === 'Any' ? 'Any' : ONCE.entries,
    from: from === undefined ? null : Number(from),
    until: until === undefined ? null : Number(until),
  }
}

const setRule = ({ areas, entries, from, until }: EntryRule) =>
  query(
    'UPDATE ticket_types SET areas = ?, entries = ?, from_minutes = ?, until_minutes = ? WHERE event_id = ?',
    ...[areas && JSON.stringify(areas), entries, from, until, org.event],
  )

/** `in Floor, 1` */
const describeGuest = async (ticket: string): Promise<string> => {
  const [row] = await query<{ status: 'Valid'; checkedInAt: number | null; presence: string | null }>(
    'SELECT status, checked_in_at AS "checkedInAt", presence FROM tickets WHERE id = ?',
    ticket,
  )
  if (row === undefined) throw new Error('No such ticket')
  const guest = presenceOf({ ...row, presence: row.presence === null ? null : JSON.parse(row.presence) })
  const names = Object.keys(areas).filter((name) => guest.areas.includes(areas[name] as string))
  return `${[guest.inside ? 'in' : 'out', ...names].join(' ')}, ${guest.entries}`
}

describe('the examples with exits of docs/check-ins.md', () => {
  it('are all found, and have every outcome of an entry or exit', () => {
    expect(rows.length).toBeGreaterThan(20)
    const outcomes = rows.flatMap((row) => row.outcomes).map((outcome) => outcome?.split(' ')[0])
    expect(new Set(outcomes)).toEqual(
      new Set(OUTCOMES.filter((outcome) => !/^(NotAllowed|UnknownTicket|Counted)$/.test(outcome))),
    )
  })

  it.each(rows)('$rule: $arrives', async ({ rule, arrives, outcomes, guest, problems }) => {
    await setRule(readRule(rule))
    const ticket = await addTicket(org)
    // Entries at the same time follow the order of their ids.
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()].toSorted()
    const ids: Record<string, string> = { A: first as string, B: second as string, E: crypto.randomUUID() }
    const seen: string[] = []
    for (const event of arrives) {
      const [who = '', what = '', ...more] = event.split(' ')
      const clock = more.at(-1)
      if (who === 'manager') {
        const path = `/api/organizer/v1/sessions/${org.session}/tickets/${ticket}`
        await okBody(await sendJson('PATCH', path, org.manager, { status: what }))
        continue
      }
      if (who === 'SQL') {
        const at = clock === undefined ? null : time(clock)
        await query('UPDATE tickets SET status = ?, checked_in_at = ? WHERE id = ?', what, at, ticket)
        continue
      }
      const values = {
        id: ids[who],
        at: clock && new Date(time(clock)).toISOString(),
        areaId: more.length > 1 ? areas[more[0] as string] : null,
      }
      const item: Sent =
        who === 'undo'
          ? undo(ids[what] as string)
          : what === 'exits'
            ? exit(ticket, 0, values)
            : checkIn(ticket, { ...values, admitted: what === 'admits' })
      const { outcome, earlier } = await sendOne(org.session, org.staff, item, `Gate ${who}`)
      const at = earlier?.at?.slice(11, 16)
      seen.push(at === undefined || outcome === 'NotValid' ? outcome : `${outcome} ${at}`)
    }
    expect(seen).toEqual(outcomes)
    expect(await describeGuest(ticket)).toBe(guest)
    const { data } = await listCheckIns(org.session, org.staff, { ticketId: ticket, problem: 'true' })
    expect(data.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))).toEqual(problems)
  })
})
