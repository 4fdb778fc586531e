// The dialogs of what somebody must look at.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { Notice } from '../../shared/notice.tsx'
import type { CheckIn, ConflictKind } from '../core/check-in.ts'
import { discardUnreadable, dispatch, storedSessions, unreadable } from '../runtime.ts'
import type { Unreadable } from '../storage/entry.ts'
import { describeCheckIn, formatTime, formatWhen, texts, titleOf } from '../texts.ts'
import { mayName } from './may-name.ts'
import { hasJustTapped, noteTap } from './taps.ts'

/** That of the event, whichever session is open. */
const zoneOf = ({ sessionId }: CheckIn): string | undefined =>
  storedSessions.value.find(({ id }) => id === sessionId)?.session.timeZone

const describeEarlier = (checkIn: CheckIn): string => {
  const earlier = checkIn.result?.earlier
  if (!earlier) return ''
  const at = earlier.at === null ? null : Date.parse(earlier.at)
  const text = describeCheckIn(at, earlier.device, zoneOf(checkIn))
  return text && texts.before(text)
}

const Cards = <Shown extends Unreadable>({
  shown,
  describe,
}: {
  shown: readonly Shown[]
  describe: (checkIn: Shown) => string
}) => {
  const named = shown.filter(mayName)
  const hidden = shown.length - named.length
  return (
    <>
      <ul class="rows">
        {named.map((checkIn) => (
          <li class="row" key={checkIn.id}>
            <bdi class="who">{titleOf(checkIn.guest)}</bdi>{' '}
            <bdi class="strong soft small">{checkIn.guest.number}</bdi>{' '}
            <span class="what soft small">{describe(checkIn)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="soft">{texts.hiddenGuests(hidden)}</p>}
    </>
  )
}

const describeHere = (checkIn: CheckIn, more: string): string =>
  [texts.here(formatWhen(checkIn.at, formatTime, zoneOf(checkIn))), more].filter(Boolean).join(' · ')

type DialogProps = { shown: readonly CheckIn[]; onClose: () => void }

export const ConflictDialog = ({ kind, shown, onClose }: DialogProps & { kind: ConflictKind }) => {
  const markSeen = (): void => {
    dispatch({ type: 'conflicts seen', checkInIds: shown.filter(mayName).map(({ id }) => id) })
    onClose()
  }
  return (
    <Dialog title={texts.conflictTitle[kind]} onClose={onClose}>
      <p class="soft">{texts.conflictHelp[kind]}</p>
      <p>{texts.findSecond}</p>
      <Cards shown={shown} describe={(one) => describeHere(one, describeEarlier(one))} />
      <div class="stack">
        {shown.some(mayName) && <Button look="primary" text={texts.seen} onClick={markSeen} />}
        <Button text={texts.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}

/** `hasAccess`: the service rejects the items themselves. Otherwise the person has no access. */
export const RejectedDialog = ({ hasAccess, shown, onClose }: DialogProps & { hasAccess: boolean }) => {
  const isSure = useSignal(false)
  const named = shown.filter(mayName)
  const sendAgain = (): void => {
    dispatch({ type: 'send again tapped', checkInIds: shown.map(({ id }) => id) })
    onClose()
  }
  const discard = (): void => {
    if (!hasAccess && !isSure.value) {
      noteTap()
      isSure.value = true
      return
    }
    dispatch({ type: 'discard tapped', checkInIds: named.map(({ id }) => id) })
    onClose()
  }
  return (
    <Dialog title={hasAccess ? texts.rejectedTitle : texts.deniedTitle} onClose={onClose}>
      <p class="soft">{hasAccess ? texts.rejectedHelp : texts.deniedHelp}</p>
      <Cards
        shown={shown}
        describe={(one) =>
          describeHere(one, one.rejection ? texts.refused(one.rejection.message, one.rejection.code) : '')
        }
      />
      {isSure.value && <Notice text={texts.discardWarning(named.length)} />}
      <div class="stack">
        <Button text={texts.sendAgain} onClick={sendAgain} />
        {named.length > 0 && (
          <Button
            look="danger"
            text={hasAccess ? texts.remove : texts.discard}
            isBusy={hasJustTapped.value}
            onClick={discard}
          />
        )}
        <Button text={texts.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}

/** Nobody can send these. Anybody may discard those without a known owner. */
export const UnreadableDialog = ({ onClose }: { onClose: () => void }) => {
  const isSure = useSignal(false)
  const shown = unreadable.value
  const own = shown.filter((one) => one.subject === '' || mayName(one))
  const discard = (): void => {
    if (!isSure.value) {
      noteTap()
      isSure.value = true
      return
    }
    discardUnreadable(own.map(({ id }) => id))
    onClose()
  }
  return (
    <Dialog title={texts.unreadable(shown.length, '')} onClose={onClose}>
      <p class="soft">{texts.unreadableHelp}</p>
      <Cards shown={shown} describe={() => ''} />
      {isSure.value && <Notice text={texts.discardWarning(own.length)} />}
      <div class="stack">
        {own.length > 0 && (
          <Button look="danger" text={texts.discard} isBusy={hasJustTapped.value} onClick={discard} />
        )}
        <Button text={texts.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}
