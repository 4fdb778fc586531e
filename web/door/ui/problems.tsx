// What somebody must look at: the end of the phone, conflicts, and check-ins that the service rejects.
import { useSignal } from '@preact/signals'
import { readTokens } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { type ConflictKind, conflictOf, isRejected } from '../core/check-in.ts'
import { checkIns, state, unreadable } from '../runtime.ts'
import { formatWhen, texts } from '../texts.ts'
import { ConflictDialog, RejectedDialog, UnreadableDialog } from './attention-dialogs.tsx'
import { isDenied, mayName } from './may-name.ts'
import { noteTap } from './taps.ts'
import { nameSome } from './verdict.ts'

const KINDS: readonly ConflictKind[] = ['twice', 'notValid']

const WARNED_MS = 2 * 3_600_000

/** Says from two hours before when this phone is signed out. A night may put that off. */
const Ending = () => {
  // Without an end, the comparison is false.
  const end = readTokens()?.endsAt as number
  return (
    state.value.clock.last.wall > end - WARNED_MS && (
      <p class="notice warn">
        {texts.phoneEnds} {formatWhen(end)}
      </p>
    )
  )
}

/** Buttons with counts, and their dialogs. */
export const Problems = () => {
  const opened = useSignal<ConflictKind | 'rejected' | 'denied' | 'unreadable' | undefined>(undefined)
  const close = (): void => {
    opened.value = undefined
  }
  const open = (kind: typeof opened.value): void => {
    noteTap()
    opened.value = kind
  }
  const all = [...checkIns.value.values()]
  const named = unreadable.value.filter(mayName).map(({ guest }) => guest.name ?? guest.number)
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
      text: texts.unreadable(unreadable.value.length, nameSome(named)),
    },
  ].filter(({ count }) => count > 0)
  const conflict = conflicts.find(({ kind }) => kind === opened.value)
  return (
    <>
      <Ending />
      {buttons.length > 0 && (
        <div class="conflicts stack strong">
          {buttons.map(({ kind, text, latest }) => (
            <div key={kind} class="notice alarm">
              <Button text={text} onClick={() => open(kind)} /> <bdi>{latest}</bdi>
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
