// People who were let in twice, or with a ticket that is not valid.

import type { Paged } from '../../data/paged-list.ts'
import type { CheckIn } from '../../data/types.ts'
import { formatDayTime } from '../../formats.ts'
import { toGuest } from '../../links.ts'
import { texts } from '../../texts.ts'
import { PagedList } from '../../ui/paged-list.tsx'

type Ids = { eventId: string; id: string }

const Rows = ({ checkIns, session }: { checkIns: readonly CheckIn[]; session: Ids }) => (
  <div class="scrolls">
    <table aria-label={texts.doorProblems}>
      <thead>
        <tr>
          <th scope="col">{texts.ticket}</th>
          <th scope="col">{texts.problem}</th>
          <th scope="col">{texts.when}</th>
          <th scope="col" class="wide">
            {texts.gate}
          </th>
        </tr>
      </thead>
      <tbody>
        {checkIns.map((checkIn) => (
          <tr key={checkIn.id}>
            <th scope="row">
              {checkIn.ticketNumber === null ? (
                texts.noTicket
              ) : (
                // The guest's page has where and when the first admission was.
                <a href={toGuest(session.eventId, session.id, checkIn.ticketId)}>{checkIn.ticketNumber}</a>
              )}
              <span class="beneath soft small">{checkIn.attendeeName}</span>
            </th>
            <td class="bad">{texts.doorProblem[checkIn.outcome] ?? checkIn.outcome}</td>
            <td>
              {formatDayTime(checkIn.at)}
              <span class="beneath soft small phone">{checkIn.device ?? texts.noGate}</span>
            </td>
            <td class="wide">{checkIn.device ?? texts.noGate}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const DoorProblems = ({ list, session }: { list: Paged<CheckIn>; session: Ids }) => (
  <section class="card stack" aria-labelledby="problems">
    <h2 id="problems">{texts.doorProblems}</h2>
    <PagedList
      list={list}
      empty={
        <p class="soft">
          {texts.noProblems} {texts.noProblemsHelp}
        </p>
      }
    >
      {(checkIns) => <Rows checkIns={checkIns} session={session} />}
    </PagedList>
  </section>
)
