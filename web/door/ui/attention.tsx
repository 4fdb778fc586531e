// What somebody has to look at: guests who were let in against the service, and check-ins that it does not take.
import { useSignal } from '@preact/signals'
import { nameOf, subject } from '../../shared/account.ts'
import { Dialog } from '../../shared/dialog.tsx'
import { isPhone } from '../../shared/tokens.ts'
import { type CheckIn, type ConflictKind, conflictOf, isRejected, itemsOf } from '../core/check-in.ts'
import { isAccessDenied } from '../core/records.ts'
import { checkIns, dispatch, heldSessions, list, state } from '../runtime.ts'
import { formatTime, texts } from '../texts.ts'

const KINDS: readonly ConflictKind[] = ['twice', 'notValid']

/** Names are shown only to a person who was given that session. */
const mayName = ({ sessionId, subject: by }: CheckIn): boolean => {
  if (by === subject.value) return true
  if (state.value.session?.id === sessionId) return list.value?.confirmedBy === subject.value
  return heldSessions.value.some(({ id, confirmedBy }) => id === sessionId && confirmedBy === subject.value)
}

const describeEarlier = ({ result }: CheckIn): string => {
  const earlier = result?.earlier
  if (!earlier) return ''
  const at = earlier.at === null ? null : formatTime(Date.parse(earlier.at))
  const text = texts.alreadyAt(at, earlier.device)
  return text && texts.before(text)
}

const Cards = ({
  shown,
  describe,
}: {
  shown: readonly CheckIn[]
  describe: (checkIn: CheckIn) => string
}) => {
  const named = shown.filter(mayName)
  const hidden = shown.length - named.length
  return (
    <>
      <ul class="cards">
        {named.map((checkIn) => (
          <li class="card" key={checkIn.id}>
            <strong>
              <bdi>{checkIn.guest.name ?? texts.noName}</bdi>
            </strong>
            <bdi>{checkIn.guest.number}</bdi>
            <span class="soft">
              {[texts.here(formatTime(checkIn.at)), describe(checkIn)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="soft">{texts.hiddenGuests(hidden)}</p>}
    </>
  )
}

type DialogProps = { shown: readonly CheckIn[]; onClose: () => void }

const Close = ({ onClose }: { onClose: () => void }) => (
  <button type="button" class="button" onClick={onClose}>
    {texts.close}
  </button>
)

const ConflictDialog = ({ kind, shown, onClose }: DialogProps & { kind: ConflictKind }) => {
  const markSeen = (): void => {
    dispatch({ type: 'conflicts seen', checkInIds: shown.filter(mayName).map(({ id }) => id) })
    onClose()
  }
  return (
    <Dialog title={texts.troubleTitle[kind]} onClose={onClose}>
      <p class="soft">{texts.troubleHelp[kind]}</p>
      <Cards shown={shown} describe={describeEarlier} />
      <div class="actions">
        {shown.some(mayName) && (
          <button type="button" class="button primary" onClick={markSeen}>
            {texts.seen}
          </button>
        )}
        <Close onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** `isDenied`: the person has no access. Otherwise the service does not take the items as they are. */
const RejectedDialog = ({ isDenied, shown, onClose }: DialogProps & { isDenied: boolean }) => {
  const isSure = useSignal(false)
  const named = shown.filter(mayName)
  const sendAgain = (): void => {
    dispatch({ type: 'send again tapped', checkInIds: shown.map(({ id }) => id) })
    onClose()
  }
  const discard = (): void => {
    if (isDenied && !isSure.value) {
      isSure.value = true
      return
    }
    dispatch({ type: 'discard tapped', checkInIds: named.map(({ id }) => id) })
    onClose()
  }
  return (
    <Dialog title={isDenied ? texts.deniedTitle : texts.asideTitle} onClose={onClose}>
      <p class="soft">{isDenied ? texts.deniedHelp : texts.asideHelp}</p>
      <Cards
        shown={shown}
        describe={({ rejection }) => (rejection ? texts.refused(rejection.message, rejection.code) : '')}
      />
      {isSure.value && (
        <p class="notice bad" role="alert">
          {texts.discardWarning(named.length)}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={sendAgain}>
          {texts.sendAgain}
        </button>
        {named.length > 0 && (
          <button type="button" class="button danger" onClick={discard}>
            {isDenied ? texts.discard : texts.remove}
          </button>
        )}
        <Close onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** Buttons with how many there are, and their dialogs. */
export const Attention = () => {
  const opened = useSignal<ConflictKind | 'aside' | 'denied' | undefined>(undefined)
  const close = (): void => {
    opened.value = undefined
  }
  const all = [...checkIns.value.values()]
  const rejected = all.filter(isRejected)
  const denied = rejected.filter(({ rejection }) => isAccessDenied(rejection?.code ?? ''))
  const aside = rejected.filter((checkIn) => !denied.includes(checkIn))
  const conflicts = KINDS.map((kind) => ({ kind, shown: all.filter((one) => conflictOf(one) === kind) }))
  const buttons = [
    ...conflicts.map(({ kind, shown }) => ({
      kind,
      count: shown.length,
      text: texts.trouble[kind](shown.length),
    })),
    { kind: 'aside' as const, count: aside.length, text: texts.aside(aside.length) },
    { kind: 'denied' as const, count: denied.length, text: texts.cannotSend(denied.length) },
  ].filter(({ count }) => count > 0)
  const conflict = conflicts.find(({ kind }) => kind === opened.value)
  return (
    <>
      {buttons.length > 0 && (
        <div class="troubles">
          {buttons.map(({ kind, text }) => (
            <button type="button" class="button" key={kind} onClick={() => (opened.value = kind)}>
              {text}
            </button>
          ))}
        </div>
      )}
      {opened.value === 'aside' && <RejectedDialog isDenied={false} shown={aside} onClose={close} />}
      {opened.value === 'denied' && <RejectedDialog isDenied shown={denied} onClose={close} />}
      {conflict !== undefined && <ConflictDialog {...conflict} onClose={close} />}
    </>
  )
}

/** Tells about check-ins of somebody else on this device. */
export const OthersUnsent = () => {
  const others = [...checkIns.value.values()].filter(
    (checkIn) => checkIn.subject !== subject.value && (itemsOf(checkIn).length > 0 || isRejected(checkIn)),
  )
  const [first] = others
  if (first === undefined) return null
  const isDenied = others.some(isRejected)
  const describe = !isDenied
    ? texts.othersSending
    : isPhone(first.subject)
      ? texts.phonesDenied
      : texts.othersDenied
  return (
    <p class="notice warn" role="status">
      {describe(others.length, nameOf(first.subject))}
    </p>
  )
}
