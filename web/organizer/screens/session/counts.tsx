// How full a session is, and how many people have been checked in.

import { soldOf, type TicketCounts } from '../../data/types.ts'
import { formatNumber } from '../../formats.ts'
import { texts } from '../../texts.ts'

type Props = { counts: TicketCounts; walkIns: number; capacity: number; asOf: string }

export const Counts = ({ counts, walkIns, capacity, asOf }: Props) => {
  const sold = soldOf(counts)
  const figures: readonly (readonly [string, number])[] = [
    [texts.capacity, capacity],
    [texts.sold, sold],
    [texts.expected, counts.Valid],
    [texts.refunded, counts.Refunded],
    [texts.voided, counts.Voided],
    ...(walkIns > 0 ? [[texts.walkIns, walkIns] as const] : []),
    ...(sold > capacity ? [[texts.overCapacityFigure, sold - capacity] as const] : []),
  ]
  return (
    <section class="card stack" aria-label={texts.door}>
      <div class="spread">
        <p class="figure">{texts.checkedInOf(counts.CheckedIn, sold)}</p>
        <p class="soft small">{texts.asOf(asOf)}</p>
      </div>
      <progress max={Math.max(sold, 1)} value={counts.CheckedIn} aria-label={texts.checkedIn} />
      <dl class="figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt class="soft small">{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
