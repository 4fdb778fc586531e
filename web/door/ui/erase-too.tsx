// Erases what was not sent: a decision of its own, which takes two taps.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { Notice } from '../../shared/notice.tsx'
import { signOutAndErase } from '../sign-out.ts'
import { texts } from '../texts.ts'
import { hasJustTapped, noteTap } from './taps.ts'

export const EraseToo = ({ count }: { count: number }) => {
  const isSure = useSignal(false)
  const erase = (): void => {
    noteTap()
    if (isSure.value) signOutAndErase(true)
    else isSure.value = true
  }
  return (
    <>
      {isSure.value && <Notice text={texts.discardWarning(count)} />}
      <Button look="danger" text={texts.eraseToo} isBusy={hasJustTapped.value} onClick={erase} />
    </>
  )
}
