// Copies Swagger UI next to the page that uses it, public/api/docs. wrangler runs this before it builds the Worker.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './lib/local.ts'
import { replaceFile } from './lib/replace-file.ts'

const FILES = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css']

export const copySwaggerUi = async (): Promise<void> => {
  for (const file of FILES) {
    const content = await readFile(join(ROOT, 'node_modules', 'swagger-ui-dist', file))
    await replaceFile(join(ROOT, 'public', 'api', 'docs', file), content)
  }
}

if (import.meta.main) await copySwaggerUi()
