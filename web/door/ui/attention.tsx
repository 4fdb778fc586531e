// What somebody must look at: conflicts with the service, and check-ins that it rejects.
import { useSignal } from '@preact/signals'
import { nameOf, subject } from '../../shared/account.ts'
import { Dialog } from '../../shared/dialog.tsx'
import { isPhone } from '../../shared/tokens.ts'
import { type CheckIn, type ConflictKind, conflictOf, isRejected, itemsOf } from '../core/check-in.ts'
import { isAccessDenied } from '../core/records.ts'
import { checkIns, discardUnreadable, dispatch, list, state, storedSessions, unreadable } from '../runtime.ts'
import type { Unreadable } from '../storage/entry.ts'
import { describeCheckIn, formatWhen, texts } from '../texts.ts'

const KINDS: readonly ConflictKind[] = ['twice', 'notValid']

/** Names are shown only to people with access to the session. */
const mayName = ({ sessionId, subject: by }: Unreadable): boolean => {
  if (by === subject.value) return true
  if (state.value.session?.id === sessionId) return list.value?.confirmedBy === subject.value
  return storedSessions.value.some(({ id, confirmedBy }) => id === sessionId && confirmedBy === subject.value)
}

/** Whether the service rejected it because the person has no access. */
const isDenied = (checkIn: CheckIn): boolean =>
  isRejected(checkIn) && isAccessDenied(checkIn.rejection?.code ?? '')

const describeEarlier = ({ result }: CheckIn): string => {
  const earlier = result?.earlier
  if (!earlier) return ''
  const text = describeCheckIn(earlier.at === null ? null : Date.parse(earlier.at), earlier.device)
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
      <ul class="cards">
        {named.map((checkIn) => (
          <li class="card" key={checkIn.id}>
            <strong>
              <bdi>{checkIn.guest.name ?? texts.noName}</bdi>
            </strong>
            <bdi>{checkIn.guest.number}</bdi>
            <span class="soft">{describe(checkIn)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="soft">{texts.hiddenGuests(hidden)}</p>}
    </>
  )
}

const describeHere = (checkIn: CheckIn, more: string): string =>
  [texts.here(formatWhen(checkIn.at)), more].filter(Boolean).join(' · ')

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
    <Dialog title={texts.conflictTitle[kind]} onClose={onClose}>
      <p class="soft">{texts.conflictHelp[kind]}</p>
      <p>{texts.findSecond}</p>
      <Cards shown={shown} describe={(one) => describeHere(one, describeEarlier(one))} />
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

/** `hasAccess`: the service rejects the items themselves. Otherwise the person has no access. */
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
    <Dialog title={hasAccess ? texts.rejectedTitle : texts.deniedTitle} onClose={onClose}>
      <p class="soft">{hasAccess ? texts.rejectedHelp : texts.deniedHelp}</p>
      <Cards
        shown={shown}
        describe={(one) =>
          describeHere(one, one.rejection ? texts.refused(one.rejection.message, one.rejection.code) : '')
        }
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

/** Nobody can send these. Anybody may discard those without a known owner. */
const UnreadableDialog = ({ onClose }: { onClose: () => void }) => {
  const isSure = useSignal(false)
  const shown = unreadable.value
  const own = shown.filter((one) => one.subject === '' || mayName(one))
  const discard = (): void => {
    if (!isSure.value) {
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
      {isSure.value && (
        <p class="notice bad" role="alert">
          {texts.discardWarning(own.length)}
        </p>
      )}
      <div class="actions">
        {own.length > 0 && (
          <button type="button" class="button danger" onClick={discard}>
            {texts.discard}
          </button>
        )}
        <Close onClose={onClose} />
      </div>
    </Dialog>
  )
}

/** More guests than this are named only in the dialog. */
const MAX_NAMED = 3

const describeUnreadable = (shown: readonly Unreadable[]): string => {
  const guests = shown.filter(mayName).map(({ guest }) => guest.name ?? guest.number)
  const more = guests.length > MAX_NAMED ? [texts.andMore(guests.length - MAX_NAMED)] : []
  return texts.unreadable(
    shown.length,
    [...guests.slice(0, MAX_NAMED), ...more].filter(Boolean).join(texts.separator),
  )
}

/** Buttons with counts, and their dialogs. */
export const Attention = () => {
  const opened = useSignal<ConflictKind | 'rejected' | 'denied' | 'unreadable' | undefined>(undefined)
  const close = (): void => {
    opened.value = undefined
  }
  const all = [...checkIns.value.values()]
  const denied = all.filter(isDenied)
  const rejected = all.filter((one) => isRejected(one) && !isDenied(one))
  const conflicts = KINDS.map((kind) => ({ kind, shown: all.filter((one) => conflictOf(one) === kind) }))
  const buttons = [
    ...conflicts.map(({ kind, shown }) => ({
      kind,
      count: shown.length,
      text: texts.conflicts[kind](shown.length),
      latest: shown.filter(mayName).at(-1)?.guest.name,
    })),
    { kind: 'rejected' as const, count: rejected.length, text: texts.rejected(rejected.length), latest: '' },
    { kind: 'denied' as const, count: denied.length, text: texts.cannotSend(denied.length), latest: '' },
    {
      kind: 'unreadable' as const,
      latest: '',
      count: unreadable.value.length,
      text: describeUnreadable(unreadable.value),
    },
  ].filter(({ count }) => count > 0)
  const conflict = conflicts.find(({ kind }) => kind === opened.value)
  return (
    <>
      {buttons.length > 0 && (
        <div class="conflicts">
          {buttons.map(({ kind, text, latest }) => (
            <div key={kind}>
              <button type="button" class="button" onClick={() => (opened.value = kind)}>
                {text}
              </button>{' '}
              <bdi>{latest}</bdi>
            </div>
          ))}
        </div>
      )}
      {opened.value === 'rejected' && <RejectedDialog hasAccess shown={rejected} onClose={close} />}
      {opened.value === 'denied' && <RejectedDialog hasAccess={false} shown={denied} onClose={close} />}
      {opened.value === 'unreadable' && <UnreadableDialog onClose={close} />}
      {conflict !== undefined && <ConflictDialog {...conflict} onClose={close} />}
    </>
  )
}

const describeUnsent = (who: string, unsent: readonly CheckIn[]): string => {
  const denied = isPhone(who) ? texts.phonesDenied : texts.othersDenied
  const describe = unsent.some(isDenied) ? denied : texts.othersSending
  return describe(unsent.length, nameOf(who))
}

/** Reports unsent check-ins of other people and phones, one line for each. */
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
