// The outcome of a check-in: word, icon and colour.
import type { Outcome } from '../sends/rule.ts'
import { formatTime, texts } from '../texts.ts'
import type { Desk, Shown } from './desk.ts'

type ShownOutcome = Extract<Shown, { kind: 'outcome' }>

const PATHS: Record<Outcome['kind'], string> = {
  CheckedIn: 'M10 25l10 10 20-22',
  AlreadyCheckedIn: 'M25 9v20M25 38v2',
  NotValid: 'M12 12l26 26M38 12L12 38',
  UnknownTicket: 'M17 17a8 8 0 1 1 11 8q-3 1.500-3 6M25 38v2',
  NotSaved: 'M12 12l26 26M38 12L12 38',
}

const Icon = ({ kind }: { kind: Outcome['kind'] }) => (
  <svg
    viewBox="0 0 50 50"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="6"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    <path d={PATHS[kind]} />
  </svg>
)

const verdictOf = ({ outcome, done }: ShownOutcome): string => {
  switch (outcome.kind) {
    case 'CheckedIn': {
      const count = done.filter((one) => one.outcome.kind === 'CheckedIn').length
      return done.length > 1 ? texts.checkedInMany(count, done.length) : texts.checkedIn
    }
    case 'AlreadyCheckedIn':
      return texts.alreadyCheckedIn
    case 'NotValid':
      return `${texts.notValid}: ${texts.status[outcome.status]}`
    case 'UnknownTicket':
      return texts.unknownTicket
    case 'NotSaved':
      return texts.notSaved
  }
}

const earlierOf = (outcome: Outcome): string | null => {
  if (outcome.kind !== 'AlreadyCheckedIn') return null
  return texts.alreadyAt(outcome.at === null ? null : formatTime(outcome.at), outcome.device)
}

/** Longer parts may be broken, so that they fit. */
const MAX_UNBROKEN = 30

/** What is known of it, in parts that are not broken across lines. */
const detailsOf = ({ outcome, number, name }: ShownOutcome): string[] =>
  [
    earlierOf(outcome),
    ...number.split(', '),
    name,
    outcome.kind === 'NotSaved' ? texts.notSavedHelp : null,
  ].filter((part) => part !== null && part !== '') as string[]

export const OutcomeCard = ({ desk }: { desk: Desk }) => {
  const shown = desk.shown.value
  if (shown === undefined) return null
  if (shown.kind === 'info') {
    return (
      <div class="outcome info" role="status">
        <p class="details">{shown.text}</p>
      </div>
    )
  }
  return (
    // A new element for each outcome, so that screen readers announce it.
    <div key={shown.id} class={`outcome ${shown.outcome.kind}`} role="alert">
      <Icon kind={shown.outcome.kind} />
      <p class="verdict">{verdictOf(shown)}</p>{' '}
      <p class="details">
        {detailsOf(shown).map((part, index) => (
          <span key={part}>
            {index > 0 && ' · '}
            <span class={part.length < MAX_UNBROKEN ? 'unbroken' : undefined}>{part}</span>
          </span>
        ))}
      </p>
      {shown.undoable.length > 0 && (
        <button type="button" class="button" onClick={() => desk.undo(shown.undoable)}>
          {texts.undo}
        </button>
      )}
    </div>
  )
}
