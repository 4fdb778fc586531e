// Tells people about each new passkey of theirs: somebody else may have added it.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { settings } from '../../shared/settings.ts'
import { readPasskeys } from '../data/reads.ts'
import { formatDayTime } from '../formats.ts'
import { toPeople } from '../links.ts'
import { texts } from '../texts.ts'

const KEY = 'doorlist.passkeys'

/** When the newest passkey that this browser has announced was added, by subject. */
const readTold = (): Record<string, string> => JSON.parse(localStorage.getItem(KEY) ?? '{}')

const keepTold = (addedAt: string): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...readTold(), [subject.value ?? '']: addedAt }))

const Notice = ({ screen }: { screen: string }) => {
  const added = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    readPasskeys(controller.signal).then((reply) => {
      if (controller.signal.aborted || reply.kind !== 'ok') return
      const [first, ...others] = reply.body.data
      if (first === undefined) return
      // A person begins with one passkey.
      const told = readTold()[subject.value ?? ''] ?? first.addedAt
      keepTold(told)
      const last = others.at(-1) ?? first
      added.value = last.addedAt > told ? last.addedAt : undefined
    })
    return () => controller.abort()
  }, [screen])
  const { value: addedAt } = added
  if (addedAt === undefined) return null
  const dismiss = (): void => {
    keepTold(addedAt)
    added.value = undefined
  }
  return (
    <div class="notice warn stack" role="status">
      <p>{texts.passkeyAdded(formatDayTime(addedAt))}</p>
      <div class="buttons">
        <a href={toPeople}>{texts.passkeys}</a>
        <Button text={texts.dismiss} onClick={dismiss} />
      </div>
    </div>
  )
}

/** Checks again on each screen. Only for people who sign in at the service itself. */
export const NewPasskey = ({ screen }: { screen: string }) =>
  settings.value?.own == null ? null : <Notice screen={screen} />
