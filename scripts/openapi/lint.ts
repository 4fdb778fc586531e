// Lints the OpenAPI document; exits with 1 if anything is wrong with it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../local.ts'
import { lintDocument } from './lint-rules.ts'

const faults = await lintDocument(
  JSON.parse(readFileSync(join(ROOT, 'public', 'api', 'openapi.json'), 'utf8')),
)
console.log(faults.length === 0 ? 'The OpenAPI document is valid.' : faults.join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
