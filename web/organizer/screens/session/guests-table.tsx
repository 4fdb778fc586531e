// The guests of a session as rows, with headings that sort.
import type { Schemas } from '../../../shared/schemas.ts'
import { nameOfGuest, type SessionDetails } from '../../data/types.ts'
import { timesIn } from '../../formats.ts'
import { type GuestsShown, toGuest, toGuestsOf } from '../../links.ts'
import { texts } from '../../texts.ts'
import { Facts } from '../../ui/session-cells.tsx'
import { type Column, Table } from '../../ui/table.tsx'

export type Ticket = Schemas['Ticket']
type SortKey = keyof typeof texts.sortedBy

/** Where a guest opens beside the list: as wide as the style sheet has it. */
export const hasRoomBeside = (): boolean => matchMedia('(min-width: 1200px)').matches

/** The sort of a list, as the service has it. Of a type, only that by type is possible. */
export const sortOf = ({ sort = '', type = '' }: GuestsShown): string => {
  const isPossible = type === '' || /^-?ticketTypeName$/.test(sort)
  return (isPossible && sort) || (type === '' ? 'ticketNumber' : 'ticketTypeName')
}

/** The keys that a list can be sorted by. */
export const sortKeys = ({ type = '' }: GuestsShown): SortKey[] =>
  type === '' ? (Object.keys(texts.sortedBy) as SortKey[]) : ['ticketTypeName']

type Props = {
  session: SessionDetails
  tickets: readonly Ticket[]
  asked: GuestsShown
  shown: string | undefined
  onShow: (id: string) => void
}

export const GuestsTable = ({ session, tickets, asked, shown, onShow }: Props) => {
  const { id: sessionId, eventId } = session
  const times = timesIn(session.timeZone)
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
  return (
    <Table
      label={texts.guests}
      columns={[
        texts.name,
        column(texts.ticketType, 'ticketTypeName', 'wide'),
        column(texts.seat, 'seatLabel', 'wide'),
        column(texts.number, 'ticketNumber', 'wide'),
        column(texts.status, 'status'),
        column(texts.checkedInAt, 'checkedInAt', 'wide'),
      ]}
    >
      {tickets.map((ticket) => (
        <tr
          key={ticket.id}
          class={ticket.id === shown ? 'opens selected' : 'opens'}
          onClick={({ target, currentTarget }) => {
            if ((target as Element).closest('a') !== null || !getSelection()?.isCollapsed) return
            if (hasRoomBeside()) onShow(ticket.id)
            else currentTarget.querySelector('a')?.click()
          }}
        >
          <th scope="row">
            <a href={toGuest(eventId, sessionId, ticket.id)}>
              <bdi>{nameOfGuest(ticket)}</bdi>
            </a>
            <span class="beneath soft small phone">
              <Facts facts={[ticket.ticketTypeName, ticket.seatLabel, ticket.ticketNumber]} />
            </span>
          </th>
          <td class="wide">
            <bdi>{ticket.ticketTypeName}</bdi>
          </td>
          <td class="wide">
            <bdi>{ticket.seatLabel ?? texts.noValue}</bdi>
          </td>
          <td class="wide">{ticket.ticketNumber}</td>
          <td class="nowrap">
            <span class={`state ${ticket.status}`}>{texts.ticketStatuses[ticket.status]}</span>
          </td>
          <td class="wide nowrap">
            {ticket.checkedInAt === undefined ? texts.noValue : times.time(ticket.checkedInAt)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
