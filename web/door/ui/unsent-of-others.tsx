// Unsent check-ins of other people and phones, and those of before somebody signed out.
import { nameOf, subject } from '../../shared/account.ts'
import { groupBy } from '../../shared/group-by.ts'
import { Notice } from '../../shared/notice.tsx'
import { isPhone } from '../../shared/tokens.ts'
import type { CheckIn } from '../core/check-in.ts'
import { texts } from '../texts.ts'
import { unsent } from '../unsent.ts'
import { EraseToo } from './erase-too.tsx'
import { isDenied } from './may-name.ts'

/** What is known of somebody who has signed out is the gate. */
const describe = (own: readonly CheckIn[]): string => {
  const [{ device, isLeft, subject: by }] = own as [CheckIn]
  const who = isLeft && device !== null ? device : nameOf(by)
  if (subject.value !== undefined && !own.some(isDenied)) return texts.othersSending(own.length, who)
  const isPerson = subject.value !== undefined && !isLeft && !isPhone(by)
  return isPerson ? texts.othersDenied(own.length, who) : texts.unsentOf(own.length, isLeft ? device : who)
}

/** One line for each of them. */
export const UnsentOfOthers = () => {
  const others = unsent.value.filter((one) => one.isLeft || one.subject !== subject.value)
  const groups = groupBy(others, ({ isLeft, device, subject: by }) => (isLeft ? `left ${device}` : by))
  return (
    <>
      {[...groups].map(([key, own]) => (
        <Notice key={key} look="warn" role="status" text={describe(own)} />
      ))}
      {subject.value === undefined && others.length > 0 && <EraseToo count={others.length} />}
    </>
  )
}
