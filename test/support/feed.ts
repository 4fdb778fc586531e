// The feed of an organizer, as a program reads it.
import type { Schemas } from '../../web/shared/schemas.ts'
import { type Parameters, withQuery } from './api.ts'
import { type Organizer, query } from './rows.ts'
import { readBody } from './setup.ts'

export type FeedPage = Schemas['FeedPage']
export type FeedEvent = Schemas['FeedEvent']

export const feedPath = (organizer: string, parameters: Parameters = {}): string =>
  withQuery(`/organizers/${organizer}/feed`, parameters)

/** Switches the feed on, as the API does. */
export const switchOn = (organizer: string) => query('UPDATE organizers SET feed = 1 WHERE id = ?', organizer)

/** Reads to the end. */
export const followFeed = async (org: Organizer, parameters: Parameters = {}) => {
  let after = parameters.after === undefined ? {} : { after: String(parameters.after) }
  const events: FeedEvent[] = []
  for (let pages = 1; ; pages++) {
    const page = await readBody<FeedPage>(feedPath(org.id, { ...parameters, ...after }), org.manager)
    events.push(...page.data)
    if ('after' in after && after.after === page.next) return { events, next: page.next, pages }
    after = { after: page.next }
  }
}

/** What happened, without ids and times of the events. */
export const happened = async (org: Organizer, parameters: Parameters = {}) =>
  (await followFeed(org, parameters)).events.map(({ type, data }) => ({ type, ...data }))
