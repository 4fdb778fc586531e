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

/** Whether the service did not take it because the person has no access. */
const isDenied = (checkIn: CheckIn): boolean =>
  isRejected(checkIn) && isAccessDenied(checkIn.rejection?.code ?? '')

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

/** `hasAccess`: the service does not take the items as they are. Otherwise the person has no access. */
const RejectedDialog = ({ hasAccess, shown, onClose }: DialogProps & { hasAccess: boolean }) => {
  const isSure = useSignal(false)
  const named = shown.filter(mayName)
  const sendAgain = (): void => {
    dispatch({ type: 'send again tapped', checkInIds: shown.map(({ id }) => id) })
    onClose()
  }
  const discard = (): void => {
    if (!hasAccess && !isSure.value) {
      isSure.value = true
      return
    }
    dispatch({ type: 'discard tapped', checkInIds: named.map(({ id }) => id) })
    onClose()
  }
  return (
    <Dialog title={hasAccess ? texts.asideTitle : texts.deniedTitle} onClose={onClose}>
      <p class="soft">{hasAccess ? texts.asideHelp : texts.deniedHelp}</p>
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
            {hasAccess ? texts.remove : texts.discard}
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
  const denied = all.filter(isDenied)
  const aside = all.filter((one) => isRejected(one) && !isDenied(one))
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
      {opened.value === 'aside' && <RejectedDialog hasAccess shown={aside} onClose={close} />}
      {opened.value === 'denied' && <RejectedDialog hasAccess={false} shown={denied} onClose={close} />}
      {conflict !== undefined && <ConflictDialog {...conflict} onClose={close} />}
    </>
  )
}

const describeUnsent = (who: string, unsent: readonly CheckIn[]): string => {
  const denied = isPhone(who) ? texts.phonesDenied : texts.othersDenied
  const describe = unsent.some(isDenied) ? denied : texts.othersSending
  return describe(unsent.length, nameOf(who))
}

/** Tells about check-ins of others on this device, for each person or phone that made them. */
export const OthersUnsent = () => {
  const unsent = [...checkIns.value.values()].filter((one) => itemsOf(one).length > 0 || isDenied(one))
  const others = new Set(unsent.map((one) => one.subject).filter((who) => who !== subject.value))
  return [...others].map((who) => (
    <p key={who} class="notice warn" role="status">
      {describeUnsent(
        who,
        unsent.filter((one) => one.subject === who),
      )}
    </p>
  ))
}
