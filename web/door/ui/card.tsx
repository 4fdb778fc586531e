// The card. Its verdicts look the same for a scan, a tap and a typed code.
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { isolate } from '../../shared/page-language.ts'
import { DOUBLE_TAP_GUARD_MS, SHRINK_MS } from '../core/cards.ts'
import { isInside } from '../core/check-in.ts'
import type { Card, VerdictCard as Decided, Verdict } from '../core/state.ts'
import type { Guest } from '../core/ticket.ts'
import { role } from '../role.ts'
import { burst, card, dispatch, isBusy, state } from '../runtime.ts'
import { formatAge, texts, titleOf } from '../texts.ts'
import { GuestNote } from './guest-note.tsx'
import { Icon } from './icon.tsx'
import { isScanning } from './mode.ts'
import { OnDemand } from './on-demand.tsx'
import { noteTap } from './taps.ts'
import {
  headlineOf,
  helpFor,
  isDone,
  isIn,
  lookOf,
  MAX_NAMED,
  nameSome,
  reasonOf,
  wordsFor,
  wordsOf,
} from './verdict.ts'

const SECOND_MS = 1_000
const UNDO_MS = 10_000

/** Longer names, and names with longer words, are set smaller. */
const sizeOf = (name: string): string => {
  const word = Math.max(...name.split(' ').map(({ length }) => length))
  if (name.length < 25 && word < 11) return ''
  return name.length < 45 && word < 17 ? 'long' : 'longer'
}

/** Name, type, seat and number, in descending size, and the note. An unknown code is a number alone. */
const One = ({ guest, help = '' }: { guest: Guest; help?: string }) => (
  <div class="guest">
    {(guest.name !== null || guest.type !== '') && (
      <p class={`name ${sizeOf(guest.name ?? '')}`}>
        <bdi>{titleOf(guest)}</bdi>
      </p>
    )}{' '}
    {guest.type !== '' && guest.type !== titleOf(guest) && (
      <p class="type" dir="auto">
        {guest.type}
      </p>
    )}{' '}
    {guest.seat !== null && (
      <p class="seat" dir="auto">
        {guest.seat}
      </p>
    )}{' '}
    <p class="number small" dir="auto">
      {guest.number}
    </p>{' '}
    {help !== '' && <p class="help">{help}</p>}
    <GuestNote id={guest.id} />
  </div>
)

const Names = ({ verdicts, label }: { verdicts: readonly Verdict[]; label: string }) => {
  if (verdicts.length === 0) return null
  return (
    <div class="names">
      <p class="label">{label}</p>
      <ul>
        {verdicts.slice(0, MAX_NAMED).map(({ guest, outcome, checkInId }) => (
          <li key={checkInId}>
            <bdi>{titleOf(guest)}</bdi> · <bdi>{guest.number}</bdi>
            {!isInside(outcome) && ` · ${wordsOf(outcome)}`}
          </li>
        ))}
        {verdicts.length > MAX_NAMED && <li>{texts.andMore(verdicts.length - MAX_NAMED)}</li>}
      </ul>
    </div>
  )
}

const Group = ({ verdicts }: { verdicts: readonly Verdict[] }) => (
  <div class="guest">
    <Names
      verdicts={verdicts.filter((verdict) => !isIn(verdict))}
      label={verdicts[0]?.outcome.kind === 'AdmittedTwice' ? texts.findSecond : texts.notIn}
    />
    <Names verdicts={verdicts.filter(isIn)} label={texts.in} />
  </div>
)

/** How old a card is, in milliseconds. Renders again when taps begin to count, and each second. */
const useAge = (shownAt: number): number => {
  const age = useSignal(performance.now() - shownAt)
  useEffect(() => {
    const look = (): void => {
      age.value = performance.now() - shownAt
    }
    look()
    const timers = [setTimeout(look, DOUBLE_TAP_GUARD_MS), setInterval(look, SECOND_MS)]
    return () => timers.forEach(clearInterval)
  }, [shownAt])
  return age.value
}

/** Undo stays for ten seconds for one guest, and as long as the card for a group. */
const mayUndo = ({ verdicts }: Decided, ageMs: number): boolean =>
  verdicts.some(isDone) && (ageMs < UNDO_MS || verdicts.length > 1)

const Undo = ({ shown, ageMs }: { shown: Decided; ageMs: number }) => (
  <Button
    look="undo"
    text={lookOf(shown.verdicts) === 'out' ? texts.undoExit : texts.undo}
    isDisabled={ageMs < DOUBLE_TAP_GUARD_MS}
    onClick={() => {
      const checkInIds = shown.verdicts.filter(isDone).map(({ checkInId }) => checkInId)
      dispatch({ type: 'undo tapped', checkInIds, isOnCard: true })
    }}
  />
)

/** Outcomes of codes in quick succession that are no longer on the card. */
const Burst = ({ others }: { others: readonly Decided[] }) => {
  if (others.length === 0) return null
  return (
    <ul class="burst small">
      {others.map(({ id, verdicts }) => (
        <li key={id} class={lookOf(verdicts)}>
          {wordsFor(verdicts)} · <bdi>{verdicts[0]?.guest.name ?? ''}</bdi>{' '}
          <bdi>{verdicts[0]?.guest.number}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Tells the core which outcomes the screen has shown. */
const usePainted = (shown: readonly Decided[]): void => {
  const checkInIds = shown.flatMap(({ verdicts }) =>
    verdicts.filter(isDone).map(({ checkInId }) => checkInId),
  )
  // An effect would run a picture later, when the next guest's code may have taken the card away.
  useLayoutEffect(() => {
    if (checkInIds.length === 0) return
    const frame = requestAnimationFrame(() => setTimeout(() => dispatch({ type: 'painted', checkInIds })))
    return () => cancelAnimationFrame(frame)
  }, [checkInIds.join()])
}

const comeBack = (ticketId: string): void =>
  dispatch({ type: 'back tapped', ticketId, id: crypto.randomUUID(), exitId: crypto.randomUUID() })

/** What to do about a guest who is not in. The scanner has its own button for the search. */
const Remedies = ({ kind, onSearch }: { kind: string; onSearch: () => void }) => (
  <div class="actions stack">
    {!isScanning.value && <Button text={texts.searchGuest} onClick={onSearch} />}
    {kind === 'UnknownTicket' && <OnDemand>{({ AddGuest }) => <AddGuest />}</OnDemand>}
  </div>
)

const Shown = ({ shown, onSearch }: { shown: Decided; onSearch: () => void }) => {
  const { verdicts, shownAt } = shown
  const [first] = verdicts
  const look = lookOf(verdicts)
  const ageMs = useAge(shownAt)
  if (first === undefined) return null
  const { kind } = first.outcome
  const one = verdicts.length === 1 ? first : undefined
  const others = burst.value.filter(({ id }) => id !== shown.id)
  const isGood = look === 'in' || look === 'out'
  const isLate = isGood && ageMs >= SHRINK_MS && others.length === 0
  return (
    <div class={`outcome ${look} ${isLate ? 'late' : ''}`}>
      {/* What does not fit is scrolled, by keys too: "Undo" takes no focus at first. */}
      <div class="said" role="alert" tabIndex={isLate ? undefined : 0}>
        <Icon look={look} />
        <p class="verdict">{headlineOf(verdicts)}</p>{' '}
        {one !== undefined && <p class="why">{reasonOf(one.outcome)}</p>}{' '}
        {one !== undefined ? <One guest={one.guest} help={helpFor(one)} /> : <Group verdicts={verdicts} />}
        {mayUndo(shown, ageMs) && <Undo shown={shown} ageMs={ageMs} />}
        <Burst others={others} />
      </div>
      {!isGood && <CloseSign />}
      {first.outcome.kind === 'AlreadyCheckedIn' && first.outcome.mayBeBack && one !== undefined && (
        <div class="actions stack">
          <Button
            text={texts.leftUnseen}
            isDisabled={isBusy.value || ageMs < DOUBLE_TAP_GUARD_MS}
            onClick={() => comeBack(one.guest.id)}
          />
        </div>
      )}
      {/^(in|already)$/.test(look) && one !== undefined && !isLate && (
        <OnDemand>{({ Rest }) => <Rest id={one.guest.id} />}</OnDemand>
      )}
      {/^(WrongCode|OtherSession|UnknownTicket)$/.test(kind) && <Remedies kind={kind} onSearch={onSearch} />}
      <span class="age small" aria-hidden="true">
        {formatAge(ageMs, 'narrow')}
      </span>
      {one !== undefined && isDone(one) && !mayUndo(shown, ageMs) && (
        <Button
          text={`${texts.undo}…`}
          onClick={() => dispatch({ type: 'chosen', ticketId: one.guest.id })}
        />
      )}
    </div>
  )
}

const Checking = ({ shown }: { shown: Extract<Card, { kind: 'checking' }> }) => (
  <div class="outcome checking">
    <div class="said">
      <Icon look="checking" />
      <p class="verdict">{shown.isShop ? texts.askingShop : texts.checking}</p>
      <One guest={shown.guest} />
    </div>
  </div>
)

const close = (): void => dispatch({ type: 'card closed' })

/** Notes that staff must read before they let guests in. */
const Note = ({ shown }: { shown: Extract<Card, { kind: 'note' }> }) => {
  const ageMs = useAge(shown.shownAt)
  return (
    <section class="outcome read-first" aria-label={texts.note}>
      <div class="said">
        <p class="verdict">{role ? texts.askSupervisor : texts.readFirst}</p>
        {shown.ask.guests.map((guest) => (
          <One key={guest.id} guest={guest} />
        ))}
      </div>
      <div class="actions stack">
        <Button
          look="primary"
          text={texts.letIn}
          isDisabled={ageMs < DOUBLE_TAP_GUARD_MS}
          onClick={() => {
            noteTap()
            dispatch({ type: 'let in tapped' })
          }}
        />
        <Button text={texts.dontLetIn} onClick={close} />
      </div>
    </section>
  )
}

const CloseSign = () => (
  <button type="button" class="round" aria-label={texts.close} onClick={close}>
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="3">
      <path d="M5 5l14 14M19 5L5 19" />
    </svg>
  </button>
)

const Repeat = ({ shown }: { shown: Extract<Card, { kind: 'repeat' }> }) => {
  const [first] = shown.verdicts
  return (
    <div class="outcome info">
      <div class="said">
        <p class="verdict">{texts.justRead}</p>
        {first !== undefined && (
          <One guest={first.guest} help={`${wordsFor(shown.verdicts)} · ${formatAge(shown.ageMs, 'long')}`} />
        )}
      </div>
      <CloseSign />
    </div>
  )
}

const nameAll = (guests: readonly Guest[]): string =>
  nameSome(guests.map((guest) => isolate(`${titleOf(guest)} (${guest.number})`)))

const Message = ({ shown }: { shown: Extract<Card, { kind: 'message' }> }) => (
  <div class="outcome info">
    <OnDemand>{({ Said }) => <Said shown={shown} names={nameAll(shown.guests)} />}</OnDemand>
    <CloseSign />
  </div>
)

export const VerdictCard = ({ onSearch }: { onSearch: () => void }) => {
  const shown = card.value
  const { turnedAway } = state.value
  const recent = burst.value
  // These include the card's verdict.
  usePainted(recent)
  return (
    <>
      {/* Stays in the page, so that screen readers announce its changes. */}
      <div role="status">
        {shown?.kind === 'checking' && <Checking shown={shown} />}
        {shown?.kind === 'message' && <Message shown={shown} />}
        {shown?.kind === 'repeat' && <Repeat shown={shown} />}
        {shown?.kind === 'note' && <Note key={shown.ask.id} shown={shown} />}
        {turnedAway.length > 0 && <p class="outcome info">{texts.notCheckedIn(nameAll(turnedAway))}</p>}
      </div>
      {shown?.kind !== 'verdict' && recent.length > 0 && (
        <div class="outcome info" role="alert">
          <Burst others={recent} />
        </div>
      )}
      {/* A new element for each outcome, for the same reason. */}
      {shown?.kind === 'verdict' && <Shown key={shown.id} shown={shown} onSearch={onSearch} />}
    </>
  )
}
