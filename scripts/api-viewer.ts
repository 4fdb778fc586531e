// Bundles OpenAPI Explorer next to the page that uses it, public/api/docs. wrangler runs this before it
// builds the Worker. The package's own bundle is a quarter larger.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from './lib/local.ts'
import { replaceFile } from './lib/replace-file.ts'

const PACKAGE = join(ROOT, 'node_modules', 'openapi-explorer')
const DOCS = join(ROOT, 'public', 'api', 'docs')

export const buildApiViewer = async (): Promise<void> => {
  const { outputFiles } = await build({
    entryPoints: [join(PACKAGE, 'dist', 'es', 'openapi-explorer.js')],
    outfile: join(DOCS, 'explorer.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'linked',
    write: false,
  })
  for (const { path, contents } of outputFiles) await replaceFile(path, contents)
  await replaceFile(join(DOCS, 'explorer.LICENSE.txt'), await readFile(join(PACKAGE, 'LICENSE')))
}

if (import.meta.main) await buildApiViewer()
