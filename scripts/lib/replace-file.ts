// Writes files that other processes may be reading at the same time.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes `file` have `content`, in one step. A file that has it already is not touched. */
export const replaceFile = async (file: string, content: Uint8Array | string): Promise<void> => {
  const current = await readFile(file).catch(() => undefined)
  if (current?.equals(Buffer.from(content))) return
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, content)
  await rename(temporary, file)
}
