import { listPrograms as list } from '../../../domain/sign-in/programs.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { organizer } from '../../resources/organizer.ts'
import { PROGRAMS, program } from '../../resources/program.ts'
import { listOperation } from './list-operation.ts'

export const listPrograms = listOperation('listPrograms', program, {
  path: PROGRAMS,
  parent: organizer,
  description: 'Sorted by name, without their secrets.',
  pageName: 'ProgramPage',
  cursors: nameCursors,
  list,
  peopleOnly: true,
  needsSecret: true,
})
