// The code at the end of a link.
import * as z from 'zod'
import { EXAMPLE_CODE } from '../demo-ids.ts'
import { requestSchemas } from './schema-names.ts'
import { strictBody } from './values.ts'

const CODE_RULE = 'must be the code at the end of a link'

export const linkCode = z.string(CODE_RULE).min(1, CODE_RULE).max(200, CODE_RULE)

export const linkCodeBody = strictBody({ code: linkCode }).register(requestSchemas, { id: 'LinkCode' })

export const linkCodeExamples = { code: { summary: 'The code of a link', value: { code: EXAMPLE_CODE } } }
