// How many guests of each ticket type have arrived.
import { countsByType, type LiveTicket } from '../../data/live-tickets.ts'
import { soldOf } from '../../data/types.ts'
import { formatNumber } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { number, Table } from '../../ui/table.tsx'

export const TypesTable = ({ tickets }: { tickets: readonly LiveTicket[] }) => (
  <section class="card stack types" aria-labelledby="by-type">
    <h2 id="by-type">{texts.byType}</h2>
    {tickets.length === 0 ? (
      <p class="soft">{texts.noGuests}</p>
    ) : (
      <Table
        label={texts.byType}
        columns={[texts.ticketType, number(texts.checkedIn), number(texts.expected)]}
      >
        {countsByType(tickets).map(({ name, ...counts }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
              <progress max={Math.max(soldOf(counts), 1)} value={counts.CheckedIn} aria-hidden="true" />
            </th>
            <td class="number">{formatNumber(counts.CheckedIn)}</td>
            <td class="number">{formatNumber(counts.Valid)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
)
