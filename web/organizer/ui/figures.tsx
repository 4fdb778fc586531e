// Numbers with their names. Those that lead somewhere all say so in the same way.
import { formatNumber } from '../formats.ts'
import { texts } from '../texts.ts'
import { Leads } from './leads.tsx'

/** A value that is not known yet has its place already. */
export type Figure = readonly [name: string, value: number | undefined, href?: string]

export const figureText = (value: number | undefined): string =>
  value === undefined ? texts.noValue : formatNumber(value)

export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl class="figures">
    {figures.map(([name, value, href]) => (
      <div key={name}>
        <dt class="soft small">{href === undefined ? name : <Leads href={href} text={name} />}</dt>
        <dd>{figureText(value)}</dd>
      </div>
    ))}
  </dl>
)
