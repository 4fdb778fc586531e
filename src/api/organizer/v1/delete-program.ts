import { IS_OWNER } from '../../../domain/people/members.ts'
import { program } from '../../resources/program.ts'
import { deleteOperation } from './resource-operations.ts'

export const deleteProgram = deleteOperation('deleteProgram', program, {
  description: 'Its tokens are worth nothing at once.',
  access: 'owner',
  allowed: IS_OWNER,
  peopleOnly: true,
  needsSecret: true,
})
