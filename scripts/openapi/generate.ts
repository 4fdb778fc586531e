// Writes the documentation that is generated: the OpenAPI document and the page of error codes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/local.ts'
import { buildDocument } from './document.ts'
import { buildErrorsPage } from './errors-page.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

const write = (path: string, text: string): void => writeFileSync(join(ROOT, 'public', 'api', path), text)

// Biome formats it.
write('openapi.json', JSON.stringify(buildDocument(version)))
write('docs/errors.html', buildErrorsPage())
