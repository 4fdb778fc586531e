// Cursors of the list of check-ins: the number of the last one shown.
import * as z from 'zod'
import type { CheckInQuery } from '../domain/check-ins/list-check-ins.ts'
import { ERRORS } from '../errors.ts'
import { cursorsOf } from './forward-cursors.ts'

type CheckInList = Pick<CheckInQuery, 'sessionId' | 'ticketId' | 'onlyProblems'>

export const checkInCursors = cursorsOf<CheckInList, number>(
  z.int(),
  ({ sessionId, ticketId, onlyProblems }) => ['check-ins', sessionId, ticketId ?? null, onlyProblems],
  ERRORS.invalid_cursor.message,
)
