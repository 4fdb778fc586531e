// What the service refused, in the words of the page.
import type { Failure } from './service.ts'
import { texts } from './texts.ts'

export const tooMany = (left: number): string => (left === 0 ? texts.left(0) : texts.tooMany(left))

export const describeFailure = (
  failure: NonNullable<Failure>,
  { left, maxPlusOnes }: { left: number; maxPlusOnes: number },
): string => {
  switch (failure.code) {
    case 'list_full':
      return tooMany(left)
    case 'list_closed':
      return texts.closed
    case 'in_use':
    case 'entry_not_found':
      return texts.inUse
    case 'limit_reached':
      return texts.usedUp
    case 'rate_limited':
      return texts.busy
    case 'invalid_request':
      return failure.message.includes('plusOnes') ? texts.tooManyFriends(maxPlusOnes) : texts.notAccepted
    default:
      return texts.noNetwork
  }
}
