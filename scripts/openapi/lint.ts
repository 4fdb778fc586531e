// Lints the OpenAPI document and compares it with that of each release; exits with 1 if anything is wrong.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/local.ts'
import { type Document, findBreaks } from './contract.ts'
import { lintDocument } from './lint-rules.ts'

const read = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))

const document = read('public', 'api', 'openapi.json')
const breaks = readdirSync(join(ROOT, 'docs', 'contract')).flatMap((release) =>
  findBreaks(read('docs', 'contract', release) as Document, document).map((fault) => `${release}: ${fault}`),
)
const faults = [...(await lintDocument(document)), ...breaks]
console.log(faults.length === 0 ? 'The OpenAPI document is valid.' : faults.join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
