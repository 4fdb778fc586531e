// What staff ask by scanning, typing and tapping: which ticket is meant, and what the card shows meanwhile.
import { conclude, showMessage } from './cards.ts'
import { findByCode, idIn, isWholeCode, readCode, shorten } from './codes.ts'
import { begin, letIn } from './notes.ts'
import { canAsk, check } from './rounds.ts'
import type { Ask, Effect, Event, State, Step, Verdict } from './state.ts'
import { type Guest, toGuest } from './ticket.ts'

/** How long an unknown code may wait for the tickets that were sold in the last seconds. */
const LOOK_MS = 800
const REPEAT_MS = 3_000

const nothing = (state: State): Step => ({ state, effects: [] })

const newAsk = (id: string, text: string, guests: readonly Guest[]): Ask => ({
  ...{ id, text, guests, status: 'looking', checkInIds: [], verdicts: [] },
})

const unknown = (text: string): Guest => ({ id: '', number: shorten(text), name: null, type: '', seat: null })

/** Nothing has this code, also after the latest tickets were loaded. */
const refuseUnknown = (state: State, ask: Ask): Step => {
  const id = idIn(ask.text)
  // The service may have a ticket that the list lacks.
  if (id !== undefined) return check(state, { ...ask, guests: [{ ...unknown(ask.text), id }] }, [ask.id])
  const outcome = { kind: 'UnknownTicket', isLoading: state.session?.list.isComplete === false } as const
  const verdict: Verdict = { guest: unknown(ask.text), outcome, checkInId: ask.id }
  return conclude(state, { ...ask, verdicts: [verdict] })
}

/** Looks a code up, and checks its ticket in. */
const askAbout = (state: State, text: string, id: string): Step => {
  const { session } = state
  if (session === null) return nothing(state)
  const [ticket, ...others] = findByCode(session.list.copy, text)
  if (others.length > 0) {
    const effects: Effect[] = [{ type: 'sound', sound: 'repeat' }]
    return { state: showMessage({ ...state, burst: [] }, id, 'several', shorten(text)), effects }
  }
  const ask = newAsk(id, text.trim(), ticket === undefined ? [] : [toGuest(ticket)])
  if (ticket !== undefined) return letIn(state, ask, [id])
  const begun = begin(state, ask)
  if (!canAsk(state)) return refuseUnknown(begun, ask)
  const wait: Effect = { type: 'wait', ms: LOOK_MS, event: { type: 'looked long enough', ask: id } }
  return { state: begun, effects: [wait, { type: 'wait', ms: 0, event: { type: 'poll due' } }] }
}

/** Tries again what was unknown, after the list has changed. `isLatest`: the list has everything that was sold before. */
export const lookAgain = (state: State, isLatest: boolean): Step => {
  let step = nothing(state)
  for (const ask of state.asks.filter(({ status }) => status === 'looking')) {
    const [ticket, ...others] = findByCode(state.session?.list.copy ?? NO_COPY, ask.text)
    const isFound = ticket !== undefined && others.length === 0
    if (!isFound && !isLatest) continue
    const next = isFound
      ? letIn(step.state, { ...ask, guests: [toGuest(ticket)] }, [ask.id])
      : refuseUnknown(step.state, ask)
    step = { state: next.state, effects: [...step.effects, ...next.effects] }
  }
  return step
}

const NO_COPY = { get: () => undefined, withNumber: () => [] }

export const stopLooking = (state: State, askId: string): Step => {
  const ask = state.asks.find(({ id, status }) => id === askId && status === 'looking')
  return ask === undefined ? nothing(state) : refuseUnknown(state, ask)
}

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>

/** What a camera has in view. */
export const scan = (state: State, { codes, now }: Of<'scanned'>): Step => {
  let step = nothing(state)
  for (const { text, id } of codes) {
    const { readings, isNew } = readCode(step.state.readings, text, now.mono)
    const read = { ...step.state, readings }
    const next = isNew ? askAbout(read, text, id) : nothing(read)
    step = { state: next.state, effects: [...step.effects, ...next.effects] }
  }
  return step
}

/** Enter. A whole number or id lets somebody in; anything else opens the ticket or leaves the list. */
export const enter = (state: State, { text, id, hits, now }: Of<'entered'>): Step => {
  const code = text.trim()
  const { session, lastEntered } = state
  if (code === '' || session === null) return nothing(state)
  if (lastEntered?.text === code && now.mono - lastEntered.at < REPEAT_MS) {
    const repeated = { ...state, lastEntered: { text: code, at: now.mono } }
    const effects: Effect[] = [{ type: 'sound', sound: 'repeat' }]
    return { state: showMessage(repeated, id, 'justRead', shorten(code)), effects }
  }
  const found = findByCode(session.list.copy, code)
  const isCode = found.length === 0 ? hits.length === 0 : isWholeCode(code)
  if (isCode || found.length > 1) {
    return askAbout({ ...state, lastEntered: { text: code, at: now.mono } }, text, id)
  }
  const [only, ...others] = found.length === 1 ? found.map((ticket) => ticket.id) : hits
  const cleared = { ...state, lastAsk: id, card: null, burst: [] }
  return nothing({ ...cleared, chosen: others.length === 0 ? (only ?? null) : null })
}

/** A tap on "Check in", for one ticket or a group. A second tap does nothing. */
export const checkInTapped = (state: State, { ticketIds, ids }: Of<'check-in tapped'>): Step => {
  const guests = ticketIds.flatMap((id) => state.session?.list.copy.get(id) ?? []).map(toGuest)
  const [first] = guests
  if (state.asks.length > 0 || first === undefined || guests.length > ids.length) return nothing(state)
  const ask = newAsk(ids[0] as string, first.number, guests)
  return letIn({ ...state, chosen: null }, ask, ids)
}
