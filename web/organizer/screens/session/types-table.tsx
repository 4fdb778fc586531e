// How many guests of each ticket type have come.
import { figuresByType, type LiveTicket } from '../../data/live-tickets.ts'
import { formatNumber } from '../../formats.ts'
import { texts } from '../../texts.ts'

export const TypesTable = ({ tickets }: { tickets: readonly LiveTicket[] }) => (
  <section class="card stack" aria-labelledby="by-type">
    <h2 id="by-type">{texts.byType}</h2>
    {tickets.length === 0 ? (
      <p class="soft">{texts.noGuests}</p>
    ) : (
      <div class="scrolls">
        <table aria-label={texts.byType}>
          <thead>
            <tr>
              <th scope="col">{texts.ticketType}</th>
              <th scope="col" class="number">
                {texts.checkedIn}
              </th>
              <th scope="col" class="number">
                {texts.expected}
              </th>
            </tr>
          </thead>
          <tbody>
            {figuresByType(tickets).map(({ name, checkedIn, expected }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td class="number">{formatNumber(checkedIn)}</td>
                <td class="number">{formatNumber(expected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
