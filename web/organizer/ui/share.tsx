// Hands a link to another app where the browser can, and copies it elsewhere.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'

/** `name`: what the link is of. */
export const ShareButton = ({ value, name }: { value: string; name: string }) => {
  const isCopied = useSignal(false)
  const share = async (): Promise<void> => {
    if ('share' in navigator) {
      // Whoever closes the menu of the phone shares nothing.
      await navigator.share({ title: name, url: value }).catch(() => undefined)
      return
    }
    isCopied.value = await (navigator as Navigator).clipboard.writeText(value).then(
      () => true,
      () => false,
    )
  }
  return <Button text={isCopied.value ? texts.copied : texts.shareLink} name={name} onClick={share} />
}
