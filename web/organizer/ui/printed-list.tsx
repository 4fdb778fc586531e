// A long list of guests on screen and on paper.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { LiveTicket } from '../data/live-tickets.ts'

export const nameOnList = ({ attendeeName, holderEmail, ticketNumber }: LiveTicket): string =>
  attendeeName ?? holderEmail ?? ticketNumber

export const collator = new Intl.Collator()
export const byName = (a: LiveTicket, b: LiveTicket): number =>
  collator.compare(nameOnList(a), nameOnList(b)) || collator.compare(a.ticketNumber, b.ticketNumber)

/** Rows that are made at a time: a list of 20,000 at once would block the page for seconds. */
const CHUNK = 250

type Tickets = readonly LiveTicket[]

export type PrintedColumn = {
  name: string
  /** `more`: not on the screen of a phone. */
  look?: 'more' | 'nowrap'
  isHeader?: boolean
  cell: (ticket: LiveTicket) => ComponentChildren
}

/** With a title, it stands above the group. */
export type PrintedGroup = { name: string; title?: ComponentChildren; tickets: Tickets }

const chunksOf = (tickets: Tickets): Tickets[] =>
  Array.from({ length: Math.ceil(tickets.length / CHUNK) }, (_, index) =>
    tickets.slice(index * CHUNK, (index + 1) * CHUNK),
  )

const areSame = (a: Tickets, b: Tickets): boolean =>
  a.length === b.length && a.every((ticket, index) => ticket === b[index])

type PartProps = { name: string; tickets: Tickets; columns: readonly PrintedColumn[] }

/** A part of the list, which is made again only if one of its tickets has changed. */
const Part = ({ name, tickets, columns }: PartProps) => {
  const held = useRef(tickets)
  if (!areSame(held.current, tickets)) held.current = tickets
  return useMemo(
    () => (
      <div class="part">
        <table class="paper" aria-label={name}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" class={column.look}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {held.current.map((ticket) => (
              <tr key={ticket.id}>
                {columns.map(({ name: column, look, isHeader, cell }) =>
                  isHeader ? (
                    <th key={column} scope="row" class={look}>
                      <bdi>{cell(ticket)}</bdi>
                    </th>
                  ) : (
                    <td key={column} class={look}>
                      <bdi>{cell(ticket)}</bdi>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ),
    [held.current, name, columns],
  )
}

/** How many parts are made: one more in each frame, and all of them for the printer. */
const useGrowing = (count: number): number => {
  const limit = useSignal(1)
  useEffect(() => {
    if (limit.value >= count) return
    const frame = requestAnimationFrame(() => (limit.value += 1))
    return () => cancelAnimationFrame(frame)
  }, [limit.value, count])
  useEffect(() => {
    const showAll = (): void => {
      limit.value = Number.POSITIVE_INFINITY
    }
    addEventListener('beforeprint', showAll)
    return () => removeEventListener('beforeprint', showAll)
  }, [])
  return limit.value
}

type Props = { groups: readonly PrintedGroup[]; columns: readonly PrintedColumn[] }

export const PrintedList = ({ groups, columns }: Props) => {
  const parts = useMemo(
    () =>
      groups.flatMap(({ name, title, tickets }) =>
        chunksOf(tickets).map((chunk, index) => ({
          ...{ name, chunk, index },
          title: index === 0 ? title : undefined,
        })),
      ),
    [groups],
  )
  const limit = useGrowing(parts.length)
  return (
    <>
      {parts.slice(0, limit).map(({ name, title, chunk, index }) => (
        <div key={`${name} ${index}`}>
          {title !== undefined && (
            <h2>
              <bdi>{title}</bdi>
            </h2>
          )}
          <Part name={name} tickets={chunk} columns={columns} />
        </div>
      ))}
    </>
  )
}
