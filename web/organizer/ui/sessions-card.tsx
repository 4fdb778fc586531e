// A list of sessions, with a button that shows or hides those in the past.
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Paged } from '../data/paged-list.ts'
import { texts } from '../texts.ts'
import { PagedList } from './paged-list.tsx'

type Props<Item> = {
  list: Paged<Item>
  hidesPast: Signal<boolean>
  children: (sessions: readonly Item[]) => ComponentChildren
}

export const SessionsCard = <Item,>({ list, hidesPast, children }: Props<Item>) => (
  <section class="card stack" aria-labelledby="sessions">
    <div class="spread">
      <h2 id="sessions" tabIndex={-1}>
        {texts.sessions}
      </h2>
      <button type="button" class="button" onClick={() => (hidesPast.value = !hidesPast.value)}>
        {hidesPast.value ? texts.showPast : texts.hidePast}
      </button>
    </div>
    <PagedList
      list={list}
      empty={<p class="soft">{hidesPast.value ? texts.noComingSessions : texts.noSessions}</p>}
    >
      {children}
    </PagedList>
  </section>
)
