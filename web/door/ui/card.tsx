// The card. Its verdicts look the same for a scan, a tap and a typed code.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isolate } from '../../shared/page-language.ts'
import { DOUBLE_TAP_GUARD_MS } from '../core/cards.ts'
import type { Card, VerdictCard as Decided, Verdict } from '../core/state.ts'
import type { Guest } from '../core/ticket.ts'
import { burst, card, checkIn, dispatch, state } from '../runtime.ts'
import { formatAgo, texts } from '../texts.ts'
import { partyOf, ticketById } from './search-view.ts'
import { headlineOf, helpFor, isIn, type Look, lookOf, wordsOf } from './verdict.ts'

const UNDO_MS = 10_000
/** More names would push the search off the screen. */
const MAX_NAMED = 3

const PATHS: Record<Look | 'checking', string> = {
  in: 'M8 26l11 11 23-25',
  partly: 'M8 18h22M8 32h14M34 22v12M34 40v2',
  already: 'M25 6v24M25 40v3',
  refused: 'M10 10l30 30M40 10L10 40',
  checking: 'M25 8a17 17 0 1 1-15 9',
}

const Icon = ({ look }: { look: Look | 'checking' }) => (
  <svg
    class="icon"
    viewBox="0 0 50 50"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="7"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    <path d={PATHS[look]} />
  </svg>
)

/** Name, type, seat and number, in descending size. An unknown code is a number alone. */
const Lines = ({ guest }: { guest: Guest }) => (
  <>
    {(guest.name !== null || guest.type !== '') && (
      <p class="name">
        <bdi>{guest.name ?? texts.noName}</bdi>
      </p>
    )}{' '}
    {guest.type !== '' && (
      <p class="type" dir="auto">
        {guest.type}
      </p>
    )}{' '}
    {guest.seat !== null && (
      <p class="seat" dir="auto">
        {guest.seat}
      </p>
    )}{' '}
    <p class="number" dir="auto">
      {guest.number}
    </p>{' '}
  </>
)

const One = ({ verdict }: { verdict: Verdict }) => {
  const { guest } = verdict
  const help = helpFor(verdict)
  return (
    <div class="guest">
      <Lines guest={guest} />
      {help !== '' && <p class="help">{help}</p>}
      <GuestNote id={guest.id} />
      <Party id={guest.id} />
    </div>
  )
}

/** How many of the guests who come together are in, and the others. */
const Party = ({ id }: { id: string }) => {
  const ticket = ticketById(id)
  if (ticket === undefined) return null
  const { waiting, inside, size } = partyOf(ticket)
  return size < 2 ? null : (
    <>
      <p class="help">{texts.partyIn(inside, size)}</p>
      {waiting.slice(0, 1).map((next) => (
        <button
          key={next.id}
          type="button"
          class="button"
          onClick={() => dispatch({ type: 'chosen', ticketId: next.id })}
        >
          {texts.checkInAll(waiting.length)}
        </button>
      ))}
    </>
  )
}

const Names = ({ verdicts, label }: { verdicts: readonly Verdict[]; label: string }) => {
  if (verdicts.length === 0) return null
  return (
    <div class="names">
      <p class="label">{label}</p>
      <ul>
        {verdicts.slice(0, MAX_NAMED).map(({ guest, outcome, checkInId }) => (
          <li key={checkInId}>
            <bdi>{guest.name ?? texts.noName}</bdi> · <bdi>{guest.number}</bdi>
            {outcome.kind !== 'CheckedIn' && ` · ${wordsOf(outcome)}`}
          </li>
        ))}
        {verdicts.length > MAX_NAMED && <li>{texts.andMore(verdicts.length - MAX_NAMED)}</li>}
      </ul>
    </div>
  )
}

const Group = ({ verdicts }: { verdicts: readonly Verdict[] }) => (
  <div class="guest">
    <Names verdicts={verdicts.filter((verdict) => !isIn(verdict))} label={texts.notIn} />
    <Names verdicts={verdicts.filter(isIn)} label={texts.in} />
  </div>
)

/** Whether a time since `shownAt` has passed, by the monotonic clock. */
const useIsOver = (shownAt: number, ms: number): boolean => {
  const isOver = useSignal(performance.now() - shownAt >= ms)
  useEffect(() => {
    const remainingMs = ms - (performance.now() - shownAt)
    isOver.value = remainingMs <= 0
    const timer = setTimeout(() => (isOver.value = true), Math.max(0, remainingMs))
    return () => clearTimeout(timer)
  }, [shownAt])
  return isOver.value
}

/** Undo stays for ten seconds for one guest, and as long as the card for a group. */
const Undo = ({ shown }: { shown: Decided }) => {
  const ids = shown.verdicts.filter(isIn).map(({ checkInId }) => checkInId)
  const isGuarded = !useIsOver(shown.shownAt, DOUBLE_TAP_GUARD_MS)
  const isLate = useIsOver(shown.shownAt, UNDO_MS) && shown.verdicts.length === 1
  if (ids.length === 0 || isLate) return null
  return (
    <button
      type="button"
      class="button undo"
      disabled={isGuarded}
      onClick={() => dispatch({ type: 'undo tapped', checkInIds: ids, isOnCard: true })}
    >
      {texts.undo}
    </button>
  )
}

/** Outcomes of codes in quick succession that are no longer on the card. */
const Burst = ({ others }: { others: readonly Decided[] }) => {
  if (others.length === 0) return null
  return (
    <ul class="burst">
      {others.map(({ id, verdicts }) => (
        <li key={id} class={lookOf(verdicts)}>
          {headlineOf(verdicts)} · <bdi>{verdicts[0]?.guest.name ?? ''}</bdi>{' '}
          <bdi>{verdicts[0]?.guest.number}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Tells the core which outcomes the screen has shown. */
const usePainted = (shown: readonly Decided[]): void => {
  const checkInIds = shown.flatMap(({ verdicts }) => verdicts.filter(isIn).map(({ checkInId }) => checkInId))
  useEffect(() => {
    if (checkInIds.length === 0) return
    const frame = requestAnimationFrame(() => setTimeout(() => dispatch({ type: 'painted', checkInIds })))
    return () => cancelAnimationFrame(frame)
  }, [checkInIds.join()])
}

const Shown = ({ shown, onSearch }: { shown: Decided; onSearch: () => void }) => {
  const { verdicts } = shown
  const [first] = verdicts
  return (
    <div class={`outcome ${lookOf(verdicts)}`} role="alert">
      <Icon look={lookOf(verdicts)} />
      <p class="verdict">{headlineOf(verdicts)}</p>{' '}
      {verdicts.length === 1 && first !== undefined ? <One verdict={first} /> : <Group verdicts={verdicts} />}
      <Undo shown={shown} />
      {first?.outcome.kind === 'WrongCode' && (
        <button type="button" class="button" onClick={onSearch}>
          {texts.searchGuest}
        </button>
      )}
      <Burst others={burst.value.filter(({ id }) => id !== shown.id)} />
    </div>
  )
}

const Checking = ({ shown }: { shown: Extract<Card, { kind: 'checking' }> }) => (
  <div class="outcome checking">
    <Icon look="checking" />
    <p class="verdict">{texts.checking}</p>
    <div class="guest">
      {shown.guest?.name && (
        <p class="name">
          <bdi>{shown.guest.name}</bdi>
        </p>
      )}
      <p class="number" dir="auto">
        {shown.guest?.number ?? shown.text}
      </p>
    </div>
  </div>
)

/** The note about a guest. */
export const GuestNote = ({ id }: { id: string }) => {
  const { note = null, flag = null } = ticketById(id) ?? {}
  return note === null ? null : (
    <p class={`note ${flag ?? ''}`} dir="auto">
      {note}
    </p>
  )
}

/** Notes that staff must read before they let guests in. */
const Note = ({ shown }: { shown: Extract<Card, { kind: 'note' }> }) => {
  const isGuarded = !useIsOver(shown.shownAt, DOUBLE_TAP_GUARD_MS)
  return (
    <section class="outcome read-first" aria-label={texts.note}>
      <p class="verdict">{texts.note}</p>
      {shown.ask.guests.map((guest) => (
        <div key={guest.id} class="guest">
          <Lines guest={guest} />
          <GuestNote id={guest.id} />
        </div>
      ))}
      <div class="actions">
        <button
          type="button"
          class="button primary"
          disabled={isGuarded}
          onClick={() => dispatch({ type: 'let in tapped' })}
        >
          {texts.letIn}
        </button>
        <button type="button" class="button" onClick={() => dispatch({ type: 'card closed' })}>
          {texts.dontLetIn}
        </button>
      </div>
    </section>
  )
}

const Repeat = ({ shown }: { shown: Extract<Card, { kind: 'repeat' }> }) => {
  const [first] = shown.verdicts
  return (
    <div class="outcome info">
      <p class="verdict">{texts.justRead}</p>
      {first !== undefined && (
        <div class="guest">
          <Lines guest={first.guest} />
          <p class="help">
            {headlineOf(shown.verdicts)} · {formatAgo(shown.ageMs)}
          </p>
          <GuestNote id={first.guest.id} />
        </div>
      )}
      <Close />
    </div>
  )
}

const Close = () => (
  <button type="button" class="button plain" onClick={() => dispatch({ type: 'card closed' })}>
    {texts.close}
  </button>
)

const nameAll = (guests: readonly Guest[]): string => {
  const named = guests
    .slice(0, MAX_NAMED)
    .map(({ name, number }) => isolate(`${name ?? texts.noName} (${number})`))
  const more = guests.length > MAX_NAMED ? [texts.andMore(guests.length - MAX_NAMED)] : []
  return [...named, ...more].join(texts.separator)
}

const Message = ({ shown }: { shown: Extract<Card, { kind: 'message' }> }) => {
  const { message, guests } = shown
  return (
    <div class="outcome info">
      <p class="help">{texts.messages[message](nameAll(guests))}</p>
      {message === 'undone' && (
        <button type="button" class="button" onClick={() => checkIn(guests.map(({ id }) => id))}>
          {texts.checkInAgain}
        </button>
      )}
      <Close />
    </div>
  )
}

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
        <div role="alert">
          <Burst others={recent} />
        </div>
      )}
      {/* A new element for each outcome, for the same reason. */}
      {shown?.kind === 'verdict' && <Shown key={shown.id} shown={shown} onSearch={onSearch} />}
    </>
  )
}
