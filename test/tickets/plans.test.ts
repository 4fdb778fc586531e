import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { SORT_KEYS } from '../../src/domain/tickets/sort.ts'
import { pageFor } from '../../src/domain/tickets/statements.ts'
import { TICKET_STATUSES } from '../../src/domain/tickets/ticket.ts'

const PAGINGS = ['first', 'number', 'next', 'prev'] as const

const planOf = async (sql: string, parameters = 0): Promise<string[]> => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...Array.from({ length: parameters }, () => null))
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

/** The plan of each statement shape, with a name for the shape. */
const plansOf = async (isSearch: boolean): Promise<[name: string, plan: string[]][]> => {
  const plans: [string, string[]][] = []
  for (const key of SORT_KEYS)
    for (const descending of [false, true])
      for (const status of [undefined, ...TICKET_STATUSES])
        for (const paging of PAGINGS) {
          const { text, names } = pageFor({ sort: { key, descending }, status, paging }, isSearch)
          plans.push([`${key} ${descending} ${status} ${paging}`, await planOf(text, names.length)])
        }
  return plans
}

const readsAllTickets = (step: string): boolean => /^SCAN tickets\b/.test(step)

describe('query plans', () => {
  it('of every page without a search do not scan or sort tickets', async () => {
    for (const [name, plan] of await plansOf(false)) {
      expect(
        plan.some((step) => /^SEARCH tickets USING/.test(step)),
        name,
      ).toBe(true)
      expect(
        plan.filter((step) => readsAllTickets(step) || step.includes('TEMP B-TREE')),
        name,
      ).toEqual([])
    }
  })

  it('of every search read the search index within a range of keys, and do not scan tickets', async () => {
    for (const [name, plan] of await plansOf(true)) {
      const lookups = plan.filter((step) => step.startsWith('SCAN ticket_search'))
      expect(lookups.length, name).toBeGreaterThan(0)
      // FTS5 names the constraints that it uses: M for MATCH, > and < for the bounds of the rowid.
      for (const lookup of lookups) expect(lookup, name).toMatch(/INDEX \d+:M1><$/)
      expect(plan.filter(readsAllTickets), name).toEqual([])
    }
  })

  it.each([
    ['renaming', `UPDATE tickets SET ticket_type_name = 'x' WHERE ticket_type_id = 'y'`],
    ['the foreign key when deleting', `SELECT 1 FROM tickets WHERE ticket_type_id = 'y'`],
  ])('of %s a ticket type read only the tickets of that type', async (_, sql) => {
    const plan = await planOf(sql)
    expect(plan.filter((step) => step.includes('tickets'))).toEqual([
      expect.stringMatching(
        /^SEARCH tickets USING (COVERING )?INDEX tickets_by_type_id \(ticket_type_id=\?\)$/,
      ),
    ])
  })
})
