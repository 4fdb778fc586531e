// The only place where the state changes. Pure: the same state and event give the same result. The runtime
// runs the effects and reports their results as events.
import * as asking from './asking.ts'
import type { CheckIn } from './check-in.ts'
import { advance, sample, serviceTime, startClock } from './clock.ts'
import { emit, noEffects, sequence } from './compose.ts'
import * as followList from './follow-list.ts'
import * as notes from './notes.ts'
import * as records from './records.ts'
import * as rounds from './rounds.ts'
import * as sending from './sending.ts'
import type { Event, EventOf, Round, State, Step } from './state.ts'
import * as undoing from './undoing.ts'

export const start = (
  given: Pick<State, 'owner' | 'subject' | 'device'>,
  keptOffset: number | null,
  now: Event['now'],
): State => ({
  ...given,
  isTakenOver: false,
  place: { isOut: false, areaId: null },
  clock: startClock(keptOffset, now),
  tick: 0,
  offlineSince: null,
  isReached: false,
  isSignInNeeded: false,
  isLoaded: false,
  session: null,
  checkIns: new Map(),
  dirty: new Set(),
  saving: null,
  isSaveWanted: false,
  saves: 0,
  answered: new Map(),
  order: 0,
  asks: [],
  queue: [],
  round: null,
  rounds: 0,
  lastAsk: null,
  lastVerdict: null,
  card: null,
  burst: [],
  turnedAway: [],
  turnedAwayAt: Number.NEGATIVE_INFINITY,
  undoing: null,
  readings: new Map(),
  chosen: null,
  sending: {
    batch: [],
    single: new Set(),
    skipped: new Set(),
    isPaused: false,
    failures: 0,
  },
})

const LOAD_AGAIN_MS = 10_000

/** Corrects uncertain times of this start, and times of an earlier start that were in the phone's time. */
const correctTimes = (state: State, error: number): State => {
  const isUncertain = ({ clock, owner }: CheckIn) =>
    clock === 'phone' || (clock === 'kept' && owner === state.owner)
  const correct = (checkIn: CheckIn): CheckIn => {
    if (!isUncertain(checkIn)) return checkIn
    // Times of an earlier start are in the phone's own time, whatever offset this one began with.
    const difference = checkIn.owner === state.owner ? error : state.clock.offset
    return { ...checkIn, at: Math.max(0, checkIn.at + difference), clock: 'sampled' }
  }
  const { round } = state
  const correctRound = (asked: Round): Round => ({
    ...asked,
    checkIns: asked.checkIns.map(correct),
    before: asked.before.map((item) => ({ ...item, checkIn: correct(item.checkIn) })),
  })
  // A question that was sent keeps its time, because the service has it.
  const isUnsent = ({ status }: CheckIn) =>
    status === 'admitted' || (status === 'asking' && round?.step === 'storing')
  const unsent = [...state.checkIns.values()].filter((checkIn) => isUnsent(checkIn) && isUncertain(checkIn))
  return {
    ...records.put(state, ...unsent.map(correct)),
    queue: state.queue.map(correct),
    round: round?.step === 'storing' ? correctRound(round) : round,
  }
}

const takeSample = (state: State, { date, roundTripMs }: EventOf<'clock sampled'>): Step => {
  const sampled = sample(state.clock, date, roundTripMs)
  const isFirst = state.clock.source !== 'sampled'
  const reached = followList.setReached(state, true)
  if (sampled === undefined) return noEffects(reached)
  const { clock, error } = sampled
  const timed = { ...reached, clock }
  const keep = emit({ type: 'keep clock', offset: clock.offset })
  if (!isFirst) return error === 0 ? noEffects(timed) : keep(timed)
  return sequence(
    correctTimes(timed, error),
    records.save,
    keep,
    emit({ type: 'tidy', at: serviceTime(clock) }),
  )
}

const update = (state: State, event: Event): Step => {
  // The first request waits for the disk.
  const pollFirst = (next: State): Step => (state.isLoaded ? noEffects(next) : followList.poll(next))
  switch (event.type) {
    case 'loaded':
      return sequence(records.load(state, event.checkIns), records.save, sending.send, pollFirst)
    case 'load failed':
      // Unsent check-ins on the disk are read when it works again.
      return sequence(
        { ...state, isLoaded: true },
        sending.send,
        pollFirst,
        emit({ type: 'wait', ms: LOAD_AGAIN_MS, event: { type: 'load due' } }),
      )
    case 'load due':
      return { state, effects: [{ type: 'load' }] }
    case 'taken over':
      return noEffects({ ...start(state, null, event.now), isTakenOver: true })
    case 'disk dropped':
      return sequence(state, records.saveAll, followList.writeAgain)
    case 'saved':
    case 'save failed': {
      const isStored = event.type === 'saved'
      return sequence(
        records.endSave(state, isStored),
        // If it failed, the undo is in memory, and the next save writes it again.
        (next) => undoing.showUndone(next, event.save),
        (next) => asking.showRefusals(next, event.save),
        (next) => rounds.continueRound(next, event.save, isStored),
        // What failed alone waits for the next change.
        isStored || records.isSaveDue(state) ? records.save : noEffects,
        sending.send,
      )
    }
    case 'opened':
      return followList.poll({
        ...rounds.abandonAsks(state),
        session: { id: event.id, list: followList.openList(event.view, event.total) },
      })
    case 'closed':
      return sequence({ ...rounds.abandonAsks(state), session: null }, records.save)
    case 'scanned':
      return asking.scan(state, event)
    case 'entered':
      return asking.enter(state, event)
    case 'check-in tapped':
      return asking.checkInTapped(state, event)
    case 'walk-in tapped':
      return asking.walkInTapped(state, event)
    case 'back tapped':
      return asking.backTapped(state, event)
    case 'counted':
      return rounds.count(state, event)
    case 'place chosen':
      // The same code may come again for another purpose.
      return noEffects({ ...state, place: event.place, readings: new Map() })
    case 'undo tapped':
      return undoing.undoTapped(state, event)
    case 'undo ticket tapped':
      return undoing.undoTicketTapped(state, event)
    case 'live check-ins found':
      return undoing.finishUndoTicket(state, event.ticketId, event.checkIns)
    case 'search began':
      return noEffects(state.card?.kind === 'checking' ? state : { ...state, card: null, burst: [] })
    case 'let in tapped':
      return notes.letInTapped(state, event)
    case 'card closed':
      return noEffects({ ...state, card: null, burst: [] })
    case 'chosen':
      return noEffects({ ...state, chosen: event.ticketId })
    case 'painted': {
      const checkIns = event.checkInIds.flatMap((id) => state.checkIns.get(id) ?? [])
      const unpainted = checkIns.filter(({ isShown }) => !isShown)
      return records.save(records.put(state, ...unpainted.map((one) => ({ ...one, isShown: true }))))
    }
    case 'lookup timed out':
      return asking.endLookup(state, event.ask)
    case 'other session found':
      return asking.takeOther(state, event)
    case 'question timed out':
      return rounds.takeAnswer(state, event.round, undefined)
    case 'answered': {
      const isAwaited = event.round === state.round?.number && state.round.step === 'asking'
      const isLost = event.reply.kind === 'unreachable' && isAwaited
      return rounds.takeAnswer(isLost ? followList.setReached(state, false) : state, event.round, event.reply)
    }
    case 'poll due':
      return followList.poll(state)
    case 'list answered':
      return followList.takeReply(state, event)
    case 'list stored':
      return followList.takeStored(state, event)
    case 'types stored':
      return noEffects(followList.takeTypes(state, event))
    case 'list erased':
      return followList.takeErased(state)
    case 'send due':
      return sending.sendNow(state)
    case 'posted':
      return sending.takePosted(
        event.reply.kind === 'signed-out'
          ? state
          : followList.setReached(state, event.reply.kind !== 'unreachable'),
        event.reply,
      )
    case 'clock sampled':
      return sequence(state, (next) => takeSample(next, event), sending.send)
    case 'woken':
      return sequence(
        sending.sendAgain({ ...state, clock: { ...state.clock, isHidden: false } }),
        followList.poll,
        sending.sendNow,
      )
    case 'hidden':
      return {
        state: { ...state, clock: { ...state.clock, isHidden: true } },
        effects: [{ type: 'stop waiting', for: 'poll due' }],
      }
    case 'network lost':
      return noEffects(followList.setReached(state, false))
    case 'sign-in needed':
      return noEffects({ ...state, isSignInNeeded: event.isNeeded })
    case 'device named':
      return noEffects({ ...state, device: event.name.trim() || null })
    case 'conflicts seen': {
      const seen = event.checkInIds.flatMap((id) => state.checkIns.get(id) ?? [])
      return records.save(records.put(state, ...seen.map((one) => ({ ...one, isSeen: true }))))
    }
    case 'send again tapped':
      return sequence(sending.sendAgain(state, event.checkInIds), records.save, sending.sendNow)
    case 'discard tapped':
      return records.save(records.drop(state, event.checkInIds))
    case 'tidied': {
      const stored = new Set(event.sessionIds)
      return records.save(records.forgetSessions(state, (id) => !stored.has(id)))
    }
  }
}

/** Applies an event. */
export const step = (state: State, event: Event): Step => {
  if (state.isTakenOver) return noEffects(state)
  const clock = advance(state.clock, event.now)
  const timed = { ...state, tick: state.tick + 1, clock }
  const isJump = clock.offset !== state.clock.offset && clock.source !== 'phone'
  // If the event is a sample, its offset is better.
  const keep =
    isJump && event.type !== 'taken over' ? emit({ type: 'keep clock', offset: clock.offset }) : noEffects
  return sequence(timed, keep, (next) => notes.rememberTurnedAway(next, event, update(next, event)))
}
