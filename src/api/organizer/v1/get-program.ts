import { program } from '../../resources/program.ts'
import { readOperation } from './resource-operations.ts'

export const getProgram = readOperation('getProgram', program, { peopleOnly: true, needsSecret: true })
