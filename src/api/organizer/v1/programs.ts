import * as z from 'zod'
import { IS_OWNER } from '../../../domain/people/members.ts'
import { addProgram, listPrograms, PROGRAM_ROLES } from '../../../domain/sign-in/programs.ts'
import { actorOf } from '../../http/actor.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { eventLimit, onlyStaffLimited } from '../../resources/member.ts'
import { organizer, organizerParams } from '../../resources/organizer.ts'
import {
  exampleProgram,
  PROGRAMS,
  ProgramWithSecret,
  program,
  serializeProgram,
} from '../../resources/program.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { nameSchema, newId, strictBody } from '../../resources/values.ts'
import { listOperation } from './list-operation.ts'
import { deleteOperation, readOperation } from './resource-operations.ts'

export const programOperations = [
  listOperation('listPrograms', program, {
    path: PROGRAMS,
    parent: organizer,
    description: 'Sorted by name, without their secrets.',
    pageName: 'ProgramPage',
    cursors: nameCursors,
    list: listPrograms,
    peopleOnly: true,
    needsSecret: true,
  }),
  operation({
    id: 'createProgram',
    method: 'POST',
    path: PROGRAMS,
    tag: 'Phones',
    summary: 'Add a program',
    description:
      'A shop or a report gets tokens with the id and secret of the response (`POST /api/v1/token`). A repeat with the same `id` has a new secret, and the earlier one ends.',
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
      event_not_found: 'eventId: the organizer has no such event.',
      id_taken: true,
      limit_reached: 'An organizer can have at most 50 programs. Nothing was created.',
    },
    handle: async (c, { params: { organizerId }, body }) => {
      const { id = crypto.randomUUID(), name, role, eventId = null } = body
      const { program, secret } = await addProgram(c.get('db'), actorOf(c), organizerId, {
        id,
        name,
        role,
        eventId,
      })
      c.header('Location', `/api/organizer/v1/organizers/${organizerId}/programs/${id}`)
      c.header('Cache-Control', 'no-store')
      return { ...serializeProgram(program), clientId: id, clientSecret: secret }
    },
  }),
  readOperation('getProgram', program, { peopleOnly: true, needsSecret: true }),
  deleteOperation('deleteProgram', program, {
    description: 'Its tokens are worth nothing at once.',
    access: 'owner',
    allowed: IS_OWNER,
    peopleOnly: true,
    needsSecret: true,
  }),
]
