// Links in Markdown files lead to files and headings that exist, links to error codes to their descriptions,
// and operations are those of the OpenAPI document.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const FILES = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '.wrangler'] })

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '')

/** The anchors that GitHub gives the headings of a page. */
const anchors = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

const isBroken = (from: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : join(dirname(from), decodeURIComponent(path))
  if (!existsSync(join(ROOT, target))) return true
  return anchor !== undefined && !anchors(read(target)).includes(anchor)
}

describe.each(FILES)('%s', (file) => {
  it('links to files and headings that exist', () => {
    const links = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const relative = links.filter((link) => !/^(https?:|mailto:|\/)/.test(link))
    expect(relative.filter((link) => isBroken(file, link))).toEqual([])
  })
})

it('every link to an error code leads to its description', () => {
  const described = [...read('public/api/docs/errors.html').matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
  const pages = [...FILES, 'public/api/openapi.json', 'public/api/docs/errors.html'].map(read)
  const linked = pages.flatMap((page) =>
    [...page.matchAll(/\/api\/docs\/errors#([a-z]\w*)/g)].map(([, id]) => id),
  )
  expect(linked.length).toBeGreaterThan(10)
  expect(linked.filter((code) => !described.includes(code))).toEqual([])
})

it('every promise of SECURITY.md names a test', () => {
  const [, section = ''] = read('SECURITY.md').split('\n## Promises\n')
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (.*) \| (.*) ?\|$/gm)].slice(2)
  const promises = rows.filter(([, promise]) => !promise?.startsWith('**'))
  expect(promises.length).toBeGreaterThan(50)
  expect(promises.filter(([, , tests]) => !tests?.includes('.test.ts)')).map(([row]) => row)).toEqual([])
})

it('every operation that a page names is in the OpenAPI document', () => {
  const { paths } = JSON.parse(read('public/api/openapi.json')) as { paths: Record<string, object> }
  const named = FILES.flatMap((file) =>
    [...read(file).matchAll(/`(GET|POST|PUT|PATCH|DELETE)\s+(\/(?:api|\.well-known)\/[^`?\s]+)/g)].map(
      ([, method = '', path = '']) => ({ file, method: method.toLowerCase(), path }),
    ),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ method, path }) => !(method in (paths[path] ?? {})))).toEqual([])
})
