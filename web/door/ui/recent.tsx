// The latest check-ins of this device in the open session.
import { card, dispatch } from '../runtime.ts'
import { formatWhen, texts, titleOf } from '../texts.ts'
import { ownCheckIns } from './figures.ts'

const SHOWN = 3

export const Recent = () => {
  const shown = card.value
  const onCard = new Set(shown?.kind === 'verdict' ? shown.verdicts.map(({ checkInId }) => checkInId) : [])
  const recent = ownCheckIns()
    .filter(({ id }) => !onCard.has(id))
    .sort((a, b) => b.order - a.order)
    .slice(0, SHOWN)
  if (recent.length === 0) return null
  return (
    <section class="stack">
      <h2>{texts.recent}</h2>
      <ul class="rows">
        {recent.map(({ id, guest, at }) => (
          <li key={id}>
            {/* The ticket asks before it undoes anything. */}
            <button
              type="button"
              class="row"
              onClick={() => dispatch({ type: 'chosen', ticketId: guest.id })}
            >
              <bdi class="who">{titleOf(guest)}</bdi> <bdi class="what soft small">{guest.number}</bdi>{' '}
              <span class="strong soft small">✓ {formatWhen(at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
