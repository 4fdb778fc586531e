// What every failure answers.
import * as z from 'zod'
import { ERRORS, type ErrorCode } from '../../errors.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]

const members = (codes: readonly ErrorCode[]) => ({
  code: z.enum(codes).meta({ description: 'For programs: it never changes its meaning.' }),
  message: z.string().meta({ description: 'One English sentence for people.' }),
})

/** The body of a failure with one of these codes. */
export const errorBody = (codes: readonly ErrorCode[] = CODES) => z.strictObject(members(codes))

/** The same as a problem document (RFC 9457). */
export const problemBody = (codes: readonly ErrorCode[] = CODES) =>
  z.strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'The same sentence as `message`.' }),
    instance: z.string().meta({ description: 'The path that was asked.' }),
    ...members(codes),
  })

export type ErrorBody = z.infer<ReturnType<typeof errorBody>>
export type ProblemBody = z.infer<ReturnType<typeof problemBody>>
