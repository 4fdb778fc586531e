// The OpenAPI document, from the schemas that requests are checked by and the table of failures.
// A script writes it to a file; the Worker serves that file and never builds it.
import { Health } from '../schemas/health.ts'
import { Listing } from '../schemas/listings.ts'
import { SeriesUpdate } from '../schemas/series.ts'
import { BulkUpdate, BulkUpdateResult } from '../schemas/sessions.ts'
import { Ticket, TicketPage } from '../schemas/tickets.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import { toNamedSchemas } from './json-schema.ts'
import { paths } from './operations.ts'

const DESCRIPTION = `Ticket lists for venue doors, and listings, series and sessions for their organizers.

All bodies are JSON, instants ISO 8601, ids UUIDs. A field that can be null is always there; one that cannot is left out
where there is no value. Failures carry a \`code\` for programs and a \`message\` for people. They are checked in this
order: path and method, token, rate limit, parameters and body, membership, role, state. To whoever is no member of its
organizer, a thing does not exist.

**Versions.** The version is in the path. Within a version all that is documented stays as it is; operations, optional
parameters and body fields, sort keys, headers and error codes may come. A field more or less in an answer comes with a
new version only. What is to go is announced on its own answers at least six months ahead, by \`Deprecation\` (RFC 9745),
\`Sunset\` (RFC 8594) and \`Link\` with \`rel="deprecation"\`.`

/** The whole document, in a stable order. */
export const buildDocument = (version: string) => ({
  openapi: '3.1.1',
  info: {
    title: 'Doorlist',
    version,
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'Where this document was read' }],
  security: [{ accessToken: [] }],
  tags: [
    { name: 'Tickets', description: 'For staff at the door.' },
    { name: 'Listings', description: 'For organizers: what the public is shown.' },
    { name: 'Series', description: 'For organizers: events that take place again and again.' },
    { name: 'Service', description: 'For those who run it.' },
  ],
  paths,
  components: {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'An access token of the issuer. It says who; what they may do is their role in the organizer.',
      },
    },
    parameters: requestHeaders,
    headers: answerHeaders,
    schemas: {
      ...toNamedSchemas({ TicketPage, Ticket, Listing, BulkUpdateResult, Health }, 'output'),
      ...toNamedSchemas({ SeriesUpdate, BulkUpdate }, 'input'),
    },
  },
})
