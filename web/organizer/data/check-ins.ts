// All recorded entries and exits of a session, or all tallies.
import { useMemo, useRef } from 'preact/hooks'
import { kept } from './kept.ts'
import { type Load, type Ok, type Result, read, toResult, useLoad } from './load.ts'
import { API } from './reads.ts'
import type { CheckIn, Page } from './types.ts'

/** Of 100. The limit of 600 requests a minute leaves room for as many again. */
const MAX_PAGES = 250

export type Recorded = {
  items: CheckIn[]
  /** False if there are more. */
  isWhole: boolean
}

export const checkInsPath = (sessionId: string): string => `${API}/sessions/${sessionId}/check-ins`

/** The items of a batch that was entered here, now. */
export const batchOf = (items: readonly object[]) => {
  const at = new Date().toISOString()
  return { device: null, items: items.map((item) => ({ id: crypto.randomUUID(), at, ...item })) }
}

/**
 * Reads all pages at first, then those with something new; what was undone further back is found when the
 * screen opens again.
 */
export const useRecorded = (sessionId: string, query = ''): Load<Recorded> => {
  const first = `${checkInsPath(sessionId)}?${query}pageSize=100`
  const held = useMemo(
    () => new Map(kept<Ok<Recorded>>(first)?.ok.body.items.map((item) => [item.id, item])),
    [],
  )
  const isWhole = useRef(true)
  const readNew = async (signal?: AbortSignal): Promise<Result<Recorded>> => {
    const found: CheckIn[] = []
    let next: string | null = first
    for (let page = 0; page < MAX_PAGES && next !== null; page += 1) {
      const result: Result<Page<CheckIn>> = toResult(await read<Page<CheckIn>>(next)(signal))
      if (result.kind !== 'ok') return result
      found.push(...result.body.data)
      next = result.body.links.next
      if (found.some(({ id }) => held.has(id))) break
    }
    if (held.size === 0) isWhole.current = next === null
    for (const item of found) held.set(item.id, item)
    return { kind: 'ok', etag: null, body: { items: [...held.values()], isWhole: isWhole.current } }
  }
  return useLoad(readNew, '', first)
}
