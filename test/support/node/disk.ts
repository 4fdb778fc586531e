// What a browser keeps of a page: in its storage, in the files of its profile, and in memory.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** A script for the browser: every store of every database of the page, and its other storage. */
export const ON_DISK = `(async () => {
  const all = [JSON.stringify(localStorage)]
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
    })
    for (const store of db.objectStoreNames) {
      const rows = await new Promise((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
      })
      all.push(JSON.stringify(rows))
    }
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      if (/json|text/.test(response.headers.get('Content-Type') ?? '')) all.push(await response.text())
    }
  }
  return all.join('\\n')
})()`

/** The files below a folder that have a text in UTF-8, or in UTF-16 as browsers store some texts. */
export const filesWith = async (folder: string, text: string): Promise<string[]> => {
  const wanted = [Buffer.from(text), Buffer.from(text, 'utf16le')]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file).catch(() => Buffer.alloc(0))
      return wanted.some((one) => bytes.includes(one)) ? [file] : []
    }),
  )
  return found.flat()
}

/** Whether a text is in the memory of a page. Chromium alone can be asked. */
export const heapHas = async (page: Page, text: string): Promise<boolean> => {
  const session = await page.context().newCDPSession(page)
  let isThere = false
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    isThere ||= chunk.includes(text)
  })
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return isThere
}
