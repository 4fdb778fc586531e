import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { LISTING_STATUSES } from '../../../domain/listings/listing.ts'
import { type ListingPosition, type ListingQuery, listListings } from '../../../domain/listings/listings.ts'
import {
  changedValues,
  changeRules,
  describeScheduledLimit,
  missingFields,
  NEEDED_FIELDS,
  ONLY_DRAFTS,
  rulesOf,
} from '../../../domain/listings/rules.ts'
import { slugsOf } from '../../../domain/listings/slug.ts'
import { newValue } from '../../../domain/resources/create-resources.ts'
import { ORGANIZER } from '../../../domain/resources/definitions.ts'
import { readResource } from '../../../domain/resources/resource.ts'
import { answerValidated } from '../../http/conditional.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { listOperation } from '../../pagination/list-operation.ts'
import { cursorsOf } from '../../pagination/page.ts'
import { demoId, exampleLinks } from '../../resources/examples.ts'
import { exampleDraft, exampleListing, ListingStatus, listing } from '../../resources/listing.ts'
import {
  listingFields,
  MAX_LISTING_BYTES,
  statusSchema,
  titleSchema,
} from '../../resources/listing-fields.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import {
  changeBody,
  Instant,
  newId,
  queryParam,
  serializer,
  strictBody,
  uuidSchema,
} from '../../resources/values.ts'
import { changeOperation, createOperation, deleteOperation } from './resource-operations.ts'

const Moved = z
  .strictObject({
    eventId: z.uuid(),
    timeZone: z.string(),
    startsAt: Instant.nullable(),
    cancelledAt: Instant.nullable(),
  })
  .meta({
    description:
      'Left out unless the listing has a `startsAt`, at which no session takes place of the event that `platformEventId` names. Its `startsAt` is that of the nearest session that takes place, null if there is none among the 50 before and after. Its `cancelledAt` says when the session at that time was cancelled, null if there is none. A cancelled or archived listing has none.',
  })

const ListingItem = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    status: ListingStatus,
    startsAt: Instant.nullable(),
    updatedAt: Instant,
    organizerId: z.uuid(),
    slug: z.string(),
    publishedAt: Instant.nullable().meta({
      description: 'If it is in the future, the listing is scheduled.',
    }),
    missing: z.array(z.enum(NEEDED_FIELDS)).meta({
      description:
        'What it needs before it can be published. `startsAt` stands for a start or a `recurrenceDescription`, `venueCity` for a city or a `venueName`.',
    }),
    moved: Moved.optional(),
  })
  .register(responseSchemas, { id: 'ListingItem' })

const serializeMoved = serializer(Moved)

const serializeItem = serializer(ListingItem)

const cursors = cursorsOf<Pick<ListingQuery, 'status' | 'eventId'>, ListingPosition>(
  z.strictObject({ updatedAt: z.int(), id: z.string() }),
  ({ status, eventId }) => ['listings', status ?? null, eventId ?? null],
)

const PROBLEMS = 'Errors are problem documents (RFC 9457).'

const writeErrors = {
  listing_incomplete: true,
  slug_taken: true,
  limit_reached: describeScheduledLimit,
} as const

const RANDOM_CHARACTERS = 8

export const listingOperations = [
  listOperation({
    id: 'listListings',
    path: '/listings',
    tag: 'Listings',
    summary: 'List the listings that the caller manages',
    description: `The listings of all organizers where the caller is an \`owner\` or \`manager\`, drafts included, last updated first. Anyone else gets an empty list. ${PROBLEMS}`,
    access: 'subject',
    query: {
      status: queryParam(
        z.enum(ListingStatus.options, `must be one of ${ListingStatus.options.join(', ')}`),
      ).meta({ component: 'ListingStatus', description: 'Only listings with this status.' }),
      eventId: queryParam(uuidSchema).meta({
        format: 'uuid',
        description: 'Only listings whose `platformEventId` is this event.',
      }),
    },
    items: 'listings',
    pageSize: [20, 100],
    scope: 'the `status` and `eventId` of its link',
    page: {
      id: 'ListingPage',
      item: ListingItem,
      examples: [
        {
          id: demoId('40'),
          organizerId: demoId('1'),
          title: 'Untitled night',
          slug: 'untitled-night',
          status: 'Draft',
          startsAt: null,
          publishedAt: null,
          missing: ['startsAt', 'venueCity'],
          updatedAt: '2026-06-12T16:30:00.000Z',
        },
      ],
      links: exampleLinks('/api/organizer/v1/listings', 'status=Draft&pageSize=1'),
    },
    cursors,
    listOf: ({ query }) => query,
    read: (db, { subject, query }, pageSize, after) =>
      listListings(db, { ...query, subject }, pageSize, after),
    serialize: ({ missing, moved, ...row }) =>
      serializeItem({
        ...row,
        missing: missingFields(missing),
        moved: moved === null ? null : serializeMoved(moved),
      }),
  }),
  createOperation('createListing', listing, {
    path: '/listings',
    description: `With status \`Published\` it must be complete, and is visible at once or from \`publishedAt\` on. ${PROBLEMS}`,
    parent: ORGANIZER,
    parentId: ({ body }) => body.organizerId,
    maxBodyBytes: MAX_LISTING_BYTES,
    absent: { images: [], tags: [], isRecurring: false, isFeatured: false, sortOrder: 0, status: 'Draft' },
    columns: ({ title, ...fields }, now) => ({
      ...fields,
      title,
      slugs: slugsOf(title, crypto.randomUUID().slice(0, RANDOM_CHARACTERS)),
      createdAt: now.getTime(),
      updatedAt: now.getTime(),
      startsAt: fields.startsAt?.getTime() ?? null,
      endsAt: fields.endsAt?.getTime() ?? null,
      sourceImportedAt: fields.sourceImportedAt?.getTime() ?? null,
      publishedAt: fields.publishedAt?.getTime() ?? (fields.status === 'Published' ? now.getTime() : null),
    }),
    defaults: {
      slug: sql`(SELECT value FROM json_each(item.value -> '$.values.slugs') AS slugs
        WHERE NOT EXISTS (SELECT 1 FROM listings AS taken WHERE taken.slug = slugs.value) ORDER BY key LIMIT 1)`,
      images: sql`'[]'`,
      tags: sql`'[]'`,
      isRecurring: sql`0`,
      isFeatured: sql`0`,
      sortOrder: sql`0`,
      status: sql`'Draft'`,
    },
    guards: (items, body, now) => {
      const slug = sql`coalesce(${newValue('slug')}, 'made')`
      const place = { id: sql`item.value ->> 'id'`, organizerId: sql`organizers.id` }
      return rulesOf(body, (field) => (field === 'slug' ? slug : newValue(field)), place, now).map(
        ({ failed, error }) => ({ failed: sql`(SELECT ${failed} FROM ${items})`, error }),
      )
    },
    body: strictBody({
      id: newId,
      organizerId: uuidSchema,
      title: titleSchema,
      ...listingFields,
      slug: listingFields.slug.meta({
        description: 'By default made from the title, with a number if that is taken.',
      }),
      status: statusSchema(['Draft', 'Published'])
        .exactOptional()
        .meta({ description: 'By default `Draft`.' }),
    })
      .refine(({ status, publishedAt }) => publishedAt === undefined || status === 'Published', {
        path: ['publishedAt'],
        message: 'needs the status Published',
      })
      .register(requestSchemas, { id: 'NewListing' }),
    bodyExamples: {
      draft: {
        summary: 'A draft',
        value: { organizerId: demoId('1'), title: 'Lange Nacht der Klänge', venueCity: 'Hamburg' },
      },
      published: {
        summary: 'A listing that is visible at once',
        value: {
          organizerId: demoId('1'),
          title: 'Summer Night',
          status: 'Published',
          startsAt: '2027-06-12T20:00:00+02:00',
          venueName: 'Garden Stage',
          venueCity: 'Hamburg',
          priceFrom: 12.5,
          priceCurrency: 'EUR',
        },
      },
    },
    errors: writeErrors,
  }),
  operation({
    id: 'getOrganizerListing',
    method: 'GET',
    path: listing.path,
    tag: 'Listings',
    summary: 'Read a listing',
    description: `Listings of every status can be read, drafts included. ${PROBLEMS}`,
    access: 'manager',
    params: listing.params,
    response: {
      description: 'The listing.',
      body: listing.schema,
      cache: 'validators',
      examples: {
        full: { summary: 'All values present', value: exampleListing },
        draft: { summary: 'A draft with only the required values', value: exampleDraft },
      },
    },
    errors: { listing_not_found: true },
    handle: async (c, { params }) => {
      const row = await readFromNearest(c, (db) => readResource(db, c.get('subject'), listing.type, params))
      return answerValidated(c, listing.serialize(row), row.version)
    },
  }),
  changeOperation('updateListing', listing, {
    description: `A published listing stays complete. \`Published\` can become \`Unpublished\` or \`Cancelled\` and the other way round, every status \`Archived\`, and \`Archived\` only \`Draft\`. ${PROBLEMS}`,
    maxBodyBytes: MAX_LISTING_BYTES,
    values: changedValues,
    guards: changeRules,
    body: changeBody({
      title: titleSchema.exactOptional(),
      ...listingFields,
      status: statusSchema(LISTING_STATUSES).exactOptional(),
    }).register(requestSchemas, { id: 'ListingChange' }),
    bodyExamples: {
      same: {
        summary: 'Harmless on the demo: its current title',
        harmless: true,
        value: { title: 'Northlight Nights' },
      },
      tags: { summary: 'New tags', value: { tags: ['live', 'open air'] } },
      schedule: {
        summary: 'Publishes it at a time',
        value: { status: 'Published', publishedAt: '2027-05-01T10:00:00+02:00' },
      },
    },
    errors: { ...writeErrors, transition_not_allowed: true },
  }),
  deleteOperation('deleteListing', listing, {
    description: `Only a draft that was never published. ${PROBLEMS}`,
    guards: [ONLY_DRAFTS],
  }),
]
