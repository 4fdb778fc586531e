// People who were let in twice, or with a ticket that is not valid.

import type { Paged } from '../../data/paged-list.ts'
import type { CheckIn } from '../../data/types.ts'
import { formatDayTime } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { PagedList } from '../../ui/paged-list.tsx'

const Rows = ({ checkIns }: { checkIns: readonly CheckIn[] }) => (
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
              {checkIn.ticketNumber ?? texts.noTicket}
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

export const DoorProblems = ({ list }: { list: Paged<CheckIn> }) => (
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
      {(checkIns) => <Rows checkIns={checkIns} />}
    </PagedList>
  </section>
)
