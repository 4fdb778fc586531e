// The latest check-ins of this device in the open session.
import { isolate } from '../../shared/page-language.ts'
import { isLive } from '../core/check-in.ts'
import { card, checkIns, dispatch, session } from '../runtime.ts'
import { formatWhen, texts } from '../texts.ts'

const SHOWN = 8

export const Recent = () => {
  const shown = card.value
  // The card has its own button "Undo".
  const onCard = new Set(shown?.kind === 'verdict' ? shown.verdicts.map(({ checkInId }) => checkInId) : [])
  const recent = [...checkIns.value.values()]
    .filter(
      (checkIn) => isLive(checkIn) && checkIn.sessionId === session.value?.id && !onCard.has(checkIn.id),
    )
    .sort((a, b) => b.order - a.order)
    .slice(0, SHOWN)
  if (recent.length === 0) return null
  return (
    <section class="recent">
      <h2>{texts.recent}</h2>
      <ul>
        {recent.map(({ id, guest, at }) => (
          <li key={id}>
            <span>
              <strong>
                <bdi>{guest.name ?? texts.noName}</bdi>
              </strong>
              <br />
              <span class="soft small">
                <bdi>{guest.number}</bdi> · {formatWhen(at)}
              </span>
            </span>
            <button
              type="button"
              class="button"
              aria-label={`${texts.undoCheckIn}: ${isolate(guest.name ?? texts.noName)}${texts.separator}${isolate(guest.number)}`}
              onClick={() => dispatch({ type: 'undo tapped', checkInIds: [id], isOnCard: false })}
            >
              {texts.undo}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
