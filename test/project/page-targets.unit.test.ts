// The pages use nothing that their oldest browsers lack, unless they do without it. esbuild translates
// syntax. For the rest, TypeScript knows to which interface a name belongs, and MDN's data since when
// browsers have it.
// @module-tag slow
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { CompatData, Identifier } from '@mdn/browser-compat-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'
import { FLOOR } from '../../scripts/web.ts'
import ts from '../clients/node_modules/typescript/lib/typescript.js'

// As a module of 20 MB, it would take a minute to transform.
const { api, html, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** What not all of them have, how the code does without it, and what somebody then misses. */
const OPTIONAL: { features: string[]; guard: RegExp; otherwise: string }[] = [
  {
    features: ['AbortSignal.timeout_static'],
    guard: /^(?!.*TimeoutError)/s,
    otherwise: 'nothing: before Chrome 124 the reason has another name, which no code reads',
  },
  {
    features: ['Navigator.wakeLock', 'WakeLock.request', 'WakeLockSentinel', 'WakeLockSentinel.release'],
    guard: /navigator\.wakeLock\?\./,
    otherwise: 'the screen turns off as the phone is set',
  },
  {
    features: ['KeyboardEvent.repeat'],
    guard: /event\.repeat \|\|/,
    otherwise: 'an Enter that is held counts again',
  },
  { features: ['Navigator.share'], guard: /'share' in navigator/, otherwise: 'the link is copied' },
  { features: ['Navigator.vibrate'], guard: /navigator\.vibrate\?\./, otherwise: 'sounds and colours' },
  {
    features: ['MediaStreamTrack.getCapabilities'],
    guard: /getCapabilities\?\./,
    otherwise: 'no button for the light',
  },
  {
    features: ['MediaStreamTrack.muted'],
    guard: /muted !== true/,
    otherwise: 'nothing: frames of a camera that was taken away have no code',
  },
  {
    features: ['HTMLMediaElement.srcObject'],
    guard: /srcObject = stream/,
    otherwise: 'nothing: all of them show a camera, but not every other source',
  },
  {
    features: ['dialog.closedby'],
    guard: /onClose=/,
    otherwise: 'a tap outside does not close a dialog: Escape and its buttons do',
  },
  {
    features: ['video.playsinline', 'autocapitalize', 'autocorrect'],
    guard: /^/,
    otherwise: 'nothing, or a keyboard that corrects names',
  },
]

/** A feature by its path, such as `Navigator` and `vibrate`. */
const findIn = (data: Identifier | undefined, path: readonly string[]): Identifier | undefined =>
  path.reduce<Identifier | undefined>(
    (at, name) => (at !== undefined && Object.hasOwn(at, name) ? at[name] : undefined),
    data,
  )

/** The browsers at the floor that have not all of a feature. */
const browsersWithout = ({ __compat }: Identifier): string[] =>
  Object.entries(FLOOR).flatMap(([name, floor]) =>
    [name, name === 'safari' ? 'safari_ios' : `${name}_android`].filter((browser) => {
      const support = __compat?.support[browser as 'chrome']
      if (support === undefined) return false
      return ![support].flat().some(({ version_added, version_removed, ...limits }) => {
        const isWhole = Object.keys(limits).every((key) => key === 'notes' || key === 'impl_url')
        const since = Number.parseFloat(String(version_added).replace('≤', ''))
        return isWhole && since <= floor && version_removed === undefined
      })
    }),
  )

type Used = { feature: string; file: string; browsers: string[] }

/** What the files of a project use and browsers at the floor lack. */
const findLacking = (files: readonly string[], options: ts.CompilerOptions): Used[] => {
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const found = new Map<string, Used>()

  const note = (file: string, data: Identifier | undefined, ...paths: string[][]): boolean => {
    const path = paths.find((one) => findIn(data, one)?.__compat !== undefined)
    if (path === undefined) return false
    const browsers = browsersWithout(findIn(data, path) as Identifier)
    const feature = path.join('.')
    if (browsers.length > 0) found.set(`${feature} ${file}`, { feature, file, browsers })
    return true
  }
  const noteName = (file: string, ...paths: string[][]): void => {
    if (!note(file, api, ...paths)) note(file, javascript.builtins, ...paths)
  }

  /** An interface and those that it extends. MDN lists a mixin's members with the interfaces that use it. */
  const namesOf = (type: ts.Type): string[] => [
    type.symbol?.name.replace(/^Readonly|Constructor$/g, '') ?? '',
    ...(type.isClassOrInterface() ? checker.getBaseTypes(type).flatMap(namesOf) : []),
  ]
  const visitName = (file: string, node: ts.Identifier): void => {
    const declaration = checker
      .getSymbolAtLocation(node)
      ?.declarations?.find((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()))
    if (declaration === undefined) return
    const { parent } = declaration
    const name = node.text
    if (ts.isInterfaceDeclaration(parent)) {
      const object = ts.isPropertyAccessExpression(node.parent) ? node.parent.expression : node
      const owners = [
        parent.name.text,
        ...namesOf(checker.getNonNullableType(checker.getTypeAtLocation(object))),
      ]
      const event = name.replace(/^on(.*)/, '$1_event')
      noteName(
        file,
        ...owners.flatMap((owner) => [
          [owner, name],
          [owner, event],
          ['Intl', owner, name],
        ]),
      )
    } else if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) {
      const owner = parent.parent.name.getText()
      noteName(file, [owner, `${name}_static`], [owner, name])
    } else noteName(file, [name], ['Window', name], ['Intl', name])
  }
  const visit = (file: string, node: ts.Node): void => {
    if (ts.isJsxAttribute(node)) {
      const tag = node.parent.parent.tagName.getText()
      const name = node.name.getText().toLowerCase()
      const isElement = /^[a-z]/.test(tag)
      if (isElement && !note(file, html.elements, [tag, name])) note(file, html.global_attributes, [name])
    } else if (ts.isIdentifier(node)) visitName(file, node)
    ts.forEachChild(node, (child) => visit(file, child))
  }
  for (const source of program.getSourceFiles()) {
    const isOwn = files.includes(source.fileName) && !/\/(test|generated)\//.test(source.fileName)
    if (isOwn) visit(source.fileName, source)
  }
  return [...found.values()]
}

const readProject = (folder: string): { fileNames: string[]; options: ts.CompilerOptions } => {
  const { config } = ts.readConfigFile(join(ROOT, folder, 'tsconfig.json'), ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, folder))
}

describe('the platform that the pages use', () => {
  let used: Used[]
  beforeAll(() => {
    used = ['web', 'web/door/worker'].flatMap((folder) => {
      const { fileNames, options } = readProject(folder)
      return findLacking(fileNames, options)
    })
  })
  const optional = OPTIONAL.flatMap(({ features }) => features)

  it('is that of their oldest browsers', () => {
    const missing = used.filter(({ feature }) => !optional.includes(feature))
    expect(missing.map(({ file, ...rest }) => ({ ...rest, file: relative(ROOT, file) }))).toEqual([])
  })

  it.each(OPTIONAL)('is optional where not all have it: $features', async ({ features, guard }) => {
    for (const feature of features) {
      const files = used.filter((one) => one.feature === feature).map(({ file }) => file)
      expect(files).not.toEqual([])
      for (const file of files) expect(await readFile(file, 'utf8')).toMatch(guard)
    }
  })

  it('is checked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doorlist-page-'))
    const file = join(folder, 'page.tsx')
    await writeFile(
      file,
      `AbortSignal.any([])
       document.body.checkVisibility()
       new Intl.Segmenter()
       const { permissions } = navigator
       export const page = <button command="close" type="button">{permissions}{[1].at(0)}</button>`,
    )
    const lacking = findLacking([file], readProject('web').options)
    await rm(folder, { recursive: true })
    expect(lacking.map(({ feature }) => feature).sort()).toEqual([
      'AbortSignal.any_static',
      'Element.checkVisibility',
      'Intl.Segmenter',
      'button.command',
    ])
  })

  it('is documented', async () => {
    const { chrome, safari, firefox } = FLOOR
    const text = `Chrome ${chrome}, Safari ${safari} or Firefox ${firefox}`
    expect(await readFile(join(ROOT, 'docs', 'door.md'), 'utf8')).toContain(text)
  })
})
