// The look and the words of a verdict.
import type { Outcome } from '../core/check-in.ts'
import type { Verdict } from '../core/state.ts'
import { describeCheckIn, formatStart, texts } from '../texts.ts'

export type Look = 'in' | 'partly' | 'already' | 'refused'

export const isIn = ({ outcome }: Verdict): boolean => outcome.kind === 'CheckedIn'

export const lookOf = (verdicts: readonly Verdict[]): Look => {
  if (verdicts.every(isIn)) return 'in'
  if (verdicts.some(isIn)) return 'partly'
  return /^(AlreadyCheckedIn|AdmittedTwice)$/.test(verdicts[0]?.outcome.kind ?? '') ? 'already' : 'refused'
}

export const wordsOf = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'CheckedIn':
      return texts.checkedIn
    case 'AlreadyCheckedIn':
      return texts.alreadyCheckedIn
    case 'AdmittedTwice':
      return texts.conflictTitle.twice
    case 'NotValid':
      return `${texts.notValid}: ${texts.status[outcome.status]}`
    case 'NotAllowed':
      return texts.notAllowed
    case 'WrongCode':
      return texts.wrongCode
    case 'OtherSession':
      return texts.otherSession
    case 'UnknownTicket':
      return texts.unknownTicket
    case 'NotSaved':
      return texts.notSaved
  }
}

/** When and where the guest came in before. */
export const reasonOf = (outcome: Outcome): string =>
  outcome.kind === 'AlreadyCheckedIn' ? describeCheckIn(outcome.at, outcome.device) : ''

export const headlineOf = (verdicts: readonly Verdict[]): string => {
  const [first] = verdicts
  const count = verdicts.filter(isIn).length
  if (count > 0 && verdicts.length > 1) return texts.checkedInMany(count, verdicts.length)
  return first === undefined ? '' : wordsOf(first.outcome)
}

/** The verdict in one line. */
export const wordsFor = (verdicts: readonly Verdict[]): string => {
  const [first] = verdicts
  const reason = first !== undefined && verdicts.length === 1 ? reasonOf(first.outcome) : ''
  return [headlineOf(verdicts), reason].filter(Boolean).join(' ')
}

export const helpFor = ({ outcome }: Verdict): string => {
  if (outcome.kind === 'NotSaved') return texts.notSavedHelp
  if (outcome.kind === 'NotAllowed') return texts.notAllowedHelp
  if (outcome.kind === 'WrongCode') return texts.wrongCodeHelp
  if (outcome.kind === 'OtherSession') return texts.forSession(outcome.eventName, formatStart(outcome))
  if (outcome.kind === 'UnknownTicket') return outcome.isLoading ? texts.stillLoading : texts.unknownHelp
  if (outcome.kind === 'AdmittedTwice')
    return `${texts.before(describeCheckIn(outcome.at, outcome.device))}. ${texts.findSecond}`
  if (outcome.kind !== 'AlreadyCheckedIn' || !outcome.isHere) return ''
  return outcome.wasShown ? texts.onThisPhone : texts.notShown
}
