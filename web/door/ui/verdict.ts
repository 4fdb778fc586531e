// The look and the words of a verdict.
import { isolate } from '../../shared/page-language.ts'
import { isInside, type Outcome, stands } from '../core/check-in.ts'
import type { Verdict } from '../core/state.ts'
import { list, place } from '../runtime.ts'
import { describeCheckIn, formatStart, formatWhen, texts } from '../texts.ts'

export type Look = 'in' | 'out' | 'partly' | 'already' | 'refused'

export const isIn = ({ outcome }: Verdict): boolean => isInside(outcome)

/** Whether the service has it, or will get it, so that it can be undone. */
export const isDone = ({ outcome }: Verdict): boolean => stands(outcome)

export const lookOf = (verdicts: readonly Verdict[]): Look => {
  if (verdicts.every(isIn)) return 'in'
  if (verdicts.some(isIn)) return 'partly'
  const kind = verdicts[0]?.outcome.kind ?? ''
  if (kind === 'Left') return 'out'
  return /^(AlreadyCheckedIn|AdmittedTwice|NotInside)$/.test(kind) ? 'already' : 'refused'
}

/** More names would push the search off the screen. */
export const MAX_NAMED = 3

export const nameSome = (names: readonly string[]): string => {
  const more = names.length > MAX_NAMED ? [texts.andMore(names.length - MAX_NAMED)] : []
  return [...names.slice(0, MAX_NAMED), ...more].filter(Boolean).join(texts.separator)
}

export const wordsOf = (outcome: Outcome): string => {
  if (outcome.kind === 'AdmittedTwice') return texts.conflictTitle.twice
  const name = texts.outcomes[outcome.kind]
  return outcome.kind === 'NotValid' ? `${name}: ${texts.status[outcome.status]}` : name
}

/** The name of an area, or of the venue. */
export const nameOfArea = (id: string | null): string =>
  list.value?.areas.find((area) => area.id === id)?.name ?? texts.venue

const when = (at: number | null): string => (at === null ? '' : formatWhen(at))

/** What explains the verdict: when and where the guest was before, or which rule keeps the guest out. */
export const reasonOf = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'AlreadyCheckedIn': {
      const { at, device, leftAt } = outcome
      if (!place.value.hasExits || at === null) return describeCheckIn(at, device)
      return leftAt === null
        ? texts.insideSince(when(at), device)
        : texts.wasHere(`${when(at)}–${when(leftAt)}`)
    }
    case 'ReEntered':
      return outcome.leftAt === null ? '' : texts.leftAt(when(outcome.leftAt), outcome.device)
    case 'Entered':
      return nameOfArea(outcome.areaId)
    case 'WrongArea': {
      const names = outcome.areas.map((id) => isolate(nameOfArea(id)))
      return texts.forAreas(names.join(texts.separator), isolate(nameOfArea(outcome.areaId)))
    }
    case 'NotNow': {
      const { from, until, at } = outcome
      const isEarly = from !== null && at < from
      return texts.window(when(isEarly ? from : until), when(at), isEarly)
    }
    default:
      return ''
  }
}

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
  if (outcome.kind === 'OtherSession')
    return (
      texts.forSession(outcome.eventName, formatStart(outcome)) +
      (outcome.cancelledAt ? ` ${texts.cancelled}.` : '')
    )
  if (outcome.kind === 'UnknownTicket' && outcome.isLoading) return texts.stillLoading
  if (outcome.kind === 'AdmittedTwice')
    return `${texts.before(describeCheckIn(outcome.at, outcome.device))}. ${texts.findSecond}`
  if (outcome.kind === 'AlreadyCheckedIn' && outcome.isHere)
    return outcome.wasShown ? texts.onThisPhone : texts.notShown
  const help: Partial<Record<Outcome['kind'], string>> = texts.help
  return help[outcome.kind] ?? ''
}
