// A program as its managers see it.
import * as z from 'zod'
import { PROGRAM, PROGRAM_ROLES } from '../../domain/sign-in/programs.ts'
import { demoId } from '../demo-ids.ts'
import { organizerParams } from './organizer.ts'
import { responseSchemas } from './schema-names.ts'
import { serializer, uuidSchema } from './values.ts'

export const PROGRAMS = '/organizers/:organizerId/programs'

const fields = {
  id: z.uuid(),
  name: z.string(),
  role: z.enum(PROGRAM_ROLES),
  eventId: z
    .uuid()
    .nullable()
    .meta({ description: 'The only event that a program with the role `staff` may see.' }),
}

export const Program = z.strictObject(fields).register(responseSchemas, { id: 'Program' })

export const ProgramWithSecret = z
  .strictObject({
    ...fields,
    clientId: z.string(),
    clientSecret: z.string().meta({ description: 'Returned only once.' }),
  })
  .register(responseSchemas, { id: 'ProgramWithSecret' })

export const serializeProgram = serializer(Program)

export const exampleProgram: z.infer<typeof Program> = {
  id: demoId('85'),
  name: 'Shop',
  role: 'manager',
  eventId: null,
}

export const program = {
  ...{ type: PROGRAM, noun: 'program', tag: 'Phones', path: `${PROGRAMS}/:programId` },
  params: { ...organizerParams, programId: uuidSchema },
  pathOf: ({ organizerId, programId }: { organizerId: string; programId: string }) => ({
    id: programId,
    organizerId,
  }),
  ...{ schema: Program, serialize: serializeProgram, example: exampleProgram },
}
