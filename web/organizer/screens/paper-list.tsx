// The guests of a session on paper, for a door without power: alphabetical, or by ticket type.
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { groupBy } from '../../shared/group-by.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { useLiveList } from '../data/live-list.ts'
import type { LiveTicket } from '../data/live-tickets.ts'
import { useSession } from '../data/reads.ts'
import { type Times, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { Arriving } from '../ui/arriving.tsx'
import { Empty } from '../ui/empty.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import {
  byName,
  collator,
  nameOnList,
  type PrintedColumn,
  type PrintedGroup,
  PrintedList,
} from '../ui/printed-list.tsx'
import { Select } from '../ui/select.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { defineScreen } from './screen.ts'

type Types = Schemas['SessionDetails']['types']

const joinNotes = (...notes: (string | null | undefined)[]): string => notes.filter(Boolean).join('\n')

const columnsOf = (types: Types, times: Times): PrintedColumn[] => {
  const notes = new Map(types.map(({ name, note }) => [name, note]))
  return [
    {
      name: texts.in,
      cell: ({ checkedInAt }) => (checkedInAt === null ? '☐' : times.time(checkedInAt)),
    },
    { name: texts.name, isHeader: true, cell: nameOnList },
    { name: texts.number, look: 'nowrap', cell: ({ ticketNumber }) => ticketNumber },
    { name: texts.ticketType, look: 'more', cell: ({ ticketTypeName }) => ticketTypeName },
    { name: texts.seat, look: 'more', cell: ({ seatLabel }) => seatLabel },
    {
      name: texts.note,
      look: 'more',
      cell: ({ note, ticketTypeName }) => joinNotes(note, notes.get(ticketTypeName)),
    },
  ]
}

type ListProps = { tickets: readonly LiveTicket[]; types: Types; times: Times }

const List = ({ tickets, types, times }: ListProps) => {
  const order = useSignal<'name' | 'type'>('name')
  const groups = useMemo((): PrintedGroup[] => {
    // A guest with a refund has no place on a list of guests.
    const shown = tickets.filter(({ status }) => status === 'Valid' || status === 'CheckedIn').sort(byName)
    if (order.value === 'name') return [{ name: texts.guests, tickets: shown }]
    return [...groupBy(shown, ({ ticketTypeName }) => ticketTypeName)]
      .map(([name, tickets]) => ({ name, title: name, tickets }))
      .sort((a, b) => collator.compare(a.name, b.name))
  }, [tickets, order.value])
  const columns = useMemo(() => columnsOf(types, times), [types, times])
  return (
    <>
      <div class="buttons screen-only">
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
      {groups.every(({ tickets }) => tickets.length === 0) && (
        <div class="card">
          <Empty icon="guests" text={texts.noGuests} />
        </div>
      )}
      <PrintedList groups={groups} columns={columns} />
    </>
  )
}

export const paperListScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/list',
  name: texts.paperList,
  View: ({ ids }) => {
    const tickets = useLiveList(ids.sessionId)
    const session = useSession(ids.sessionId)
    return (
      <SessionScreen load={session} tab="paperList" name={texts.paperList} actions={() => <PrintButton />}>
        {(shown) => (
          <Arriving list={tickets} session={shown} look="card">
            {(held) => <List tickets={held} types={shown.types} times={timesIn(shown.timeZone)} />}
          </Arriving>
        )}
      </SessionScreen>
    )
  },
})
