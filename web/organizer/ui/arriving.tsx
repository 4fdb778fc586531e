// The place of what needs the whole list, while its tickets arrive.

import type { ComponentChildren } from 'preact'
import type { LiveList } from '../data/live-list.ts'
import type { LiveTicket } from '../data/live-tickets.ts'
import type { TicketCounts } from '../data/types.ts'
import { texts } from '../texts.ts'
import { Loaded } from './loaded.tsx'

type Props = {
  list: LiveList
  session: { counts: TicketCounts }
  /** What comes: cards below each other, a wide and a narrow card, or lines. */
  look: 'card' | 'night' | 'lines'
  children: (tickets: readonly LiveTicket[]) => ComponentChildren
}

export const Arriving = ({ list, session, look, children }: Props) => {
  const total = Object.values(session.counts).reduce((sum, count) => sum + count, 0)
  return (
    <Loaded
      load={list}
      loading={
        <div class="stack">
          <p role="status" class="soft">
            {texts.loading}
          </p>
          <progress max={Math.max(total, 1)} value={list.arrived.value} aria-label={texts.loading} />
          {look === 'lines' ? (
            <div class="stack" aria-hidden="true">
              <div class="bar" />
              <div class="bar" />
              <div class="bar" />
            </div>
          ) : (
            <div class={look === 'night' ? 'night' : 'stack'} aria-hidden="true">
              <div class="card skeleton" />
              <div class="card skeleton" />
            </div>
          )}
        </div>
      }
    >
      {children}
    </Loaded>
  )
}
