// Turns questions into verdicts. A question is on disk before it is sent, and a check-in is on disk before
// the screen shows it. The service has 800 ms to respond; then the phone decides by its own list. One request
// is in flight at a time, and questions that arrive in the meantime share the next one, in order.

import { conclude } from './cards.ts'
import {
  type CheckIn,
  decideAlone,
  isInside,
  type Outcome,
  type Result,
  stands,
  toItem,
  toOutcome,
  toRecorded,
  withdraw,
} from './check-in.ts'
import { serviceTime } from './clock.ts'
import { emit, noEffects, sequence } from './compose.ts'
import { isVoidByUndo, ownCheckIn, placeOf, rulesOf, stateOf, walkInOf } from './overlay.ts'
import { drop, isAccessDenied, pendingItems, put, save, saveThen, settle, stampOf } from './records.ts'
import type { Ask, Effect, EventOf, PostReply, Round, State, Step, Verdict } from './state.ts'
import type { TicketState } from './ticket.ts'

const ASK_MS = 800
/** A kiosk does not decide by its own list. */
const KIOSK_ASK_MS = 3_000
/** Half of what a request takes, because unsent items of the same tickets go first. */
const MAX_QUESTIONS = 50

export const canAsk = ({ offlineSince, isSignInNeeded }: State): boolean =>
  offlineSince === null && !isSignInNeeded

/** The next `count` places in the order of sending. */
export const takeOrders = (state: State, count: number): { state: State; first: number } => {
  const last = Math.max(state.clock.last.wall, state.order)
  return { state: { ...state, order: last + count }, first: last + 1 }
}

/** Something that happens on this phone now, in the open session. */
export const newCheckIn = (
  { session, device, subject, owner, clock }: State,
  facts: Pick<CheckIn, 'id' | 'guest' | 'order' | 'status'> & Partial<CheckIn>,
): CheckIn => ({
  ...{ sessionId: session?.id as string, device, subject, owner },
  ...{ at: serviceTime(clock), clock: clock.source },
  ...{ rejection: null, result: null, isInCopy: false, isShown: false, isSeen: false, undo: null },
  ...facts,
})

/**
 * Queues the check-ins or exits of an ask. If a guest is back unseen, the second id is of the exit before.
 */
export const check = (state: State, ask: Ask, ids: readonly string[]): Step => {
  if (state.session === null) return noEffects(state)
  const { guests, walkIn, areaId, isOut, isBack } = ask
  const { state: next, first } = takeOrders(state, ids.length)
  const questions = guests.map((guest, index) =>
    newCheckIn(state, {
      id: ids[index] as string,
      guest,
      ...(walkIn && { walkIn }),
      ...(isOut && { type: 'Exit' }),
      ...(areaId && { areaId }),
      order: first + index + (isBack ? 1 : 0),
      status: 'asking',
    }),
  )
  const checking: Ask = { ...ask, checkInIds: questions.map(({ id }) => id) }
  const exit = { id: ids[1] as string, type: 'Exit', isAssumed: true, order: first } as const
  const before = (one: CheckIn): CheckIn => ({ ...one, ...exit, at: Math.max(0, one.at - 1) })
  return startRound({
    ...next,
    asks: [...next.asks.filter(({ id }) => id !== ask.id), checking],
    queue: [...next.queue, ...(isBack ? questions.map(before) : []), ...questions],
  })
}

/** People without tickets came or left. */
export const count = (state: State, { id, by }: EventOf<'counted'>): Step => {
  if (state.session === null || by === 0) return noEffects(state)
  const { state: next, first: order } = takeOrders(state, 1)
  const guest = { id, number: '', name: null, type: '', seat: null }
  const { areaId } = placeOf(state)
  const facts = { id, guest, type: 'Tally', by, areaId, order, status: 'admitted', isShown: true } as const
  return save(put(next, newCheckIn(state, facts)))
}

/** Stores the next questions, unless a round is under way. */
const startRound = (state: State): Step => {
  if (state.round !== null || state.queue.length === 0) return noEffects(state)
  const checkIns = state.queue.slice(0, MAX_QUESTIONS)
  const tickets = new Set(checkIns.map(({ guest }) => guest.id))
  const before = pendingItems(state).filter(({ checkIn }) => tickets.has(checkIn.guest.id))
  const round: Round = {
    number: state.tick,
    step: 'storing',
    checkIns,
    before,
    isStored: false,
    isAsked: false,
    isAnswered: false,
    verdicts: [],
    save: 0,
  }
  const next = { ...state, round, queue: state.queue.slice(MAX_QUESTIONS) }
  const isCertain = checkIns.some(({ isAssumed }) => isAssumed)
  if (isCertain || !canAsk(state) || before.length > MAX_QUESTIONS) return decide(next, round, null)
  return saveThen(put(next, ...checkIns), (waiting, save) => ({ ...waiting, round: { ...round, save } }))
}

/** Goes on after the questions, or the decision, were written. */
export const continueRound = (state: State, number: number, isStored: boolean): Step => {
  const { round } = state
  if (round === null || round.save !== number) return noEffects(state)
  if (round.step === 'deciding') return finish(state, round, isStored)
  // If the write failed, the question must not reach the disk later: after a crash it would be withdrawn.
  const ids = round.checkIns.map(({ id }) => id)
  const kept = isStored ? state : drop(state, ids, false)
  const items = [...round.before, ...round.checkIns.map(toItem)]
  return {
    state: { ...kept, round: { ...round, step: 'asking', isStored, isAsked: true, save: 0 } },
    effects: [
      { type: 'ask', round: round.number, items },
      {
        type: 'wait',
        ms: state.isKiosk ? KIOSK_ASK_MS : ASK_MS,
        event: { type: 'question timed out', round: round.number },
      },
    ],
  }
}

/** Handles the response to the questions; `undefined` if none came in time. */
export const takeAnswer = (state: State, number: number, reply: PostReply | undefined): Step => {
  const { round } = state
  if (round === null || round.number !== number || round.step !== 'asking') return noEffects(state)
  const results = reply?.kind === 'ok' ? reply.results : null
  const settled = results === null ? state : settle(state, round.before, results)
  const isDenied = reply?.kind === 'error' && isAccessDenied(reply.code)
  const stop: Effect =
    reply === undefined ? { type: 'stop asking' } : { type: 'stop waiting', for: 'question timed out' }
  return sequence(
    settled,
    emit(stop),
    (next) => decide(next, round, results?.slice(round.before.length) ?? null, isDenied),
    isDenied ? emit({ type: 'wait', ms: 0, event: { type: 'poll due' } }) : noEffects,
  )
}

const plainOf = (state: TicketState | undefined): TicketState | undefined =>
  state && {
    ...{ status: state.status, checkedInAt: state.checkedInAt },
    ...(state.presence && { presence: state.presence }),
  }

/** Withdraws a question that let nobody in if the service may have it, and forgets it otherwise. */
const withdrawOrDrop = (state: State, question: CheckIn, wasAsked: boolean): State =>
  wasAsked ? put(state, withdraw(question)) : drop(state, [question.id])

/** Decides without the service. Walk-ins are admitted, even again after an undo on this phone. */
const decideHere = (state: State, question: CheckIn, own: CheckIn | undefined): Outcome => {
  const { guest, walkIn, type } = question
  return walkIn !== undefined || (type === undefined && isVoidByUndo(state, guest.id))
    ? { kind: 'CheckedIn' }
    : decideAlone(stateOf(state, guest.id), question, own, rulesOf(state, guest.id))
}

/**
 * Decides the check-ins in order, by the service or else by the phone, and stores the decisions. `isDenied`:
 * the service accepts none of them, so nobody is let in. A kiosk lets nobody in without an answer.
 */
const decide = (state: State, round: Round, results: readonly Result[] | null, isDenied = false): Step => {
  const verdicts: Verdict[] = []
  let next = state
  round.checkIns.forEach((question, index) => {
    const answer = results?.[index]
    const own = ownCheckIn(next, question.guest.id)
    // The service has not yet received an admission of this phone.
    const isWrong =
      (isInside({ kind: answer?.outcome as Outcome['kind'] }) && own?.status === 'admitted') ||
      (answer?.outcome === 'UnknownTicket' && walkInOf(next, question.guest.id)?.status === 'admitted')
    const result = isWrong ? undefined : answer
    const ticketId = question.guest.id
    const verdict =
      result === undefined
        ? decideHere(next, question, own)
        : toOutcome(result, question, own, rulesOf(next, ticketId))
    const outcome: Outcome =
      (isDenied || (state.isKiosk && result === undefined)) && stands(verdict)
        ? { kind: 'NotSaved' }
        : verdict
    verdicts.push({ guest: question.guest, outcome, checkInId: question.id })
    if (stands(outcome)) {
      const kept: CheckIn =
        result === undefined
          ? { ...question, status: 'admitted' }
          : { ...toRecorded(question, result), ...stampOf(next) }
      const before = outcome.kind === 'CheckedIn' ? undefined : plainOf(stateOf(next, ticketId))
      next = put(next, { ...kept, ...(before && { before }) })
      return
    }
    // The service does not keep refused questions, but counts a refused walk-in as let in.
    const needsUndo = result === undefined || outcome.kind === 'NotSaved' || question.walkIn !== undefined
    next = withdrawOrDrop(
      next,
      { ...question, result: result ?? null },
      round.isAsked && !isDenied && needsUndo,
    )
  })
  const decided: Round = { ...round, step: 'deciding', verdicts, isAnswered: results !== null }
  return saveThen(next, (waiting, save) => ({ ...waiting, round: { ...decided, save } }))
}

/**
 * Shows the verdicts. If the write failed, only check-ins count that the service has and no crash withdraws.
 */
const finish = (state: State, round: Round, isStored: boolean): Step => {
  let next: State = { ...state, round: null }
  const verdicts = round.verdicts.map((verdict): Verdict => {
    const isSafe = isStored || (round.isAnswered && !round.isStored)
    if (!stands(verdict.outcome) || isSafe) return verdict
    const question = round.checkIns.find(({ id }) => id === verdict.checkInId) as CheckIn
    next = withdrawOrDrop(next, question, round.isAsked)
    return { ...verdict, outcome: { kind: 'NotSaved' } }
  })
  return sequence(next, ...next.asks.map((ask) => (one: State) => answer(one, ask, verdicts)), startRound)
}

/** Adds verdicts to an ask, and shows them once all its check-ins have one. */
const answer = (state: State, ask: Ask, verdicts: readonly Verdict[]): Step => {
  const own = verdicts.filter(({ checkInId }) => ask.checkInIds.includes(checkInId))
  if (own.length === 0) return noEffects(state)
  const answered: Ask = { ...ask, verdicts: [...ask.verdicts, ...own] }
  if (answered.verdicts.length === ask.checkInIds.length) return conclude(state, answered)
  return noEffects({ ...state, asks: state.asks.map((other) => (other.id === ask.id ? answered : other)) })
}

/** Nothing is under way or shown. */
export const NOTHING = {
  ...{ asks: [], queue: [], round: null, lastAsk: null, lastVerdict: null },
  ...{ card: null, burst: [], turnedAway: [], chosen: null },
} satisfies Partial<State>

/** Abandons what is under way: nobody will see its outcome, so nobody is let in. */
export const abandonAsks = (state: State): State => {
  const { round } = state
  const cleared = { ...state, ...NOTHING }
  if (round === null) return cleared
  return round.checkIns.reduce<State>((next, question) => {
    const isDecided = round.step === 'deciding' && !next.checkIns.has(question.id)
    return isDecided ? next : withdrawOrDrop(next, question, round.isAsked)
  }, cleared)
}
