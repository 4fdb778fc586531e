// What stands below the header: that the session was cancelled, and unsent check-ins of others.
import { list } from '../runtime.ts'
import { texts } from '../texts.ts'
import { UnsentOfOthers } from './unsent-of-others.tsx'

/** Staff admit guests all the same: the service records what they do. They can fold the notice. */
const Cancelled = () => {
  const cancelled = list.value?.cancelled ?? null
  if (cancelled === null) return null
  return (
    <details class="notice alarm" open>
      <summary class="strong">{texts.isCancelled}</summary>
      <div role="alert">
        {cancelled.split('\n').map((line, index) => (
          <p key={index} dir="auto">
            {line}
          </p>
        ))}
      </div>
    </details>
  )
}

export const HeadNotices = () => (
  <>
    <Cancelled />
    <UnsentOfOthers />
  </>
)
