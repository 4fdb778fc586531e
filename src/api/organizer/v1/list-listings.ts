import * as z from 'zod'
import {
  type ListingPosition,
  type ListingQuery,
  listListings as list,
} from '../../../domain/listings/list-listings.ts'
import { demoId, exampleLinks } from '../../demo-ids.ts'
import { operation } from '../../operation.ts'
import { cursorsOf } from '../../pagination/cursors.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { ListingStatus } from '../../resources/listing.ts'
import { responseSchemas } from '../../resources/schema-names.ts'
import { Instant, queryParam, serializer } from '../../resources/values.ts'

const ListingItem = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    status: ListingStatus,
    startsAt: Instant.nullable(),
    updatedAt: Instant,
  })
  .register(responseSchemas, { id: 'ListingItem' })

const cursors = cursorsOf<Pick<ListingQuery, 'status'>, ListingPosition>(
  z.strictObject({ updatedAt: z.int(), id: z.string() }),
  ({ status }) => ['listings', status ?? null],
)

export const listListings = operation({
  id: 'listListings',
  method: 'GET',
  path: '/listings',
  tag: 'Listings',
  summary: 'List the listings that the caller manages',
  description:
    'The listings of all organizers where the caller is an `owner` or `manager`, drafts included, latest updated first. Anybody else gets an empty list. Errors are problem documents (RFC 9457).',
  access: 'subject',
  query: {
    status: queryParam(
      z.enum(ListingStatus.options, `must be one of ${ListingStatus.options.join(', ')}`),
    ).meta({ component: 'ListingStatus', description: 'Only listings of this status.' }),
    pageSize: pageSizeParam('Listings', 20, 100),
    cursor: cursorParam('the `status` of its link'),
  },
  response: {
    description: 'A page of listings.',
    body: pageOf(ListingItem).register(responseSchemas, { id: 'ListingPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: {
          data: [
            {
              id: demoId('40'),
              title: 'Untitled night',
              status: 'Draft',
              startsAt: null,
              updatedAt: '2026-06-12T16:30:00.000Z',
            },
          ],
          links: exampleLinks('/api/organizer/v1/listings', 'status=Draft&pageSize=1'),
        },
      },
    },
  },
  errors: { invalid_cursor: cursors.invalidMessage },
  handle: (c, { query: { status, pageSize, cursor } }) =>
    readPage(
      c,
      { cursors, list: { status }, cursor },
      (after) => list(c.get('db'), { subject: c.get('subject'), status }, pageSize, after),
      serializer(ListingItem),
    ),
})
