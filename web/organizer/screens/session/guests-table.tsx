// The guests of a session as rows to choose, with headings that sort.
import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Schemas } from '../../../shared/schemas.ts'
import {
  chooseRows,
  chooseShown,
  countOf,
  isChosen,
  isEachChosen,
  type Selection,
} from '../../data/guest-selection.ts'
import { nameOfGuest, type SessionDetails } from '../../data/types.ts'
import { timesIn } from '../../formats.ts'
import { type GuestsShown, toGuest, toGuestsOf } from '../../links.ts'
import { texts } from '../../texts.ts'
import { Facts } from '../../ui/session-cells.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tick } from '../../ui/tick.tsx'

export type Ticket = Schemas['Ticket']
type SortKey = keyof typeof texts.sortedBy

/** Where a guest opens beside the list: as wide as the style sheet has it. */
export const hasRoomBeside = (): boolean => matchMedia('(width >= 75em)').matches

/** The sort of a list, as the service has it. Of a type, only that by type is possible. */
export const sortOf = ({ sort = '', type = '' }: GuestsShown): string => {
  const isPossible = type === '' || /^-?ticketTypeName$/.test(sort)
  return (isPossible && sort) || (type === '' ? 'ticketNumber' : 'ticketTypeName')
}

/** The keys that a list can be sorted by. */
export const sortKeys = ({ type = '' }: GuestsShown): SortKey[] =>
  type === '' ? (Object.keys(texts.sortedBy) as SortKey[]) : ['ticketTypeName']

type Shown = {
  session: SessionDetails
  shown: string | undefined
  onShow: (id: string) => void
}

type RowProps = Shown & {
  ticket: Ticket
  selection: ReadonlySignal<Selection>
  onTick: (isChecked: boolean, withShift: boolean) => void
}

/** Renders again only if it is itself chosen or not, however many others are. */
const Row = ({ session, ticket, shown, onShow, selection, onTick }: RowProps) => {
  const isTicked = useComputed(() => isChosen(selection.value, ticket.id)).value
  const look = `${ticket.id === shown ? ' selected' : ''}${isTicked ? ' ticked' : ''}`
  return (
    <tr
      class={`opens${look}`}
      onClick={({ target, currentTarget }) => {
        if ((target as Element).closest('a, label') !== null || !getSelection()?.isCollapsed) return
        if (hasRoomBeside()) onShow(ticket.id)
        else currentTarget.querySelector('a')?.click()
      }}
    >
      <td class="tick-cell">
        <Tick label={texts.select(nameOfGuest(ticket))} isChecked={isTicked} onChange={onTick} />
      </td>
      <th scope="row">
        <a href={toGuest(session.eventId, session.id, ticket.id)}>
          <bdi>{nameOfGuest(ticket)}</bdi>
        </a>
        <span class="beneath soft small phone">
          <Facts
            facts={[
              ticket.ticketTypeName,
              ticket.seatLabel,
              <span key="number" class="whole">
                {ticket.ticketNumber}
              </span>,
            ]}
          />
        </span>
      </th>
      <td class="wide">
        <bdi>{ticket.ticketTypeName}</bdi>
      </td>
      <td class="wide nowrap">
        <bdi>{ticket.seatLabel ?? texts.noValue}</bdi>
      </td>
      <td class="wide nowrap">{ticket.ticketNumber}</td>
      <td class="nowrap">
        <span class={`state ${ticket.status}`}>{texts.ticketStatuses[ticket.status]}</span>
      </td>
      <td class="wide nowrap">
        {ticket.checkedInAt === undefined
          ? texts.noValue
          : timesIn(session.timeZone).near(ticket.checkedInAt, session.startsAt)}
      </td>
    </tr>
  )
}

type Props = Shown & {
  tickets: readonly Ticket[]
  total: number
  asked: GuestsShown
  selection: Signal<Selection>
}

export const GuestsTable = ({ tickets, total, asked, selection, ...shown }: Props) => {
  const { id: sessionId, eventId } = shown.session
  const last = useRef<string | undefined>(undefined)
  const listed = { ids: tickets.map(({ id }) => id), total }
  const current = sortOf(asked)
  const column = (text: string, key: SortKey, look?: 'wide'): Column => {
    const sort = current === key ? `-${key}` : key
    const direction = current === key ? 'ascending' : current === `-${key}` ? 'descending' : undefined
    return {
      text,
      ...(look && { look }),
      sorting: sortKeys(asked).includes(key)
        ? { direction, href: toGuestsOf(eventId, sessionId, { ...asked, sort }) }
        : undefined,
    }
  }
  const tick = (index: number, isChecked: boolean, withShift: boolean): void => {
    const before = withShift && last.current !== undefined ? listed.ids.indexOf(last.current) : -1
    last.current = listed.ids[index]
    const rows = [before === -1 ? index : before, index] as const
    selection.value = chooseRows(selection.value, listed, rows, isChecked)
  }
  const isEach = isEachChosen(selection.value, listed)
  return (
    <Table
      label={texts.guests}
      lead={
        <td class="tick-cell">
          <Tick
            label={texts.selectAllGuests}
            isChecked={isEach}
            isIndeterminate={!isEach && countOf(selection.value, listed) > 0}
            onChange={() => (selection.value = chooseShown(selection.value, listed))}
          />
        </td>
      }
      columns={[
        texts.name,
        column(texts.ticketType, 'ticketTypeName', 'wide'),
        column(texts.seat, 'seatLabel', 'wide'),
        column(texts.number, 'ticketNumber', 'wide'),
        column(texts.status, 'status'),
        column(texts.checkedInAt, 'checkedInAt', 'wide'),
      ]}
    >
      {tickets.map((ticket, index) => (
        <Row
          key={ticket.id}
          {...shown}
          ticket={ticket}
          selection={selection}
          onTick={(isChecked, withShift) => tick(index, isChecked, withShift)}
        />
      ))}
    </Table>
  )
}
