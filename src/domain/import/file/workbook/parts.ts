// The parts of a workbook: files in a zip file, which name each other by relations.
import { unzipSync } from 'fflate'
import { readXml } from './xml.ts'

/** A larger one is no list of guests, but may be a bomb. */
const MAX_PART_BYTES = 300_000_000

export class TooLargeError extends Error {
  constructor() {
    super('The workbook is too large. Save the sheet with the guests as CSV.')
  }
}

/** Some programs write other cases, backslashes or a slash in front. */
const normalize = (path: string): string => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

/** The text of a part; undefined if there is none. */
export const readPart = (bytes: Uint8Array, path: string): string | undefined => {
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (normalize(name) !== normalize(path)) return false
      if (originalSize > MAX_PART_BYTES) throw new TooLargeError()
      return true
    },
  })
  const [content] = Object.values(files)
  if (content === undefined) return undefined
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content)
}

/** A path that a part names. */
const resolve = (folder: string, target: string): string => {
  const parts: string[] = []
  for (const part of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

export type Relation = { id: string; type: string; path: string }

/** The parts that a part names. The file itself, '', names the workbook. */
export const readRelations = (bytes: Uint8Array, path: string): Relation[] => {
  const at = path.lastIndexOf('/')
  const [folder, name] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)]
  const relations: Relation[] = []
  readXml(readPart(bytes, `${folder}/_rels/${name}.rels`) ?? '<none/>', {
    open(element, attribute) {
      if (element !== 'Relationship') return
      const type = attribute('Type') ?? ''
      relations.push({
        id: attribute('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolve(folder, attribute('Target') ?? ''),
      })
    },
  })
  return relations
}
