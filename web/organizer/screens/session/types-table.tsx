// How many guests of each ticket type have come.
import type { LiveList } from '../../data/live-list.ts'
import { figuresByType } from '../../data/live-tickets.ts'
import { formatNumber, formatSeconds } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { Failure, Loading } from '../../ui/notices.tsx'

export const TypesTable = ({ list: { tickets, failed, asOf } }: { list: LiveList }) => (
  <section class="card stack" aria-labelledby="by-type">
    <div class="spread">
      <h2 id="by-type">{texts.byType}</h2>
      <p class="soft small">{texts.asOf(formatSeconds(asOf.value))}</p>
    </div>
    {failed.value !== undefined && <Failure failed={failed.value} />}
    {tickets.value === undefined ? (
      failed.value === undefined && <Loading />
    ) : tickets.value.length === 0 ? (
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
            {figuresByType(tickets.value).map(({ name, checkedIn, expected }) => (
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
