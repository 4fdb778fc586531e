// The organizers that the person manages.
import type { Schemas } from '../../shared/schemas.ts'
import { read } from './load.ts'
import { ORGANIZER_API } from './reads.ts'
import type { Page } from './types.ts'

export type Organizer = Schemas['Organizer']

export const readOrganizers = read<Page<Organizer>>(`${ORGANIZER_API}/organizers?pageSize=100`)
