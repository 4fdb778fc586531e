// The results of a search: links, each with a line of details.
import type { Schemas } from '../../shared/schemas.ts'
import { nameOfGuest } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import { toGuest } from '../links.ts'
import { texts } from '../texts.ts'
import { Facts } from './session-cells.tsx'

export type Hit = { href: string; text: string; details: readonly (string | null)[] }

export const guestHit = (ticket: Schemas['FoundTicket'], zone: string): Hit => ({
  href: toGuest(ticket.eventId, ticket.sessionId, ticket.id),
  text: nameOfGuest(ticket),
  details: [
    ticket.eventName,
    timesIn(ticket.timeZone).dayTime(ticket.startsAt) + zone,
    ticket.ticketNumber,
    texts.ticketStatuses[ticket.status],
  ],
})

export const Hits = ({ hits, onFollow }: { hits: readonly Hit[]; onFollow?: () => void }) => (
  <ul class="entries hits">
    {hits.map(({ href, text, details }) => (
      <li key={href}>
        <a href={href} onClick={onFollow}>
          <bdi>{text}</bdi>
        </a>
        <span class="beneath soft small">
          <Facts facts={details} />
        </span>
      </li>
    ))}
  </ul>
)
