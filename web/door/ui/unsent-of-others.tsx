// Unsent check-ins of other people and phones.
import { nameOf, subject } from '../../shared/account.ts'
import { isPhone } from '../../shared/tokens.ts'
import { type CheckIn, itemsOf } from '../core/check-in.ts'
import { checkIns } from '../runtime.ts'
import { texts } from '../texts.ts'
import { isDenied } from './may-name.ts'

const describeUnsent = (who: string, unsent: readonly CheckIn[]): string => {
  const denied = isPhone(who) ? texts.phonesDenied : texts.othersDenied
  const describe = unsent.some(isDenied) ? denied : texts.othersSending
  return describe(unsent.length, nameOf(who))
}

/** One line for each of them. */
export const UnsentOfOthers = () => {
  const unsent = [...checkIns.value.values()].filter((one) => itemsOf(one).length > 0 || isDenied(one))
  const others = new Set(unsent.map((one) => one.subject).filter((who) => who !== subject.value))
  return [...others].map((who) => (
    <p key={who} class="notice warn" role="status">
      {describeUnsent(
        who,
        unsent.filter((one) => one.subject === who),
      )}
    </p>
  ))
}
