// What somebody must look at: the end of the phone, conflicts, and check-ins that the service rejects.
import { useSignal } from '@preact/signals'
import { nameOf, subject } from '../../shared/account.ts'
import { isPhone } from '../../shared/tokens.ts'
import { type CheckIn, type ConflictKind, conflictOf, isRejected, itemsOf } from '../core/check-in.ts'
import { checkIns, unreadable } from '../runtime.ts'
import type { Unreadable } from '../storage/entry.ts'
import { texts } from '../texts.ts'
import { isDenied, mayName } from './may-name.ts'
import { OnDemand } from './on-demand.tsx'
import { Ending } from './status.tsx'

const KINDS: readonly ConflictKind[] = ['twice', 'notValid']

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
      <Ending />
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
      {opened.value !== undefined && (
        <OnDemand onClose={close}>
          {({ ConflictDialog, RejectedDialog, UnreadableDialog }) => (
            <>
              {opened.value === 'rejected' && <RejectedDialog hasAccess shown={rejected} onClose={close} />}
              {opened.value === 'denied' && (
                <RejectedDialog hasAccess={false} shown={denied} onClose={close} />
              )}
              {opened.value === 'unreadable' && <UnreadableDialog onClose={close} />}
              {conflict !== undefined && <ConflictDialog {...conflict} onClose={close} />}
            </>
          )}
        </OnDemand>
      )}
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
