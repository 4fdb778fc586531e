import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Prepared } from '../../../../src/db/prepared.ts'
import { STATUSES } from '../../../../src/domain/check-in-rule.ts'
import { SORT_KEYS } from '../../../../src/domain/tickets/sort.ts'
import { pageFor } from '../../../../src/domain/tickets/statements.ts'

const PAGINGS = ['first', 'number', 'next', 'prev'] as const

const planOf = async (sql: string, parameters = 0): Promise<string[]> => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...Array.from({ length: parameters }, () => null))
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

/** The statement of each shape, with a name for the shape. */
const statementsOf = (isSearch: boolean): [name: string, statement: Prepared<unknown>][] =>
  ([...SORT_KEYS, 'key'] as const).flatMap((key) =>
    [false, true].flatMap((descending) =>
      [undefined, ...STATUSES].flatMap((status) =>
        PAGINGS.map((paging): [string, Prepared<unknown>] => [
          `${key} ${descending} ${status} ${paging}`,
          pageFor({ sort: { key, descending }, status, ofType: key === 'key', paging }, isSearch),
        ]),
      ),
    ),
  )

const plansOf = async (isSearch: boolean): Promise<[name: string, plan: string[]][]> => {
  const plans: [string, string[]][] = []
  for (const [name, { text, names }] of statementsOf(isSearch)) {
    plans.push([name, await planOf(text, names.length)])
  }
  return plans
}

/** The terms of the longest compound SELECT: each pair of parentheses can have one. */
const compoundTerms = (text: string): number => {
  const open = [1]
  let longest = 1
  for (const [token] of text
    .replaceAll(/'[^']*'|"[^"]*"/g, '')
    .matchAll(/[()]|\b(UNION|EXCEPT|INTERSECT)\b/g)) {
    if (token === '(') open.push(1)
    else if (token === ')') open.pop()
    else {
      const terms = (open.pop() as number) + 1
      open.push(terms)
      longest = Math.max(longest, terms)
    }
  }
  return longest
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

  it('of every search read the search index within a range of keys, and do not scan tickets', {
    tags: ['slow'],
  }, async () => {
    for (const [name, plan] of await plansOf(true)) {
      const lookups = plan.filter((step) => step.startsWith('SCAN ticket_search'))
      expect(lookups.length, name).toBeGreaterThan(0)
      // FTS5 names the constraints that it uses: M for MATCH, > and < for the bounds of the rowid.
      for (const lookup of lookups) expect(lookup, name).toMatch(/INDEX \d+:M1><$/)
      expect(plan.filter(readsAllTickets), name).toEqual([])
      // Within a type the search index gives its matches in order, so that reading ends with the page.
      if (name.startsWith('key '))
        expect(
          plan.filter((step) => step.includes('TEMP B-TREE')),
          name,
        ).toEqual([])
    }
  })

  it('of a ticket type read one range of an index for each status', async () => {
    for (const [name, plan] of await plansOf(false)) {
      if (!name.startsWith('key ')) continue
      const reads = plan.filter((step) => /^SEARCH tickets USING (COVERING )?INDEX/.test(step))
      expect(reads.length, name).toBeGreaterThan(1)
      for (const read of reads)
        expect(read, name).toMatch(
          /COVERING INDEX tickets_by_type \(session_number=\? AND status=\? AND ticket_type_name=\?( AND rowid[<>]\?)?\)$/,
        )
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

describe('a compound SELECT', () => {
  /** D1's limit. */
  const MAX_TERMS = 5

  it.each([false, true])('of a page has few enough terms for D1 (search: %s)', (isSearch) => {
    for (const [name, { text }] of statementsOf(isSearch)) {
      expect(compoundTerms(text), name).toBeLessThanOrEqual(MAX_TERMS)
    }
    // Without a status, an index in ranges of status has a term for each.
    expect(Math.max(...statementsOf(isSearch).map(([, { text }]) => compoundTerms(text)))).toBe(
      STATUSES.length,
    )
  })

  it('of more terms is an error', async () => {
    const compound = (terms: number) => Array.from({ length: terms }, () => 'SELECT 1').join(' UNION ALL ')
    expect(await planOf(compound(MAX_TERMS))).not.toEqual([])
    await expect(planOf(compound(MAX_TERMS + 1))).rejects.toThrow('too many terms in compound SELECT')
  })
})
