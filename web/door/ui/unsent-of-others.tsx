// Unsent check-ins of other people and phones.
import { nameOf, subject } from '../../shared/account.ts'
import { Notice } from '../../shared/notice.tsx'
import { isPhone } from '../../shared/tokens.ts'
import { itemsOf } from '../core/check-in.ts'
import { checkIns } from '../runtime.ts'
import { texts } from '../texts.ts'
import { isDenied } from './may-name.ts'

/** One line for each of them. */
export const UnsentOfOthers = () => {
  const unsent = [...checkIns.value.values()].filter((one) => itemsOf(one).length > 0 || isDenied(one))
  const others = new Set(unsent.map((one) => one.subject).filter((who) => who !== subject.value))
  return [...others].map((who) => {
    const own = unsent.filter((one) => one.subject === who)
    const denied = isPhone(who) ? texts.phonesDenied : texts.othersDenied
    const describe = own.some(isDenied) ? denied : texts.othersSending
    return <Notice key={who} look="warn" role="status" text={describe(own.length, nameOf(who))} />
  })
}
