// The parts of a workbook: files in a zip file, which name each other by relations.
import { unzipSync } from 'fflate'
import { readXml } from './xml.ts'

/** What the parts of a workbook may have together. A larger one is no list of guests, but may be a bomb. */
export const MAX_WORKBOOK_BYTES = 300_000_000

/** Each part is looked for among all. */
const MAX_PARTS = 5_000

export class TooLargeError extends Error {
  constructor() {
    super('The workbook is too large. Save the sheet with the guests as CSV.')
  }
}

/** Some programs write other cases, backslashes or a slash in front. */
const normalize = (path: string): string => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

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

export class Parts {
  readonly #bytes: Uint8Array
  #left: number

  /** @throws TooLargeError if there are too many parts */
  constructor(bytes: Uint8Array, maxBytes: number) {
    this.#bytes = bytes
    this.#left = maxBytes
    let parts = 0
    unzipSync(bytes, {
      filter: () => {
        parts += 1
        if (parts > MAX_PARTS) throw new TooLargeError()
        return false
      },
    })
  }

  /** Takes what is kept of a part from what the workbook may have. */
  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new TooLargeError()
  }

  /** The text of a part; undefined if there is none. */
  read(path: string): string | undefined {
    const files = unzipSync(this.#bytes, {
      filter: ({ name, originalSize }) => {
        if (normalize(name) !== normalize(path)) return false
        this.spend(originalSize)
        return true
      },
    })
    const [content] = Object.values(files)
    if (content === undefined) return undefined
    const isUtf16 = content[0] === 0xff && content[1] === 0xfe
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content)
  }

  /** The parts that a part names. The file itself, '', names the workbook. */
  relationsOf(path: string): Relation[] {
    const at = path.lastIndexOf('/')
    const [folder, name] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)]
    const relations: Relation[] = []
    readXml(this.read(`${folder}/_rels/${name}.rels`) ?? '<none/>', {
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
}
