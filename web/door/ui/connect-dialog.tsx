// The dialog that connects this phone by a link.
import { useSignal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { nameOf, subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { Notice } from '../../shared/notice.tsx'
import type { Reply } from '../../shared/request.ts'
import { leaveLink } from '../app.ts'
import { connect, inspectLink } from '../connect.ts'
import { codeIn, connecting, readAttempt } from '../connect-link.ts'
import { isKiosk } from '../role.ts'
import { becomePhone } from '../sign-out.ts'
import { texts } from '../texts.ts'
import { unsent, unsentByGate } from '../unsent.ts'
import { readCodes } from './camera.ts'

/** Scans the code, or takes the pasted link: an installed page cannot open links. */
const ReadLink = ({ onCode }: { onCode: (code: string) => void }) => {
  const id = useId()
  const video = useRef<HTMLVideoElement>(null)
  const hasCamera = useSignal(true)
  const text = useSignal('')
  const isWrong = useSignal(false)
  const take = (found: string): void => {
    const code = codeIn(found)
    isWrong.value = code === undefined
    if (code !== undefined) onCode(code)
  }
  useEffect(() => {
    const controller = new AbortController()
    const handlers = { onCodes: ([found = '']: readonly string[]) => take(found) }
    readCodes(video.current as HTMLVideoElement, handlers, controller.signal).catch(() => {
      if (!controller.signal.aborted) hasCamera.value = false
    })
    return () => controller.abort()
  }, [])
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    take(text.value)
  }
  return (
    <>
      <p>{hasCamera.value ? texts.connectHow : texts.connectPaste}</p>
      <video
        class="link-camera"
        ref={video}
        aria-label={texts.camera}
        muted
        playsInline
        hidden={!hasCamera.value}
      />
      <form class="field sheet" onSubmit={submit}>
        <label for={id}>{texts.link}</label>
        <input
          id={id}
          class="input"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        {isWrong.value && <Notice text={texts.notALink} />}
        <Button look="primary" text={texts.goOn} type="submit" />
      </form>
      <Button text={texts.cancel} onClick={leaveLink} />
    </>
  )
}

type Inspected = Awaited<ReturnType<typeof inspectLink>>
type Failed = Exclude<Reply<unknown>, { kind: 'ok' }>

/** Whether the link has expired or was already used. */
const isLinkOver = (reply: Failed | undefined): boolean =>
  reply?.kind === 'error' && ['invalid_grant', 'invitation_not_found'].includes(reply.code)

const describe = (reply: Failed): string => {
  if (reply.kind !== 'error') return texts.connectLost
  return isLinkOver(reply) ? texts.linkOver : texts.refused(reply.message, reply.code)
}

const UseLink = ({ code }: { code: string }) => {
  const inspected = useSignal<Inspected | undefined>(undefined)
  const failed = useSignal<Failed | undefined>(undefined)
  const isBusy = useSignal(false)
  const load = async (): Promise<void> => {
    failed.value = undefined
    const reply = await inspectLink(code)
    inspected.value = reply
    if (reply.kind !== 'ok') failed.value = reply
  }
  useEffect(() => void load(), [code])
  const link = inspected.value?.kind === 'ok' ? inspected.value.body : undefined
  const isDevice = link?.kind === 'device'
  const isOver = isLinkOver(failed.value)
  const submit = async (): Promise<void> => {
    if (link === undefined || isBusy.value) return
    isBusy.value = true
    failed.value = undefined
    const reply = await connect(code, link)
    if (reply.kind === 'ok') return becomePhone(reply.body)
    failed.value = reply
    isBusy.value = false
  }
  return (
    <>
      {inspected.value === undefined && (
        <p class="loading soft" role="status">
          {texts.checkingLink}
        </p>
      )}
      {isDevice && !isOver && (
        <>
          <p role="status">{texts.connectAs(link.organizerName, link.name ?? texts.noName)}</p>
          {subject.value !== undefined && (
            <p class="notice warn">{texts.connectReplaces(nameOf(subject.value))}</p>
          )}
          {unsent.value.length > 0 && (
            <p class="notice warn">
              {unsentByGate()
                .map(([gate, count]) => texts.connectSends(count, gate, link.name ?? texts.noName))
                .join(' ')}{' '}
              {texts.connectKeeps}
            </p>
          )}
        </>
      )}
      {link?.kind === 'invitation' && (
        <p class="notice">
          {texts.linkInvites} <a href={`/organizer/#join/${code}`}>{texts.openInvitation}</a>
        </p>
      )}
      {failed.value !== undefined && <Notice text={describe(failed.value)} />}
      <div class="stack">
        {isDevice && !isOver && (
          <Button
            look="primary"
            text={isBusy.value ? texts.connecting : texts.connect}
            onClick={submit}
            isBusy={isBusy.value}
          />
        )}
        {link === undefined && failed.value !== undefined && !isOver && (
          <Button look="primary" text={texts.tryAgain} onClick={load} />
        )}
        <Button text={isOver ? texts.close : texts.cancel} onClick={leaveLink} />
      </div>
    </>
  )
}

export const ConnectDialog = () => {
  const read = useSignal(readAttempt()?.code)
  const code = connecting.value === 'ask' ? read.value : connecting.value
  useLayoutEffect(() => {
    // Whoever holds the corner of a kiosk lets go outside of the dialog, which closes others.
    if (isKiosk) document.querySelector('dialog')?.setAttribute('closedby', 'closerequest')
  }, [])
  return (
    <Dialog title={texts.connectTitle} onClose={leaveLink} isTitleFocused>
      {code === undefined ? (
        <ReadLink onCode={(found) => (read.value = found)} />
      ) : (
        <UseLink key={code} code={code} />
      )}
    </Dialog>
  )
}
