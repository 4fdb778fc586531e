// Operations for tests of what a route group or the database client does in one place.
import { OPERATIONS, type Operation } from './operations.ts'
import { isFull } from './runs.ts'

const ANYWHERE = { session: 'x', event: 'x', series: 'x', listing: 'x', record: 'x' }

/** The first of these operations in each route group; in `npm run check`, all of them. */
export const oneOfEachGroup = (operations: readonly Operation[] = OPERATIONS): readonly Operation[] => {
  const firsts = ['/api/v1/', '/api/organizer/v1/'].map((prefix) =>
    operations.find(({ path }) => path(ANYWHERE).startsWith(prefix)),
  )
  return operations.filter((operation) => isFull || firsts.includes(operation))
}
