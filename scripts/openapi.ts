// Writes the OpenAPI document that the Worker serves: public/api/openapi.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocument } from '../src/api/openapi/document.ts'
import { ROOT } from './local.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

const file = join(ROOT, 'public', 'api', 'openapi.json')
writeFileSync(file, `${JSON.stringify(buildDocument(version), null, 2)}\n`)
