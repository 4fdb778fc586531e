// The guests of a session on paper, for a door without power: alphabetical, or by ticket type.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Schemas } from '../../shared/schemas.ts'
import { groupBy } from '../data/group-by.ts'
import { useLiveList } from '../data/live-list.ts'
import type { LiveTicket } from '../data/live-tickets.ts'
import { useLoad } from '../data/load.ts'
import { readSession } from '../data/reads.ts'
import { formatFull, formatTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { sessionBreadcrumbs } from '../ui/breadcrumbs.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Select } from '../ui/select.tsx'
import { SessionTabs } from '../ui/session-tabs.tsx'
import { defineScreen } from './screen.ts'

const nameOf = ({ attendeeName, holderEmail, ticketNumber }: LiveTicket): string =>
  attendeeName ?? holderEmail ?? ticketNumber

const collator = new Intl.Collator()
const byName = (a: LiveTicket, b: LiveTicket): number =>
  collator.compare(nameOf(a), nameOf(b)) || collator.compare(a.ticketNumber, b.ticketNumber)

/** Rows that are made at a time: a list of 20,000 at once would block the page for seconds. */
const CHUNK = 250

type Tickets = readonly LiveTicket[]

/** The notes of ticket types, by name. */
type Notes = ReadonlyMap<string, string | null>

const chunksOf = (tickets: Tickets): Tickets[] =>
  Array.from({ length: Math.ceil(tickets.length / CHUNK) }, (_, index) =>
    tickets.slice(index * CHUNK, (index + 1) * CHUNK),
  )

const areSame = (a: Tickets, b: Tickets): boolean =>
  a.length === b.length && a.every((ticket, index) => ticket === b[index])

const joinNotes = (...notes: (string | null | undefined)[]): string => notes.filter(Boolean).join('\n')

/** A part of the list, which is made again only if one of its tickets has changed. */
const Part = ({ name, tickets, notes }: { name: string; tickets: Tickets; notes: Notes }) => {
  const held = useRef(tickets)
  if (!areSame(held.current, tickets)) held.current = tickets
  return useMemo(
    () => (
      <div class="part">
        <table class="paper" aria-label={name}>
          <thead>
            <tr>
              <th scope="col">{texts.in}</th>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.number}</th>
              <th scope="col" class="more">
                {texts.ticketType}
              </th>
              <th scope="col" class="more">
                {texts.seat}
              </th>
              <th scope="col" class="more">
                {texts.note}
              </th>
            </tr>
          </thead>
          <tbody>
            {held.current.map((ticket) => (
              <tr key={ticket.id}>
                <td>{ticket.checkedInAt === null ? '☐' : formatTime(ticket.checkedInAt)}</td>
                <th scope="row">
                  <bdi>{nameOf(ticket)}</bdi>
                </th>
                <td class="nowrap">{ticket.ticketNumber}</td>
                <td class="more">
                  <bdi>{ticket.ticketTypeName}</bdi>
                </td>
                <td class="more">{ticket.seatLabel}</td>
                <td class="more">{joinNotes(ticket.note, notes.get(ticket.ticketTypeName))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ),
    [held.current, name, notes],
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

const List = ({ tickets, types }: { tickets: Tickets; types: Schemas['SessionDetails']['types'] }) => {
  const order = useSignal<'name' | 'type'>('name')
  const parts = useMemo(() => {
    // Whoever was refunded has no place on a list of guests.
    const shown = tickets.filter(({ status }) => status === 'Valid' || status === 'CheckedIn').sort(byName)
    const groups =
      order.value === 'name'
        ? [{ name: texts.guests, tickets: shown }]
        : [...groupBy(shown, ({ ticketTypeName }) => ticketTypeName)]
            .map(([name, tickets]) => ({ name, tickets }))
            .sort((a, b) => collator.compare(a.name, b.name))
    return groups.flatMap(({ name, tickets }) =>
      chunksOf(tickets).map((chunk, index) => ({ name, chunk, index, isTitled: index === 0 })),
    )
  }, [tickets, order.value])
  const notes = useMemo(() => new Map(types.map(({ name, note }) => [name, note])), [types])
  const limit = useGrowing(parts.length)
  return (
    <>
      <div class="buttons screen-only">
        <Button look="primary" text={texts.print} onClick={() => print()} />
        <Select
          class="filter"
          aria-label={texts.order}
          value={order.value}
          options={[
            { value: 'name', text: texts.alphabetical },
            { value: 'type', text: texts.byType },
          ]}
          onChange={(chosen) => {
            order.value = chosen
          }}
        />
      </div>
      {parts.length === 0 && <p class="soft">{texts.noGuests}</p>}
      {parts.slice(0, limit).map(({ name, chunk, index, isTitled }) => (
        <div key={`${name} ${index}`}>
          {order.value === 'type' && isTitled && (
            <h2>
              <bdi>{name}</bdi>
            </h2>
          )}
          <Part name={name} tickets={chunk} notes={notes} />
        </div>
      ))}
    </>
  )
}

export const paperListScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/list',
  name: texts.paperList,
  View: ({ ids }) => {
    const tickets = useLiveList(ids.sessionId)
    const session = useLoad(readSession(ids.sessionId))
    return (
      <LoadedScreen
        load={session}
        title={({ eventName, startsAt }) => `${eventName} · ${formatFull(startsAt)}`}
        name={texts.paperList}
        breadcrumbs={(shown) => sessionBreadcrumbs(ids, shown)}
        lead={(shown) => <SessionTabs session={shown} current="paperList" />}
      >
        {({ types }) => <Loaded load={tickets}>{(held) => <List tickets={held} types={types} />}</Loaded>}
      </LoadedScreen>
    )
  },
})
