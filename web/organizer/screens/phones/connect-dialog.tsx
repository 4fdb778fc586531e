// The link that connects a phone, also as a QR code. The dialog notices when the phone has connected.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../../shared/button.tsx'
import type { Schemas } from '../../../shared/schemas.ts'
import { read } from '../../data/load.ts'
import { useRefresh } from '../../data/refresh.ts'
import { useSend } from '../../forms/use-send.ts'
import { texts } from '../../texts.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/notices.tsx'
import { QrPicture } from '../../ui/qr-picture.tsx'

export type Device = Schemas['Device']
export type DeviceWithLink = Schemas['DeviceWithLink']

const POLL_MS = 2_500
/** How long a link works. Counted here, because the clock of this computer may be wrong. */
const LINK_MS = 15 * 60_000

type Props = {
  /** Of the phone. */
  path: string
  device: DeviceWithLink
  onClose: () => void
}

export const ConnectDialog = ({ path, device, onClose }: Props) => {
  const link = useSignal(device)
  const isConnected = useSignal(false)
  const isExpired = useSignal(false)
  const { failed, isBusy, send } = useSend()
  const { url } = link.value.connect
  useEffect(() => {
    const timer = setTimeout(() => (isExpired.value = true), LINK_MS)
    return () => clearTimeout(timer)
  }, [url])
  useRefresh(async () => {
    if (isConnected.value) return
    const reply = await read<Device>(path)()
    if (reply.kind !== 'ok') return
    // A phone that was connected before connects again at another time.
    isConnected.value = reply.body.connectedAt !== null && reply.body.connectedAt !== link.value.connectedAt
  }, POLL_MS)
  const renew = async (): Promise<void> => {
    if (isBusy.value) return
    const answer = await send<DeviceWithLink>('POST', `${path}/connect`)
    if (answer.kind !== 'ok') return
    link.value = answer.body
    isExpired.value = false
  }
  const isOver = isExpired.value && !isConnected.value
  return (
    <Dialog title={texts.addPhone} onClose={onClose}>
      <p role="status">
        {isConnected.value ? (
          <strong>✓ {texts.connectedAs(device.name)}</strong>
        ) : isOver ? (
          texts.linkExpired
        ) : (
          texts.connectHelp(device.name)
        )}
      </p>
      {!isConnected.value && !isOver && (
        <>
          {link.value.connectedAt !== null && <p>{texts.connectAgainHelp}</p>}
          <QrPicture text={url} alt={texts.codeToConnect} size={260} />
          <div class="buttons">
            <CopyButton key={url} value={url} text={texts.copyLink} />
            <a href={url} target="_blank" rel="noreferrer">
              {texts.connectLink}
            </a>
          </div>
        </>
      )}
      {failed.value !== undefined && <Failure failed={failed.value} />}
      <div class="buttons foot">
        {isOver && <Button look="primary" text={texts.newLink} isBusy={isBusy.value} onClick={renew} />}
        <Button look={isConnected.value ? 'primary' : undefined} text={texts.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}
