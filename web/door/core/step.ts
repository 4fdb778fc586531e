// The only place where the state changes. Pure: the same state and event give the same result. The runtime
// runs the effects and reports their results as events.
import * as asking from './asking.ts'
import { clearCard } from './cards.ts'
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
  given: Pick<State, 'owner' | 'subject' | 'device' | 'isKiosk'>,
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
  order: 0,
  ...rounds.NOTHING,
  turnedAwayAt: Number.NEGATIVE_INFINITY,
  undoing: null,
  readings: new Map(),
  sending: {
    batch: [],
    single: new Set(),
    skipped: new Set(),
    isPaused: false,
    failures: 0,
  },
})

const LOAD_AGAIN_MS = 10_000

/**
 * Corrects uncertain times once the service's time is known: those of this start by `error`, and those of an
 * earlier start that were in the phone's time.
 */
const correctTimes = (state: State, error: number): State => {
  if (state.clock.source !== 'sampled') return state
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

/** The first request waits for the disk. */
const pollFirst = ({ isLoaded }: State) => (isLoaded ? noEffects : followList.poll)

const UPDATES: { [Type in Event['type']]: (state: State, event: EventOf<Type>) => Step } = {
  loaded: (state, { checkIns }) =>
    // The person who is signed in now may be allowed to send what was refused before.
    sequence(
      correctTimes(sending.sendAgain(records.load(state, checkIns)), 0),
      records.save,
      sending.send,
      pollFirst(state),
    ),
  'load failed': (state) =>
    // Unsent check-ins on the disk are read when it works again.
    sequence(
      { ...state, isLoaded: true },
      sending.send,
      pollFirst(state),
      emit({ type: 'wait', ms: LOAD_AGAIN_MS, event: { type: 'load due' } }),
    ),
  'load due': emit({ type: 'load' }),
  'taken over': (state, { now }) => noEffects({ ...start(state, null, now), isTakenOver: true }),
  'disk dropped': (state) =>
    sequence({ ...state, dirty: new Set(state.checkIns.keys()) }, records.save, followList.writeAgain),
  saved: (state, { save, isStored }) =>
    sequence(
      records.endSave(state, isStored),
      // If it failed, the undo is in memory, and the next save writes it again.
      (next) => undoing.showUndone(next, save),
      (next) => asking.showRefusals(next, save),
      (next) => rounds.continueRound(next, save, isStored),
      // What failed alone waits for the next change.
      isStored || records.isSaveDue(state) ? records.save : noEffects,
      sending.send,
    ),
  opened: (state, { id, view, total }) =>
    followList.poll({
      ...rounds.abandonAsks(state),
      session: { id, list: followList.openList(view, total) },
    }),
  closed: (state) => records.save({ ...rounds.abandonAsks(state), session: null }),
  scanned: asking.scan,
  entered: asking.enter,
  'check-in tapped': asking.checkInTapped,
  'walk-in tapped': asking.walkInTapped,
  'back tapped': asking.backTapped,
  counted: rounds.count,
  // The same code may come again for another purpose.
  'place chosen': (state, { place }) => noEffects({ ...state, place, readings: new Map() }),
  'undo tapped': undoing.undoTapped,
  'undo ticket tapped': undoing.undoTicketTapped,
  'live check-ins found': undoing.finishUndoTicket,
  'search began': (state) => noEffects(state.card?.kind === 'checking' ? state : clearCard(state)),
  'let in tapped': notes.letInTapped,
  'card closed': (state) => noEffects(clearCard(state)),
  chosen: (state, { ticketId }) => noEffects({ ...state, chosen: ticketId }),
  painted: (state, { checkInIds }) => {
    const checkIns = checkInIds.flatMap((id) => state.checkIns.get(id) ?? [])
    const unpainted = checkIns.filter(({ isShown }) => !isShown)
    return records.save(records.put(state, ...unpainted.map((one) => ({ ...one, isShown: true }))))
  },
  'lookup timed out': asking.endLookup,
  'other session found': asking.takeOther,
  'question timed out': (state, { round }) => rounds.takeAnswer(state, round, undefined),
  answered: (state, { round, reply }) => {
    const isAwaited = round === state.round?.number && state.round.step === 'asking'
    const isLost = reply.kind === 'unreachable' && isAwaited
    return rounds.takeAnswer(isLost ? followList.setReached(state, false) : state, round, reply)
  },
  'poll due': followList.poll,
  'list answered': followList.takeReply,
  'list stored': followList.takeStored,
  'types stored': followList.takeTypes,
  'list erased': followList.takeErased,
  'send due': sending.sendNow,
  posted: (state, { reply }) => {
    const isReached = reply.kind !== 'unreachable'
    const next = reply.kind === 'signed-out' ? state : followList.setReached(state, isReached)
    return sending.takePosted(next, reply)
  },
  'clock sampled': (state, event) => sequence(state, (next) => takeSample(next, event), sending.send),
  woken: (state) =>
    sequence(
      sending.sendAgain({ ...state, clock: { ...state.clock, isHidden: false } }),
      followList.poll,
      sending.sendNow,
    ),
  hidden: (state) => ({
    state: { ...state, clock: { ...state.clock, isHidden: true } },
    effects: [{ type: 'stop waiting', for: 'poll due' }],
  }),
  'network lost': (state) => noEffects(followList.setReached(state, false)),
  'sign-in needed': (state, { isNeeded }) => noEffects({ ...state, isSignInNeeded: isNeeded }),
  'device named': (state, { name }) => noEffects({ ...state, device: name.trim() || null }),
  'conflicts seen': (state, { checkInIds }) => {
    const seen = checkInIds.flatMap((id) => state.checkIns.get(id) ?? [])
    return records.save(
      records.forgetOld(records.put(state, ...seen.map((one) => ({ ...one, isSeen: true })))),
    )
  },
  'send again tapped': (state, { checkInIds }) =>
    sequence(
      sending.sendAgain(state, ({ id }) => checkInIds.includes(id)),
      records.save,
      sending.sendNow,
    ),
  'discard tapped': (state, { checkInIds }) => records.save(records.drop(state, checkInIds)),
  tidied: (state, { sessionIds }) =>
    records.save(records.forgetSessions(state, (id) => !sessionIds.includes(id))),
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
  const update = UPDATES[event.type] as (state: State, event: Event) => Step
  return sequence(
    timed,
    keep,
    (next) => update(next, event),
    (next) => noEffects(notes.rememberTurnedAway(timed, event, next)),
  )
}
