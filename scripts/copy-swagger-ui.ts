// Copies Swagger UI next to the page that uses it, public/api/docs. wrangler runs this before it builds the Worker.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './local.ts'

const FILES = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css']

for (const file of FILES) {
  await copyFile(
    join(ROOT, 'node_modules', 'swagger-ui-dist', file),
    join(ROOT, 'public', 'api', 'docs', file),
  )
}
