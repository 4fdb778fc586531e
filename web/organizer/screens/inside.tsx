// Who is inside now, by area or by name, on screen and on paper: for an evacuation.
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { type LiveList, useCurrentTypes, useLiveList } from '../data/live-list.ts'
import type { LiveTicket } from '../data/live-tickets.ts'
import { isInside, type Place, placesOf } from '../data/presence.ts'
import { useSession } from '../data/reads.ts'
import type { SessionDetails } from '../data/types.ts'
import { type Times, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { Arriving } from '../ui/arriving.tsx'
import { Empty } from '../ui/empty.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import {
  byName,
  nameOnList,
  type PrintedColumn,
  type PrintedGroup,
  PrintedList,
} from '../ui/printed-list.tsx'
import { Select } from '../ui/select.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { defineScreen } from './screen.ts'

const columnsOf = (areas: SessionDetails['areas'], times: Times): PrintedColumn[] => [
  { name: texts.found, cell: () => '☐' },
  { name: texts.name, isHeader: true, cell: nameOnList },
  { name: texts.number, look: 'nowrap', cell: ({ ticketNumber }) => ticketNumber },
  {
    name: texts.lastSeenIn,
    cell: ({ lastIn, checkedInAt }) => {
      const at = lastIn ?? checkedInAt
      return at === null ? texts.noValue : times.time(at)
    },
  },
  { name: texts.ticketType, look: 'more', cell: ({ ticketTypeName }) => ticketTypeName },
  { name: texts.seat, look: 'more', cell: ({ seatLabel }) => seatLabel },
  ...(areas.length === 0
    ? []
    : [
        {
          name: texts.areas,
          look: 'more' as const,
          cell: (ticket: LiveTicket) =>
            areas
              .filter(({ id }) => ticket.areas?.includes(id))
              .map(({ name }) => name)
              .join(', '),
        },
      ]),
]

/** People without tickets in all areas together. They may be counted at the door of the venue too. */
const othersInAreas = (places: readonly Place[]): number =>
  places.reduce((sum, { areaId, others }) => sum + (areaId === null ? 0 : others), 0)

/** Who is in no area comes last. Somebody in two areas is listed in both. */
const byArea = (inside: readonly LiveTicket[], places: readonly Place[]): PrintedGroup[] => {
  const known = new Set(places.map(({ areaId }) => areaId))
  const group = (name: string, tickets: readonly LiveTicket[], others: number): PrintedGroup => ({
    ...{ name, tickets },
    title: `${name} · ${texts.insideLine(tickets.length, others)}`,
  })
  return [
    ...places.flatMap(({ areaId, name, others }) =>
      areaId === null || name === null
        ? []
        : [
            group(
              name,
              inside.filter(({ areas }) => areas?.includes(areaId)),
              others,
            ),
          ],
    ),
    group(
      texts.inNoArea,
      inside.filter(({ areas }) => areas?.every((id) => !known.has(id)) ?? true),
      Math.max((places[0]?.others ?? 0) - othersInAreas(places), 0),
    ),
  ]
}

type Props = { tickets: readonly LiveTicket[]; list: LiveList; session: SessionDetails }

const List = ({ tickets, list, session: { areas, timeZone } }: Props) => {
  const times = timesIn(timeZone)
  const order = useSignal<'area' | 'name'>(areas.length === 0 ? 'name' : 'area')
  const places = placesOf(list.inside.value, areas)
  const inside = useMemo(() => tickets.filter(isInside).sort(byName), [tickets])
  const groups = useMemo(
    () => (order.value === 'area' ? byArea(inside, places) : [{ name: texts.guests, tickets: inside }]),
    [inside, list.inside.value, areas, order.value],
  )
  const columns = useMemo(() => columnsOf(areas, times), [areas, times])
  const others = Math.max(places[0]?.others ?? 0, othersInAreas(places))
  return (
    <>
      <div class="spread">
        <p>
          <strong class="figure">{texts.insideLine(inside.length, others)}</strong>{' '}
          <span class="soft">{texts.asOf(times.seconds(list.loadedAt.value))}</span>
        </p>
        {areas.length > 0 && (
          <Select
            class="filter screen-only"
            aria-label={texts.order}
            value={order.value}
            options={[
              { value: 'area', text: texts.byArea },
              { value: 'name', text: texts.alphabetical },
            ]}
            onChange={(chosen) => {
              order.value = chosen
            }}
          />
        )}
      </div>
      {inside.length === 0 && (
        <div class="card">
          <Empty icon="guests" text={texts.nobodyInside} />
        </div>
      )}
      <PrintedList groups={groups} columns={columns} />
    </>
  )
}

export const insideScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/inside',
  name: texts.whoIsInside,
  View: ({ ids }) => {
    const list = useLiveList(ids.sessionId)
    const session = useSession(ids.sessionId)
    useCurrentTypes(list, session)
    return (
      <SessionScreen load={session} tab="inside" name={texts.whoIsInside} actions={() => <PrintButton />}>
        {(shown) => (
          <Arriving list={list} session={shown} look="card">
            {(held) => <List tickets={held} list={list} session={shown} />}
          </Arriving>
        )}
      </SessionScreen>
    )
  },
})
