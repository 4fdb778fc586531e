// A list that is loaded page by page, with a button for the next page.
import type { ComponentChildren } from 'preact'
import { Button } from '../../shared/button.tsx'
import type { Paged } from '../data/paged-list.ts'
import { texts } from '../texts.ts'
import { Loaded } from './loaded.tsx'
import { Failure } from './notices.tsx'

/** The button for the next page, below the reason why it could not be loaded. */
export const NextPage = <Item,>({ list, text }: { list: Paged<Item>; text: string }) => {
  const { ok, moreFailed, isLoadingMore, loadMore } = list
  const hasMore = ok.value !== undefined && ok.value.body.links.next !== null
  return (
    <>
      {moreFailed.value !== undefined && <Failure failed={moreFailed.value} />}
      {hasMore && (
        <Button
          text={isLoadingMore.value ? texts.loading : text}
          isBusy={isLoadingMore.value}
          onClick={loadMore}
        />
      )}
    </>
  )
}

type Props<Item> = {
  list: Paged<Item>
  /** What is shown if there are no items. */
  empty: ComponentChildren
  children: (items: readonly Item[]) => ComponentChildren
}

export const PagedList = <Item,>({ list, empty, children }: Props<Item>) => (
  <>
    <Loaded load={list}>{({ data }) => (data.length === 0 ? empty : children(data))}</Loaded>
    <NextPage list={list} text={texts.showMore} />
  </>
)
