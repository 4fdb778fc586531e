// What staff see while they wait: how full it is, and how many this phone has let in.
import { deviceName, place } from '../runtime.ts'
import { formatNumber, texts } from '../texts.ts'
import { counts, insideOf, isCounted, ownCheckIns } from './figures.ts'
import { Over } from './status.tsx'

export const Idle = () => {
  if (!isCounted()) return null
  const { CheckedIn, Valid } = counts.value
  const total = CheckedIn + Valid
  const own = ownCheckIns().length
  const inside = place.value.hasExits ? insideOf(null).people : CheckedIn
  return (
    <section class="idle stack">
      <p class="figure">
        <strong>{formatNumber(inside)}</strong>
        <span>{texts.in}</span>
        <span>{texts.toCome(Valid)}</span>
      </p>
      <progress aria-hidden="true" value={CheckedIn} max={Math.max(total, 1)} />
      <p class="spread small soft">
        <span>
          <bdi>{deviceName.value.trim() || texts.onPhone}</bdi>: {formatNumber(own)}
        </span>
        <Over />
      </p>
    </section>
  )
}
