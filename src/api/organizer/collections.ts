// What the subject manages, in every organizer: events, venues and listings.
import { Hono } from 'hono'
import { listEvents, listVenues } from '../../domain/organizer/collections.ts'
import { getListing } from '../../domain/organizer/get-listing.ts'
import { listListings } from '../../domain/organizer/list-listings.ts'
import { isKnown, setPrivate, setValidators } from '../conditional.ts'
import type { AppEnv } from '../context.ts'
import { readFromNearest } from '../database.ts'
import { fingerprint } from '../fingerprint.ts'
import { linkNext } from '../links.ts'
import { EVENTS, LISTINGS, ORGANIZER_V1_PATH, VENUES } from '../paths.ts'
import {
  eventsQuery,
  listingsQuery,
  serializeEvent,
  serializeListingItem,
  serializeVenue,
  venuesQuery,
} from '../schemas/collections.ts'
import { listingParams, serializeListing } from '../schemas/listings.ts'
import { validateParams, validateQuery } from '../validate.ts'
import { listingCursors, namedCursors } from './cursors.ts'

export const collections = new Hono<AppEnv>()
  .get(EVENTS, validateQuery(eventsQuery), async (c) => {
    const { pageSize, cursor } = c.req.valid('query')
    const after = await namedCursors.decode('events', cursor)
    const { items, next } = await listEvents(c.get('db'), c.get('subject'), pageSize, after)
    const nextCursor = await namedCursors.encode('events', next)
    setPrivate(c)
    return c.json({
      data: items.map(serializeEvent),
      links: linkNext(ORGANIZER_V1_PATH + EVENTS, c.get('query'), nextCursor),
    })
  })
  .get(VENUES, validateQuery(venuesQuery), async (c) => {
    const { pageSize, cursor } = c.req.valid('query')
    const after = await namedCursors.decode('venues', cursor)
    const { items, next } = await listVenues(c.get('db'), c.get('subject'), pageSize, after)
    const nextCursor = await namedCursors.encode('venues', next)
    setPrivate(c)
    return c.json({
      data: items.map(serializeVenue),
      links: linkNext(ORGANIZER_V1_PATH + VENUES, c.get('query'), nextCursor),
    })
  })
  .get(LISTINGS, validateQuery(listingsQuery), async (c) => {
    const { status, pageSize, cursor } = c.req.valid('query')
    const after = await listingCursors.decode({ status }, cursor)
    const asked = { subject: c.get('subject'), status }
    const { listings, next } = await listListings(c.get('db'), asked, pageSize, after)
    const nextCursor = await listingCursors.encode({ status }, next)
    setPrivate(c)
    return c.json({
      data: listings.map(serializeListingItem),
      links: linkNext(ORGANIZER_V1_PATH + LISTINGS, c.get('query'), nextCursor),
    })
  })
  .get(`${LISTINGS}/:id`, validateParams(listingParams), async (c) => {
    const { id } = c.req.valid('param')
    const listing = serializeListing(await readFromNearest(c, (db) => getListing(db, c.get('subject'), id)))
    // A hash of the response, so that anything that changes it, a new version of the service included, changes the tag.
    const version = await fingerprint(listing)
    setValidators(c, version, 'listing')
    if (isKnown(c.req.header('If-None-Match'), version, 'listing')) return c.body(null, 304)
    return c.json(listing)
  })
