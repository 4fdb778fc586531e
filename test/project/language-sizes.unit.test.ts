// How much the texts of a language weigh. The build of the pages is that of this run.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/local.ts'
import { languages } from '../../web/shared/language.ts'

const MAX_BYTES = 5 * 1_024

it.each(languages)('the texts in %s take at most 5 KB, compressed', async (language) => {
  for (const page of language === 'en' ? ['door'] : ['door', 'organizer']) {
    const folder = join(ROOT, 'public', page, 'assets')
    const [name, ...others] = (await readdir(folder)).filter((file) =>
      new RegExp(`^${language}-\\w+\\.js$`).test(file),
    )
    expect(others).toEqual([])
    expect(gzipSync(await readFile(join(folder, name as string))).length).toBeLessThanOrEqual(MAX_BYTES)
  }
})
