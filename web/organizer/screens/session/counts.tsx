// How full a session is, and how many people have been checked in.

import { soldOf, type TicketCounts } from '../../data/types.ts'
import { texts } from '../../texts.ts'
import { Figures } from '../../ui/figures.tsx'

type Props = { counts: TicketCounts; walkIns: number; capacity: number; asOf: string }

export const Counts = ({ counts, walkIns, capacity, asOf }: Props) => {
  const sold = soldOf(counts)
  return (
    <section class="card stack" aria-label={texts.door}>
      <div class="spread">
        <p class="figure">{texts.checkedInOf(counts.CheckedIn, sold)}</p>
        <p class="soft small">{texts.asOf(asOf)}</p>
      </div>
      <progress max={Math.max(sold, 1)} value={counts.CheckedIn} aria-label={texts.checkedIn} />
      <Figures
        figures={[
          [texts.capacity, capacity],
          [texts.sold, sold],
          [texts.expected, counts.Valid],
          [texts.refunded, counts.Refunded],
          [texts.voided, counts.Voided],
          ...(walkIns > 0 ? [[texts.walkIns, walkIns] as const] : []),
          ...(sold > capacity ? [[texts.overCapacityFigure, sold - capacity] as const] : []),
        ]}
      />
    </section>
  )
}
