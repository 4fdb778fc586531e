// Loads a list page by page.
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Failed, type Load, type Ok, type Result, read, toResult, useLoad } from './load.ts'
import type { Page } from './types.ts'

/** Reads up to `pages` pages as one. */
export const readPages = async <Item>(
  first: string,
  pages: number,
  signal?: AbortSignal,
): Promise<Result<Page<Item>>> => {
  const data: Item[] = []
  let next: string | null = first
  let meta: Page<Item>['meta']
  for (let page = 0; page < pages && next !== null; page += 1) {
    const result: Result<Page<Item>> = toResult(await read<Page<Item>>(next)(signal))
    if (result.kind !== 'ok') return result
    data.push(...result.body.data)
    next = result.body.links.next
    meta = result.body.meta
  }
  return { kind: 'ok', etag: null, body: { data, links: { self: first, next }, ...(meta && { meta }) } }
}

/** The pages of a list that were loaded, as one page. */
export type Paged<Item> = Load<Page<Item>> & {
  isLoadingMore: Signal<boolean>
  /** Why the next page could not be loaded; undefined if it could. */
  moreFailed: ReadonlySignal<Failed | undefined>
  loadMore: () => Promise<void>
}

/**
 * Loads the list at `first`. `reload` reads as many pages as are shown, so that nothing jumps. With `name`,
 * it is kept.
 */
export const usePaged = <Item>(first: string, name?: string): Paged<Item> => {
  const pages = useRef({ first, count: 1 })
  if (pages.current.first !== first) pages.current = { first, count: 1 }
  const lastFailure = useSignal<{ shown: Ok<Page<Item>>; failed: Failed } | undefined>(undefined)
  const isLoadingMore = useSignal(false)
  const list = useLoad((signal) => readPages<Item>(first, pages.current.count, signal), first, name)
  // Another list, or the same one loaded again, has not failed.
  const moreFailed = useComputed(() =>
    lastFailure.value?.shown === list.ok.value ? lastFailure.value?.failed : undefined,
  )

  const loadMore = async (): Promise<void> => {
    const shown = list.ok.value
    const next = shown?.body.links.next ?? null
    if (shown === undefined || next === null || isLoadingMore.value) return
    isLoadingMore.value = true
    const result = toResult(await read<Page<Item>>(next)())
    isLoadingMore.value = false
    // The list may have been loaded again in between.
    if (list.ok.value !== shown) return
    lastFailure.value = result.kind === 'ok' ? undefined : { shown, failed: result }
    if (result.kind !== 'ok') return
    pages.current.count += 1
    const data = [...shown.body.data, ...result.body.data]
    list.ok.value = { ...shown, body: { ...result.body, data } }
  }
  return { ...list, isLoadingMore, moreFailed, loadMore }
}
