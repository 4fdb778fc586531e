// What is beside the tickets that a search finds: guest lists with such a name, and what to do about no
// result.
import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useMemo } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { groupBy } from '../../shared/group-by.ts'
import { rowOf } from '../core/ticket.ts'
import { compare, type IndexedRow, indexRow, TicketList } from '../core/ticket-list.ts'
import { role } from '../role.ts'
import { list, overlay } from '../runtime.ts'
import { texts } from '../texts.ts'
import { filter, query, type RowsProps, withOverlay } from './search-view.ts'
import { SimilarNames } from './similar-names.tsx'

type Props = { Rows: ComponentType<RowsProps> }

/** At most so many lists are in a session, and as many of their guests are shown at once. */
const MANY = 100

const nameOf = ({ row }: IndexedRow): string => row[21] ?? ''

/** The guests on lists, by the names of the lists. The names are found as those of guests are. */
const listsOf = (copy: TicketList) => {
  const guests = groupBy(
    [...copy.tickets.values()].filter(({ row }) => row[21]),
    nameOf,
  )
  const names = new TicketList()
  for (const name of guests.keys()) {
    names.put(indexRow(rowOf({ id: name, ticketNumber: '', attendeeName: name, check: 0 })))
  }
  return { copy, guests, names }
}

const GuestList = ({ name, rows, Rows }: Props & { name: string; rows: readonly IndexedRow[] }) => {
  const isOpen = useSignal(false)
  const limit = useSignal(MANY)
  const copy = list.value?.copy as TicketList
  const all = [...rows].sort(compare).map(({ row }) => withOverlay(copy.toTicket(row)))
  const inside = all.filter(({ status }) => status === 'CheckedIn').length
  const waiting = all.filter(({ status }) => status === 'Valid').length
  return (
    <>
      <ul class="rows">
        <li>
          <button
            type="button"
            class="row"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            <span class="who">
              <bdi>{texts.listOf(name)}</bdi> · {texts.partyIn(inside, inside + waiting)}
            </span>{' '}
            <span aria-hidden="true">{isOpen.value ? '▴' : '▾'}</span>
          </button>
        </li>
      </ul>
      {isOpen.value && <Rows tickets={all.slice(0, limit.value)} label={texts.listOf(name)} />}
      {isOpen.value && all.length > limit.value && (
        <Button text={texts.showMore} onClick={() => (limit.value += MANY)} />
      )}
    </>
  )
}

const emptyText = (): string => {
  if (list.value?.isComplete === false) return texts.notLoadedYet
  if (query.value.trim() !== '') return texts.nothingFound
  return filter.value === 'Valid' ? texts.everyoneIn : texts.nobodyHere
}

/** @param count the number of tickets that were found */
export const Beside = ({ count, Rows }: Props & { count: number }) => {
  const { copy, version } = list.value ?? {}
  const q = query.value
  const isSearched = q.trim() !== ''
  // All tickets are read for it.
  const lists = useMemo(
    () => (isSearched ? listsOf((copy as TicketList | undefined) ?? new TicketList()) : undefined),
    [copy, version, isSearched],
  )
  const names =
    lists?.names.search({ q, status: undefined, overlay: overlay.value, limit: MANY }).tickets ?? []
  if (names.length > 0) {
    return names.map(({ id }) => (
      <GuestList key={id} name={id} rows={lists?.guests.get(id) ?? []} Rows={Rows} />
    ))
  }
  if (count > 0) return null
  return (
    <>
      <p class="empty soft">{emptyText()}</p>
      {!role && <SimilarNames Rows={Rows} />}
    </>
  )
}
