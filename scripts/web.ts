// Builds the pages of `web` into `public`: scripts and styles with a hash in their names, the HTML that loads
// them, and the service worker that keeps them. wrangler runs this before it builds the Worker.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { minify } from 'terser'
import { ROOT } from './lib/local.ts'
import { replaceFile } from './lib/replace-file.ts'

const PAGES = ['door', 'organizer', 'list'] as const

/** The oldest browsers for which the pages are built. */
export const FLOOR = { chrome: 120, safari: 17, firefox: 121 }

const options = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: Object.entries(FLOOR).map(([browser, version]) => browser + version),
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'none',
  loader: { '.svg': 'dataurl' },
} satisfies BuildOptions

/** A file's path below the folder of its page, and its content. */
type Files = Map<string, Uint8Array | string>

const hashOf = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 10)

/** Makes a script a few percent smaller than esbuild does, in a second. */
const shorten = async (script: string): Promise<string> =>
  (await minify(script, { module: true, compress: { passes: 2 }, format: { ecma: 2020 } })).code as string

/** Replaces the tokens of sizes, spaces and radii, which are the same in light and dark, by their values. */
const inlineTokens = (css: string): string => {
  const values = new Map<string, string>()
  const rest = css.replaceAll(/(--[rst]-\d+):\s*([^;}]+);?/g, (_, name: string, value: string) => {
    values.set(name, value)
    return ''
  })
  return rest.replaceAll(/var\((--[rst]-\d+)\)/g, (_, name: string) => values.get(name) ?? '')
}

/**
 * Keeps the door page in one script. Otherwise what its parts for later share with it would be scripts of
 * their own, and all together 3 % larger.
 */
const inOneScript: Plugin = {
  name: 'in-one-script',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(door\/ui\/dialogs|shared\/(issuer|passkeys))\.ts$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\nimport '${join(ROOT, 'web', 'door', 'main.tsx')}'`,
      loader: 'ts',
    })),
}

/** Makes `names.ts` a module of its own for each language, from which esbuild drops the other languages. */
const namesOfLanguage: Plugin = {
  name: 'names-of-language',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/names\.ts$/ }, ({ path, importer, resolveDir }) => ({
      path: join(resolveDir, path),
      suffix: `?${basename(importer)}`,
    })),
}

/** What `web/door` uses to read codes: its worker, and the WebAssembly that the worker loads later. */
type Decoder = { files: Files; worker: string; wasm: string }

const ZXING = join(ROOT, 'node_modules', 'zxing-wasm', 'dist', 'reader', 'zxing_reader.wasm')

/** The WebAssembly is no part of what the service worker installs: the page would wait for it. */
const bundleDecoder = async (source: string): Promise<Decoder> => {
  const content = await readFile(ZXING)
  const wasm = `decoder/zxing-${hashOf(content)}.wasm`
  const { outputFiles } = await build({
    ...options,
    entryPoints: [join(source, 'worker', 'decoder.ts')],
    format: 'iife',
    define: { DECODER_WASM: JSON.stringify(`/door/${wasm}`), DECODER_HASH: JSON.stringify(hashOf(content)) },
  })
  const script = (outputFiles[0] as { text: string }).text
  const worker = `decoder/worker-${hashOf(script)}.js`
  return {
    files: new Map<string, Uint8Array | string>([
      [worker, script],
      [wasm, content],
    ]),
    worker,
    wasm,
  }
}

/** `isForPhones`: its scripts are made as small as they can be. */
const bundle = async (source: string, isForPhones: boolean, decoder?: Decoder): Promise<Files> => {
  const { outputFiles } = await build({
    ...options,
    plugins: decoder ? [inOneScript, namesOfLanguage] : [],
    define: decoder
      ? {
          DECODER_WORKER: JSON.stringify(`/door/${decoder.worker}`),
          DECODER_WASM: JSON.stringify(`/door/${decoder.wasm}`),
        }
      : {},
    entryPoints: [join(source, isForPhones ? 'main.tsx' : 'app/main.tsx')],
    splitting: true,
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  })
  // Each part that is loaded later has the style sheet too.
  const files = outputFiles.filter(({ path }) => !/\/(?!main-)[^/]+\.css$/.test(path))
  return new Map(
    await Promise.all(
      files.map(async ({ path, contents, text }) => {
        const name = `assets/${basename(path)}`
        if (path.endsWith('.css')) return [name, inlineTokens(text)] as const
        return [name, isForPhones ? await shorten(text) : contents] as const
      }),
    ),
  )
}

/**
 * The icons of a page and those that both pages share, under names with a hash, and a map from their names in
 * the HTML and the manifest to these.
 */
const readIcons = async (source: string): Promise<{ files: Files; names: Map<string, string> }> => {
  const files: Files = new Map()
  const names = new Map<string, string>()
  for (const folder of [join(source, 'icons'), join(ROOT, 'web', 'shared', 'icons')]) {
    for (const name of existsSync(folder) ? await readdir(folder) : []) {
      const content = await readFile(join(folder, name))
      const path = `assets/${name.replace('.', `-${hashOf(content)}.`)}`
      files.set(path, content)
      names.set(`icons/${name}`, path)
    }
  }
  return { files, names }
}

/** `text` with the names of the built files in place of those in the source. */
const withNames = (text: string, names: ReadonlyMap<string, string>): string =>
  [...names].reduce((result, [from, to]) => result.replaceAll(from, to), text)

/**
 * The service worker with the files that it keeps and their hashes. A change of any of them makes another
 * service worker.
 */
const bundleServiceWorker = async (source: string, page: string, kept: Files): Promise<string> => {
  const hashes = Object.fromEntries(
    [...kept].map(([path, content]) => [`/${page}/${path === 'index.html' ? '' : path}`, hashOf(content)]),
  )
  const version = hashOf([...kept.values()].map(hashOf).join())
  const { outputFiles } = await build({
    ...options,
    entryPoints: [join(source, 'worker', 'sw.ts')],
    format: 'iife',
    define: { HASHES: JSON.stringify(hashes), BUILD: JSON.stringify(version) },
  })
  return (outputFiles[0] as { text: string }).text
}

/** Lets the browser load what the main script imports together with it, not after it. */
const withPreloads = (html: string, page: string, bundled: Files): string => {
  const [, main] = [...bundled].find(([path]) => /main-[^.]+\.js$/.test(path)) ?? []
  const imported = String(main).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)
  const links = [...new Set([...imported].map(([, name]) => name))].map(
    (name) => `<link rel="modulepreload" href="/${page}/assets/${name}">`,
  )
  return html.replace('<script type="module"', `${links.join('')}<script type="module"`)
}

/** Builds one page. Returns its files by their path. */
const buildPage = async (page: string): Promise<Files> => {
  const source = join(ROOT, 'web', page)
  const decoder = page === 'door' ? await bundleDecoder(source) : undefined
  const bundled = await bundle(source, page !== 'organizer', decoder)
  const icons = await readIcons(source)
  const names = new Map(icons.names)
  for (const path of bundled.keys()) {
    const [, extension] = /main-[^.]+\.(js|css)$/.exec(path) ?? []
    if (extension !== undefined) names.set(`main.${extension}`, path)
  }
  const files: Files = new Map([...bundled, ...icons.files])
  for (const name of ['manifest.webmanifest', 'index.html']) {
    if (existsSync(join(source, name))) {
      const text = withNames(await readFile(join(source, name), 'utf8'), names)
      files.set(name, name.endsWith('.html') ? withPreloads(text, page, bundled) : text)
    }
  }
  if (decoder === undefined) return files
  const [[worker, script] = ['', ''], wasm = ['', '']] = decoder.files
  const kept = new Map([...files, [worker, script] as const])
  return new Map([...kept, wasm, ['sw.js', await bundleServiceWorker(source, page, kept)]])
}

/** Writes the files into `folder`, and removes all others. Several commands may do this at the same time. */
const write = async (folder: string, files: Files): Promise<void> => {
  for (const [path, content] of files) await replaceFile(join(folder, path), content)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (entry.isFile() && !files.has(path) && !/\.\d+$/.test(path))
      await rm(join(folder, path), { force: true })
  }
}

/** Builds all pages. */
export const buildPages = async (): Promise<void> => {
  for (const page of PAGES) await write(join(ROOT, 'public', page), await buildPage(page))
}

if (import.meta.main) await buildPages()
