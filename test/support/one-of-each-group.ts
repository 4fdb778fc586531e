// Operations for tests of what a route group or the database client does in one place.
import { NOWHERE, OPERATIONS, type Operation } from './operations.ts'
import { isFull } from './runs.ts'

/** The first of these operations in each route group; in `npm run check`, all of them. */
export const oneOfEachGroup = (operations: readonly Operation[] = OPERATIONS): readonly Operation[] => {
  const firsts = ['/api/v1/', '/api/organizer/v1/'].map((prefix) =>
    operations.find(({ path }) => path(NOWHERE).startsWith(prefix)),
  )
  return operations.filter((operation) => isFull || firsts.includes(operation))
}
