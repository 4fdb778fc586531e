// A list that is loaded page by page, with a button for the next page.
import type { ComponentChildren } from 'preact'
import type { Paged } from '../data/paged-list.ts'
import { texts } from '../texts.ts'
import { Loaded } from './loaded.tsx'
import { Failure } from './notices.tsx'

type Props<Item> = {
  list: Paged<Item>
  /** What is shown if there are no items. */
  empty: ComponentChildren
  children: (items: readonly Item[]) => ComponentChildren
}

export const PagedList = <Item,>({ list, empty, children }: Props<Item>) => {
  const { ok, moreFailed, isLoadingMore, loadMore } = list
  const hasMore = ok.value !== undefined && ok.value.body.links.next !== null
  return (
    <>
      <Loaded load={list}>{({ data }) => (data.length === 0 ? empty : children(data))}</Loaded>
      {moreFailed.value !== undefined && <Failure failed={moreFailed.value} />}
      {hasMore && (
        <button type="button" class="button" onClick={loadMore} aria-disabled={isLoadingMore.value}>
          {isLoadingMore.value ? texts.loading : texts.showMore}
        </button>
      )}
    </>
  )
}
