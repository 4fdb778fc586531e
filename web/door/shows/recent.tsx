// The latest check-ins of this device in this session.
import type { OpenSession } from '../open-session.ts'
import { actions } from '../sends/outbox.ts'
import { standingCheckIns } from '../sends/rule.ts'
import { formatTime, texts } from '../texts.ts'
import type { Desk } from './desk.ts'

const SHOWN = 8

export const Recent = ({ open, desk }: { open: OpenSession; desk: Desk }) => {
  const shown = desk.shown.value
  // The outcome on the screen has a button "Undo" of its own.
  const shownIds = new Set(shown?.kind === 'outcome' ? shown.undoable.map(({ id }) => id) : [])
  const recent = standingCheckIns(actions.value)
    .filter(({ sessionId, id }) => sessionId === open.session.id && !shownIds.has(id))
    .sort((a, b) => b.at - a.at)
    .slice(0, SHOWN)
  if (recent.length === 0) return null
  return (
    <section class="recent">
      <h2>{texts.recent}</h2>
      <ul>
        {recent.map((action) => (
          <li key={action.id}>
            <span>
              <strong>{action.name ?? texts.noName}</strong>
              <br />
              <span class="soft small">
                {action.ticketNumber} · {formatTime(action.at)}
              </span>
            </span>
            <button
              type="button"
              class="button"
              aria-label={`${texts.undoCheckIn}: ${action.name ?? texts.noName}, ${action.ticketNumber}`}
              disabled={desk.isBusy.value}
              onClick={() => desk.undo([action])}
            >
              {texts.undo}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
