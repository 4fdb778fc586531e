// A session as it runs: how many guests arrived, of which type, at which gate, and when.

import type { LiveList } from '../../data/live-list.ts'
import { arrivalsOf, countsOf, countWalkIns } from '../../data/live-tickets.ts'
import { toPlot } from '../../data/plot.ts'
import type { Session } from '../../data/types.ts'
import { formatSeconds } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { AdmissionsPlot } from './admissions-plot.tsx'
import { Counts } from './counts.tsx'
import { TypesTable } from './types-table.tsx'

export const Night = ({ list, session }: { list: LiveList; session: Session }) => {
  const tickets = list.ok.value?.body
  return (
    <>
      <Counts
        counts={tickets === undefined ? session.counts : countsOf(tickets)}
        walkIns={countWalkIns(tickets ?? [])}
        capacity={session.capacity}
        asOf={formatSeconds(list.loadedAt.value)}
      />
      <Loaded load={list}>
        {(tickets) => (
          <>
            <TypesTable tickets={tickets} />
            <section class="card stack" aria-labelledby="admissions">
              <h2 id="admissions">{texts.admissions}</h2>
              <AdmissionsPlot plot={toPlot(arrivalsOf(tickets))} />
            </section>
          </>
        )}
      </Loaded>
    </>
  )
}
