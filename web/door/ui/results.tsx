// The results of a search.
import { computed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { presenceOf } from '../../../src/domain/check-in-rule.ts'
import { fold } from '../../../src/domain/tickets/words.ts'
import { Button } from '../../shared/button.tsx'
import { isolate } from '../../shared/page-language.ts'
import type { Ticket } from '../core/ticket.ts'
import type { Found } from '../core/ticket-list.ts'
import { checkIn, dispatch, isBusy, place } from '../runtime.ts'
import { texts, titleOf } from '../texts.ts'
import { OnDemand } from './on-demand.tsx'
import {
  filter,
  found,
  partyOf,
  query,
  type RowsProps,
  showMore,
  showStatus,
  withOverlay,
} from './search-view.ts'
import { StatusTag } from './status-tag.tsx'
import { hasJustTapped, noteTap } from './taps.ts'

const FILTERS = { all: undefined, expected: 'Valid', checkedIn: 'CheckedIn' } as const

export const Filters = () => (
  <fieldset class="filters strong">
    <legend class="hidden">{texts.filterLegend}</legend>
    {(['all', 'expected', 'checkedIn'] as const).map((name) => (
      <label key={name}>
        <input
          type="radio"
          name="filter"
          checked={filter.value === FILTERS[name]}
          onChange={() => showStatus(FILTERS[name])}
        />
        {texts.filters[name]}
      </label>
    ))}
  </fieldset>
)

const describe = ({ number, seat, type }: Ticket): string =>
  [number, seat, type]
    .filter(Boolean)
    .map((text) => isolate(text as string))
    .join(' · ')

/** A name with what was typed marked at the beginnings of its words. */
const Marked = ({ name, words }: { name: string; words: readonly string[] }) => (
  <>
    {name.split(/(?<=[^\p{L}\p{N}])(?=[\p{L}\p{N}])/u).map((part) => {
      const { length } = words.find((word) => fold(part).startsWith(word)) ?? ''
      return length === 0 ? part : [<mark>{part.slice(0, length)}</mark>, part.slice(length)]
    })}
  </>
)

const isOfParty = ({ reference, status }: Ticket): boolean =>
  !!reference && (status === 'Valid' || status === 'CheckedIn')

/** The found tickets of the same party. */
const foundWith = (ticket: Ticket, all: readonly Ticket[]): readonly Ticket[] =>
  isOfParty(ticket) ? all.filter((one) => isOfParty(one) && one.reference === ticket.reference) : [ticket]

/** The typed words. Rows show why they were found. */
const typed = computed(() => fold(query.value).match(/[\p{L}\p{N}]+/gu) ?? [])

/** A guest, or the party of several that were found. */
const Row = ({ ticket, isParty }: { ticket: Ticket; isParty: boolean }) => {
  const { id, number, seat, status } = ticket
  const { isOut } = place.value
  const { inside } = presenceOf(ticket)
  const party = isParty ? partyOf(ticket) : undefined
  const name = party ? `${titleOf(ticket).replace(/ \+\d+$/, '')} +${party.size - 1}` : titleOf(ticket)
  const isDeaf = (): boolean => isBusy.value || hasJustTapped.value
  const words = typed.value
  const shown = fold(`${name} ${number} ${seat} ${ticket.reference}`)
  return (
    <li>
      <button type="button" class="row" onClick={() => dispatch({ type: 'chosen', ticketId: id })}>
        <bdi class="who">
          <Marked name={name} words={words} />
        </bdi>{' '}
        <span class="what soft small">
          {describe(ticket)}
          {words.some((word) => !shown.includes(word)) && ` · ${texts.email}`}
        </span>{' '}
        {party ? (
          <span class="strong soft small">{texts.partyIn(party.inside, party.size)}</span>
        ) : (
          <StatusTag ticket={ticket} />
        )}
      </button>
      {(isOut ? inside : status === 'Valid' || (status === 'CheckedIn' && !inside)) && !party && (
        // A box to tick, as on a paper list.
        <label class="tick">
          <span aria-hidden="true">{isOut ? '↩' : '✓'}</span>
          <input
            type="checkbox"
            checked={false}
            aria-label={`${isOut ? texts.checkOut : texts.checkIn}: ${isolate(ticket.name ? name : number)}`}
            // It keeps the focus.
            aria-disabled={isDeaf()}
            onClick={(event) => {
              event.preventDefault()
              if (isDeaf()) return
              noteTap()
              checkIn([id], isOut)
            }}
          />
        </label>
      )}
    </li>
  )
}

/** Screen readers announce the count when the typing pauses, not after each letter. */
const ANNOUNCED_MS = 700

const Count = ({ count }: { count: number | undefined }) => {
  const announced = useSignal('')
  const text = count === undefined ? '' : texts.found(count)
  useEffect(() => {
    const timer = setTimeout(() => (announced.value = text), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p class="soft small" role="status" aria-live={announced.value === text ? 'polite' : 'off'}>
      {text}
    </p>
  )
}

/** Guests, each party that was found in one row. */
const Rows = ({ tickets, label }: RowsProps) => (
  <ul class="rows" aria-label={label}>
    {tickets.map((ticket) => {
      const together = foundWith(ticket, tickets)
      // Somebody who was found, and is not in yet.
      const first = together.find(({ status }) => status === 'Valid') ?? ticket
      return together[0] === ticket && <Row key={ticket.id} ticket={first} isParty={together.length > 1} />
    })}
  </ul>
)

type FoundProps = { found: Found | undefined; children?: ComponentChildren }

/** The count and the rows. `children`: what is between them. */
export const FoundTickets = ({ found, children }: FoundProps) => (
  <>
    <Count count={found?.count} />
    {children}
    <Rows tickets={found?.tickets ?? []} label={texts.tickets} />
  </>
)

/** Rows that are painted with each letter. The rest follows, so that the next letter is not delayed. */
const ROWS_AT_ONCE = 8

/** False until the rows of this search were painted. */
const useIsPainted = (search: string): boolean => {
  const painted = useSignal('')
  useEffect(() => {
    // A timer set in a frame runs after that frame was painted.
    const frame = requestAnimationFrame(() => setTimeout(() => (painted.value = search)))
    return () => cancelAnimationFrame(frame)
  }, [search])
  return painted.value === search
}

export const Results = () => {
  const shown = found.value
  const isPainted = useIsPainted(`${filter.value} ${query.value}`)
  const rows = shown?.tickets.slice(0, isPainted ? undefined : ROWS_AT_ONCE)
  return (
    <>
      <FoundTickets found={shown && rows && { ...shown, tickets: rows.map(withOverlay) }}>
        {shown && isPainted && (
          <OnDemand>{({ Beside }) => <Beside count={shown.count} Rows={Rows} />}</OnDemand>
        )}
      </FoundTickets>
      {shown && isPainted && shown.count > shown.tickets.length && (
        <Button text={texts.showMore} onClick={showMore} />
      )}
      <OnDemand>{({ AddGuest }) => <AddGuest />}</OnDemand>
    </>
  )
}
