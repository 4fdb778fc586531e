import * as z from 'zod'
import { IS_OWNER, UNKNOWN_EVENT } from '../../../domain/people/members.ts'
import { describeLimit } from '../../../domain/resources/limits.ts'
import { addProgram, listPrograms, PROGRAM, PROGRAM_ROLES } from '../../../domain/sign-in/programs.ts'
import { actorOf } from '../../http/context.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/page.ts'
import { demoId } from '../../resources/examples.ts'
import { eventLimit, onlyStaffLimited } from '../../resources/member.ts'
import { organizer, organizerParams } from '../../resources/organizer.ts'
import { requestSchemas, responseSchemas } from '../../resources/schema-names.ts'
import { nameSchema, newId, serializer, strictBody, uuidSchema } from '../../resources/values.ts'
import { listBelowOperation } from './list-operation.ts'
import { deleteOperation, readOperation, setLocation } from './resource-operations.ts'

const PROGRAMS = '/organizers/:organizerId/programs'

const fields = {
  id: z.uuid(),
  name: z.string(),
  role: z.enum(PROGRAM_ROLES),
  eventId: z
    .uuid()
    .nullable()
    .meta({ description: 'The only event that a program with the role `staff` may see.' }),
}

const Program = z.strictObject(fields).register(responseSchemas, { id: 'Program' })

const ProgramWithSecret = z
  .strictObject({
    ...fields,
    clientId: z.string(),
    clientSecret: z.string().meta({ description: 'Returned only once.' }),
  })
  .register(responseSchemas, { id: 'ProgramWithSecret' })

const serializeProgram = serializer(Program)

const exampleProgram: z.infer<typeof Program> = {
  id: demoId('85'),
  name: 'Shop',
  role: 'manager',
  eventId: null,
}

const program = {
  type: PROGRAM,
  noun: 'program',
  tag: 'Phones',
  path: `${PROGRAMS}/:programId`,
  params: { ...organizerParams, programId: uuidSchema },
  schema: Program,
  serialize: serializeProgram,
  example: exampleProgram,
  peopleOnly: true,
  needsSecret: true,
}

export const programOperations = [
  listBelowOperation('listPrograms', program, organizer, {
    path: PROGRAMS,
    description: 'Sorted by name, without their secrets.',
    pageName: 'ProgramPage',
    cursors: nameCursors,
    list: listPrograms,
  }),
  operation({
    id: 'createProgram',
    method: 'POST',
    path: PROGRAMS,
    tag: 'Phones',
    summary: 'Add a program',
    description:
      'A program, such as a shop or a report, gets tokens by `POST /api/v1/token` with the id and secret of the response. Repeating the call with the same `id` replaces the secret.',
    access: 'owner',
    peopleOnly: true,
    needsSecret: true,
    params: organizerParams,
    body: strictBody({
      id: newId,
      name: nameSchema,
      role: z.enum(PROGRAM_ROLES, `must be one of ${PROGRAM_ROLES.join(', ')}`),
      eventId: eventLimit,
    })
      .refine(...onlyStaffLimited)
      .register(requestSchemas, { id: 'NewProgram' }),
    bodyExamples: { shop: { summary: 'A shop', value: { name: 'Shop', role: 'manager' } } },
    response: {
      status: 201,
      description: 'The program, with its secret.',
      body: ProgramWithSecret,
      location: true,
      examples: {
        program: {
          summary: 'A shop',
          value: {
            ...exampleProgram,
            clientId: exampleProgram.id,
            clientSecret: 'bA0ePzqvQb6mDf2xJwK9sAbA0ePzqvQb6mDf2xJwK9sA',
          },
        },
      },
    },
    errors: {
      organizer_not_found: true,
      event_not_found: UNKNOWN_EVENT,
      id_taken: true,
      limit_reached: describeLimit('programs'),
    },
    handle: async (c, { params: { organizerId }, body }) => {
      const { id = crypto.randomUUID(), name, role, eventId = null } = body
      const { program: row, secret } = await addProgram(c.get('db'), actorOf(c), organizerId, {
        id,
        name,
        role,
        eventId,
      })
      setLocation(c, program, { organizerId, id })
      c.header('Cache-Control', 'no-store')
      return { ...serializeProgram(row), clientId: id, clientSecret: secret }
    },
  }),
  readOperation('getProgram', program),
  deleteOperation('deleteProgram', program, {
    description: 'Revokes its tokens at once.',
    access: 'owner',
    allowed: IS_OWNER,
  }),
]
