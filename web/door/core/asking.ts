// Scans, typed codes and taps: finds the ticket, and shows progress on the card.
import type { Further } from '../../../src/domain/tickets/code-forms.ts'
import { walkInNumber } from '../../../src/domain/tickets/walk-in.ts'
import { conclude, keptBurst } from './cards.ts'
import type { OtherSession } from './check-in.ts'
import { findByCode, findByNumber, readCode, unknownGuest } from './codes.ts'
import { noEffects, sequence } from './compose.ts'
import { begin, checkingCard, isAtShop, showNotesOrCheck } from './notes.ts'
import { guestOf, placeOf } from './overlay.ts'
import { saveThen } from './records.ts'
import { canAsk, check } from './rounds.ts'
import type { Ask, Card, Effect, EventOf, State, Step, Verdict } from './state.ts'
import { type Guest, type Ticket, toGuest } from './ticket.ts'

/** How long an unknown code may wait for recently sold tickets and for the other sessions on the phone. */
const LOOKUP_MS = 800
/** How long it may wait for a shop, and when the list is asked for what the shop has said. */
const SHOP_MS = 10_000
export const SHOP_POLL_MS = 1_000
/** The longest name and note that the service accepts for a walk-in. */
export const MAX_NAME = 200
export const MAX_NOTE = 280

const newAsk = (
  state: State,
  id: string,
  text: string,
  guests: readonly Guest[],
  { isOut, areaId } = placeOf(state),
): Ask => ({
  id,
  isOut,
  areaId,
  text,
  guests,
  awaits: [],
  checkInIds: [],
  verdicts: [],
  save: 0,
})

/** The ticket that has this code in the open session. */
export const find = ({ session }: State, text: string, further?: Further): Ticket | undefined =>
  session === null ? undefined : findByCode(session.list.copy, session.id, text, further)

/** Whether a ticket of the open session has this number. */
export const isNumber = ({ session }: State, text: string): boolean =>
  session !== null && findByNumber(session.list.copy, text).length > 0

/** No ticket has this code, even after the latest changes were loaded. */
const refuse = (state: State, ask: Ask, other: OtherSession | null): Step => {
  const list = state.session?.list
  const outcome: Verdict['outcome'] = isNumber(state, ask.text)
    ? { kind: 'WrongCode' }
    : other !== null
      ? { kind: 'OtherSession', ...other }
      : { kind: 'UnknownTicket', isLoading: list?.isComplete === false || list?.loaded != null }
  const verdicts = [{ guest: unknownGuest(ask.text), outcome, checkInId: ask.id }]
  return saveThen(state, (waiting, save) => replaceAsk(waiting, { ...ask, verdicts, save }))
}

const replaceAsk = (state: State, ask: Ask): State => ({
  ...state,
  asks: state.asks.map((one) => (one.id === ask.id ? ask : one)),
})

/** Shows the refusals that waited for a write. */
export const showRefusals = (state: State, save: number): Step =>
  sequence(
    state,
    ...state.asks.filter((ask) => ask.save === save).map((ask) => (next: State) => conclude(next, ask)),
  )

/** A code whose outcome is still awaited, again. */
const showAwaited = (state: State, awaited: Ask): Step => ({
  state: { ...state, lastAsk: awaited.id, card: checkingCard(awaited) },
  effects: [{ type: 'sound', sound: 'repeat' }],
})

/** Looks up a code and checks its ticket in. */
const askAbout = (state: State, text: string, id: string): Step => {
  const { session } = state
  if (session === null) return noEffects(state)
  const awaited = state.asks.find((ask) => isAtShop(ask) && ask.text === text.trim())
  if (awaited !== undefined) return showAwaited(state, awaited)
  const ticket = find(state, text)
  const ask = newAsk(state, id, text.trim(), ticket === undefined ? [] : [toGuest(ticket)])
  if (ticket !== undefined) return showNotesOrCheck(state, ask, [id])
  if (isNumber(state, text)) return refuse(begin(state, ask), ask, null)
  const isPolling = canAsk(state)
  const effects: Effect[] = [
    { type: 'wait', ms: LOOKUP_MS, event: { type: 'lookup timed out', ask: id } },
    { type: 'find other session', ask: id, text, except: session.id },
    ...(isPolling ? [{ type: 'wait', ms: 0, event: { type: 'poll due' } } as const] : []),
  ]
  return {
    state: begin(state, { ...ask, awaits: isPolling ? ['list', 'sessions'] : ['sessions'] }),
    effects,
  }
}

/** Whether the code of an ask is still being looked up. */
const isLookingUp = ({ checkInIds, verdicts }: Ask): boolean =>
  checkInIds.length === 0 && verdicts.length === 0

const askLookingUp = (state: State, askId: string): Ask | undefined =>
  state.asks.find((ask) => ask.id === askId && isLookingUp(ask))

/** Refuses an ask that waits for nothing else. */
const stopAwaiting = (state: State, ask: Ask, what: Ask['awaits'][number]): Step => {
  const awaits = ask.awaits.filter((one) => one !== what)
  if (awaits.length === 0) return refuse(state, ask, null)
  return noEffects(replaceAsk(state, { ...ask, awaits }))
}

/** Looks up unknown codes again after the list has changed. `isLatest`: the list is up to date. */
export const retryLookups = (state: State, isLatest: boolean): Step => {
  const look = (ask: Ask) => (next: State) => {
    const ticket = find(next, ask.text)
    if (ticket !== undefined)
      return showNotesOrCheck(next, { ...ask, awaits: [], guests: [toGuest(ticket)] }, [ask.id])
    return isLatest ? stopAwaiting(next, ask, 'list') : noEffects(next)
  }
  return sequence(state, ...state.asks.filter(isLookingUp).map(look))
}

/** Names the session on a card that already says that the ticket is unknown. */
const nameSession = (state: State, askId: string, other: OtherSession): State => {
  const { card } = state
  if (card?.kind !== 'verdict' || card.id !== askId) return state
  const verdicts = card.verdicts.map(
    (verdict): Verdict =>
      verdict.outcome.kind === 'UnknownTicket'
        ? { ...verdict, outcome: { kind: 'OtherSession', ...other } }
        : verdict,
  )
  return { ...state, card: { ...card, verdicts } }
}

/** Waits for the shop, also if the card says already that the ticket is unknown. */
const awaitShop = (state: State, ask: Ask): Step => {
  const awaits = [...ask.awaits.filter((one) => one !== 'sessions'), 'shop' as const]
  const awaited = { ...ask, verdicts: [], awaits }
  const asks = [...state.asks.filter(({ id }) => id !== ask.id), awaited]
  return {
    state: { ...state, asks, card: state.lastAsk === ask.id ? checkingCard(awaited) : state.card },
    effects: [
      { type: 'wait', ms: SHOP_MS, event: { type: 'lookup timed out', ask: ask.id } },
      { type: 'wait', ms: SHOP_POLL_MS, event: { type: 'poll due' } },
    ],
  }
}

/** The ask of a card that says that its ticket is unknown. */
const askRefused = (state: State, askId: string): Ask | undefined => {
  const { card, lastVerdict } = state
  const isUnknown =
    card?.kind === 'verdict' && card.id === askId && card.verdicts[0]?.outcome.kind === 'UnknownTicket'
  return isUnknown && lastVerdict?.card.id === askId ? newAsk(state, askId, lastVerdict.text, []) : undefined
}

/** Nobody waits for a shop any more once somebody does something else. */
const leaveShop = (state: State): State => ({ ...state, asks: state.asks.filter((ask) => !isAtShop(ask)) })

/** The result of looking for a code in the other sessions. */
export const takeOther = (
  state: State,
  { ask: askId, session, isShop }: EventOf<'other session found'>,
): Step => {
  const ask = askLookingUp(state, askId)
  const unknown = isShop ? (ask ?? askRefused(state, askId)) : undefined
  if (unknown !== undefined) return awaitShop(state, unknown)
  if (ask === undefined) return noEffects(session === null ? state : nameSession(state, askId, session))
  return session === null ? stopAwaiting(state, ask, 'sessions') : refuse(state, ask, session)
}

export const endLookup = (state: State, { ask: askId }: EventOf<'lookup timed out'>): Step => {
  const ask = askLookingUp(state, askId)
  return ask === undefined ? noEffects(state) : refuse(state, ask, null)
}

/** Handles the codes in view of the camera. */
export const scan = (state: State, { codes, now }: EventOf<'scanned'>): Step => {
  const read =
    ({ text, id }: (typeof codes)[number]) =>
    (next: State) => {
      const { readings, isNew } = readCode(next.readings, text, now.mono)
      return isNew ? askAbout({ ...next, readings }, text, id) : noEffects({ ...next, readings })
    }
  return sequence(state, ...codes.map(read))
}

/**
 * Enter. A code checks in, and so does all that a scanner types. A number or words of a person only open a
 * ticket or the results, so that somebody looks first.
 */
export const enter = (state: State, { text, id, hits, isScan, now }: EventOf<'entered'>): Step => {
  const code = text.trim()
  const { session } = state
  if (code === '' || session === null) return noEffects(state)
  const { copy } = session.list
  const ticket = find(state, code)
  // A short code may also be somebody else's seat.
  const isSeat = hits.some((hit) => hit !== ticket?.id && isSame(copy.get(hit)?.seat, code))
  const numbered = findByNumber(copy, code)
  const isUnknown = ticket === undefined && numbered.length === 0 && hits.length === 0
  if (isScan || isUnknown || (ticket !== undefined && !isSeat)) {
    const { readings, isNew } = readCode(state.readings, code, now.mono)
    // Only the last code counts as a repeat: after another guest, the same code is checked again.
    const isRepeat = !isNew && [...state.readings.keys()].at(-1) === code
    const read = { ...state, chosen: null, readings }
    return isRepeat ? repeat(read, code, id, now.mono) : askAbout(read, text, id)
  }
  const [only, ...others] = numbered.length > 0 && !isSeat ? numbered.map((one) => one.id) : hits
  const cleared = { ...state, lastAsk: id, card: null, burst: [] }
  return noEffects({ ...cleared, chosen: others.length === 0 ? (only ?? null) : null })
}

/** The last code again: an outcome that is still awaited, a note, or the verdict and its age. */
const repeat = (state: State, code: string, id: string, now: number): Step => {
  const { asks, card, lastVerdict } = state
  const sound: Effect = { type: 'sound', sound: 'repeat' }
  const awaited = asks.find(({ text }) => text === code)
  if (awaited !== undefined) return showAwaited(state, awaited)
  if (card?.kind === 'note' && card.ask.text === code) return { state, effects: [sound] }
  if (lastVerdict?.text !== code) return askAbout(state, code, id)
  const { verdicts, shownAt } = lastVerdict.card
  const repeated: Card = { kind: 'repeat', verdicts, ageMs: now - shownAt }
  return { state: { ...state, card: repeated, burst: keptBurst(state) }, effects: [sound] }
}

const isSame = (seat: string | null | undefined, text: string): boolean =>
  seat?.toUpperCase() === text.toUpperCase()

/** A tap on "Check in" or "Check out" for one ticket or a group. A second tap does nothing. */
export const checkInTapped = (
  before: State,
  { ticketIds, ids, isOut = false }: EventOf<'check-in tapped'>,
): Step => {
  const state = leaveShop(before)
  const guests = ticketIds.flatMap((id) => guestOf(state, id) ?? [])
  const [first] = guests
  if (state.asks.length > 0 || first === undefined || guests.length > ids.length) return noEffects(state)
  const place = { ...placeOf(state), isOut }
  const ask = newAsk(state, ids[0] as string, first.number, guests, place)
  return showNotesOrCheck({ ...state, chosen: null }, ask, ids)
}

/** A tap on "Left unseen, back now". The card has shown the note before. */
export const backTapped = (before: State, { ticketId, id, exitId }: EventOf<'back tapped'>): Step => {
  const state = leaveShop(before)
  const guest = guestOf(state, ticketId)
  if (state.asks.length > 0 || guest === undefined) return noEffects(state)
  const place = { ...placeOf(state), isOut: false }
  const ask: Ask = { ...newAsk(state, id, guest.number, [guest], place), isBack: true }
  return check(begin(state, ask), ask, [id, exitId])
}

/** Makes one line that the service accepts. Pasted text may have tabs and lone surrogates. */
const toLine = (text: string | null, max: number): string | null => {
  const line = (text ?? '')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .normalize('NFC')
    .trim()
  return [...line].slice(0, max).join('').trim() || null
}

/** Lets in guests without tickets. A second tap does nothing. */
export const walkInTapped = (before: State, { guest, walkIn, ids }: EventOf<'walk-in tapped'>): Step => {
  const state = leaveShop(before)
  const [first] = ids
  if (state.session === null || state.asks.length > 0 || first === undefined) return noEffects(state)
  const name = toLine(guest.name, MAX_NAME)
  const guests = ids.map(
    ({ ticketId: id }): Guest => ({ id, number: walkInNumber(id), name, type: guest.type, seat: null }),
  )
  const ask = {
    ...newAsk(state, first.checkInId, name ?? '', guests),
    isOut: false,
    walkIn: { ...walkIn, note: toLine(walkIn.note, MAX_NOTE) },
  }
  return check(
    begin(state, ask),
    ask,
    ids.map(({ checkInId }) => checkInId),
  )
}
