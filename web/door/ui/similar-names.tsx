// Names with a typing error, where a search finds nobody.
import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { findSimilar } from '../core/similar.ts'
import type { TicketList } from '../core/ticket-list.ts'
import { list } from '../runtime.ts'
import { texts } from '../texts.ts'
import { query, type RowsProps, withOverlay } from './search-view.ts'

const MAX_SIMILAR = 10

/** Similar names follow when the typing rests. */
const REST_MS = 200

export const SimilarNames = ({ Rows }: { Rows: ComponentType<RowsProps> }) => {
  const rested = useSignal('')
  const text = query.value
  useEffect(() => {
    const timer = setTimeout(() => (rested.value = text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  const copy = list.value?.copy as TicketList | undefined
  const tickets =
    copy !== undefined && rested.value === text ? findSimilar(copy, text, MAX_SIMILAR).map(withOverlay) : []
  if (tickets.length === 0) return null
  return (
    <section class="stack">
      <p class="soft small" role="status">
        {texts.similarNames}
      </p>
      <Rows tickets={tickets} label={texts.similarNames} />
    </section>
  )
}
