import { listPrograms as list } from '../../../domain/sign-in/programs.ts'
import { exampleLinks } from '../../demo-ids.ts'
import { readFromNearest } from '../../http/request-database.ts'
import { operation } from '../../operation.ts'
import { nameCursors } from '../../pagination/by-name.ts'
import { cursorParam, pageOf, pageSizeParam, readPage } from '../../pagination/page.ts'
import { organizerParams } from '../../resources/organizer.ts'
import { exampleProgram, PROGRAMS, Program, serializeProgram } from '../../resources/program.ts'
import { responseSchemas } from '../../resources/schema-names.ts'

export const listPrograms = operation({
  id: 'listPrograms',
  method: 'GET',
  path: PROGRAMS,
  tag: 'Phones',
  summary: 'List the programs of an organizer',
  description: 'Sorted by name, without their secrets.',
  access: 'manager',
  peopleOnly: true,
  needsSecret: true,
  params: organizerParams,
  query: { pageSize: pageSizeParam('Programs', 100, 500), cursor: cursorParam('the organizer of its link') },
  response: {
    description: 'A page of programs.',
    body: pageOf(Program).register(responseSchemas, { id: 'ProgramPage' }),
    cache: 'private',
    examples: {
      page: {
        summary: 'A page',
        value: { data: [exampleProgram], links: exampleLinks(`/api/organizer/v1${PROGRAMS}`) },
      },
    },
  },
  errors: { organizer_not_found: true, invalid_cursor: nameCursors.invalidMessage },
  handle: (c, { params: { organizerId }, query: { pageSize, cursor } }) =>
    readPage(
      c,
      { cursors: nameCursors, list: `programs ${organizerId}`, cursor },
      (after) => readFromNearest(c, (db) => list(db, c.get('subject'), organizerId, pageSize, after)),
      serializeProgram,
    ),
})
