// Numbers with their names.
import { formatNumber } from '../formats.ts'

export const Figures = ({ figures }: { figures: readonly (readonly [name: string, value: number])[] }) => (
  <dl class="figures">
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt class="soft small">{name}</dt>
        <dd>{formatNumber(value)}</dd>
      </div>
    ))}
  </dl>
)
