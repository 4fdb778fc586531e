// Builds the OpenAPI document from the schemas that validate requests and the table of errors.

import { requestSchemas, responseSchemas } from '../../src/api/resources/schema-names.ts'
// Registers `Error` and `Problem`.
import '../../src/api/resources/error.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { toNamedSchemas } from './json-schema.ts'
import { buildPathParameters, buildPaths, buildSharedResponses } from './operations.ts'

const DESCRIPTION = `Ticket lists and check-ins for door staff; listings, series and sessions for organizers.

**Values.** Bodies are JSON. Timestamps are ISO 8601 in UTC, ids are UUIDs. A field that can be null is always present;
any other field without a value is left out. Texts lose white space at both ends.

**Errors** have a \`code\` for programs and a \`message\` for people; see [all error codes](/api/docs/errors). Checks run
in this order: path and method, token, rate limit, parameters and body, membership, role, state. To non-members, an
organizer's resources do not exist: they get the same 404 as for an unknown id. A \`staff\` member who is limited to one
event gets a 403 for others.

**HEAD** works wherever GET does.

**Versions.** The version is in the path. Within a version, nothing documented here changes or disappears. New operations,
optional parameters, optional body fields, sort keys, headers and error codes can be added, and so can response fields,
except in the ticket list, the listing, the series update and the bulk update. Ignore fields that you do not know.
Operations announce their removal in their responses at least six months ahead:
\`Deprecation\` (RFC 9745), \`Sunset\` (RFC 8594) and \`Link\` with \`rel="deprecation"\`.`

const AUTHORIZATION = `Paste an access token (JWT) from your issuer, without the word "Bearer".

With \`npm run dev\`, this command prints one for the demo's owner, who can try every operation:

    npm run --silent token -- owner`

/** The OpenAPI document, in a stable order. */
export const buildDocument = (version: string) => ({
  openapi: '3.1.1',
  info: {
    title: 'Doorlist',
    version,
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The server that serves this document' }],
  security: [{ accessToken: [] }],
  tags: [
    {
      name: 'Sessions',
      description: 'For door staff: the sessions that they may see, and joining an organizer',
    },
    { name: 'Tickets', description: 'For door staff: finding tickets' },
    { name: 'Check-ins', description: 'For door staff: recording and reading check-ins' },
    {
      name: 'Sign-in',
      description: 'For phones, programs, and people with passkeys: tokens of the service itself',
    },
    { name: 'Organizers', description: 'For organizers: who may do what' },
    { name: 'Phones', description: 'For organizers: phones without accounts, and programs' },
    { name: 'Feed', description: 'For organizers: what happens, to read or to be sent' },
    {
      name: 'Events',
      description: 'For organizers: events with their sessions and ticket types, and venues',
    },
    { name: 'Guest lists', description: 'For anyone who has the link of a guest list, without an account' },
    { name: 'Guests', description: 'For organizers: the tickets of a session, with their codes and notes' },
    { name: 'Listings', description: 'For organizers: public descriptions' },
    { name: 'Public', description: 'For websites: what everyone may see' },
    { name: 'Series', description: 'For organizers: recurring events' },
    { name: 'History', description: 'For organizers: recorded changes, and putting them back' },
    { name: 'Service', description: 'For operators' },
  ],
  paths: buildPaths(),
  components: {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: AUTHORIZATION,
      },
    },
    parameters: { ...buildPathParameters(), ...requestHeaders },
    headers: responseHeaders,
    responses: buildSharedResponses(),
    schemas: {
      ...toNamedSchemas(responseSchemas, 'output'),
      ...toNamedSchemas(requestSchemas, 'input'),
    },
  },
})
