// Numbers with their names. Those that lead somewhere all say so in the same way.
import { formatNumber } from '../formats.ts'
import { Leads } from './leads.tsx'

export type Figure = readonly [name: string, value: number, href?: string]

export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl class="figures">
    {figures.map(([name, value, href]) => (
      <div key={name}>
        <dt class="soft small">{href === undefined ? name : <Leads href={href} text={name} />}</dt>
        <dd>{formatNumber(value)}</dd>
      </div>
    ))}
  </dl>
)
