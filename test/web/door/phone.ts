// A phone for tests of the core: a list, a disk that can fail, and effects that a test answers one by one.
import type { EntryRule } from '../../../src/domain/check-in-rule.ts'
import { hashCode } from '../../../src/domain/tickets/code-hash.ts'
import { DOUBLE_TAP_GUARD_MS } from '../../../web/door/core/cards.ts'
import type { Result } from '../../../web/door/core/check-in.ts'
import type { Effect, Event, ListView, State, UntimedEvent } from '../../../web/door/core/state.ts'
import { start, step } from '../../../web/door/core/step.ts'
import type { Status, Ticket } from '../../../web/door/core/ticket.ts'
import { emptyCounts } from '../../../web/shared/list-copy.ts'
import { doorTicket } from '../../support/door-rows.ts'

export const NOW = Date.UTC(2026, 10, 21, 20)
export const SESSION = 's'

/** A ticket as the device holds it, and what is in the code on it. */
export type TestTicket = Ticket & { code: string; rule?: EntryRule }

export const makeTicket = (id: string, more: Partial<TestTicket> = {}): TestTicket => ({
  ...doorTicket({ id, ticketNumber: `NL006-${id}`, ticketTypeName: 'VIP', attendeeName: `Guest ${id}` }),
  code: `T${id}`,
  ...more,
})

export const makeView = (tickets: readonly TestTicket[], more: Partial<ListView> = {}): ListView => {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const withNumber = (number: string) =>
    tickets.filter((one) => one.number.toUpperCase() === number.toUpperCase()).map(({ id }) => id)
  const idsByHash = new Map(tickets.map(({ id, code }) => [hashCode(SESSION, code), id]))
  const counts = emptyCounts()
  for (const { status } of tickets) counts[status] += 1
  const copy = {
    counts,
    digest: 0,
    get: (id: string) => byId.get(id),
    withNumber,
    withHash: (hash: string) => idsByHash.get(hash),
    types: new Map(tickets.map(({ type, rule }) => [type, { note: null, flag: null, rule }])),
  }
  return {
    ...{ copy, isComplete: true, startsAt: NOW, cancelled: null, areas: [], inside: [], hasExits: false },
    ...{ loaded: null, isStored: true, typesVersion: 't', deniedAt: null, confirmedBy: 'door', ...more },
  }
}

export const result = (
  id: string,
  outcome: string,
  status: Status = 'CheckedIn',
  at: number | null = NOW,
): Result => ({
  id,
  outcome,
  ticket: { status, checkedInAt: at === null ? null : new Date(at).toISOString() },
  earlier: null,
})

type Answer = (items: Extract<Effect, { type: 'ask' }>['items']) => readonly Result[]

export const makePhone = (tickets: readonly TestTicket[], keptOffset: number | null = 0) => {
  let now = { wall: NOW, mono: 0 }
  let state: State = start({ owner: 'owner', subject: 'door', device: 'Gate A' }, keptOffset, now)
  let effects: Effect[] = []
  let count = 0
  const sounds: string[] = []
  const cards: string[] = []
  const dispatch = (happening: UntimedEvent): void => {
    const before = state.card
    const next = step(state, { ...happening, now } as Event)
    state = next.state
    if (state.card !== null && state.card !== before) cards.push(describe())
    for (const effect of next.effects) {
      if (effect.type === 'sound') sounds.push(effect.sound)
      else effects.push(effect)
    }
  }
  const describe = (): string => {
    const { card } = state
    if (card?.kind !== 'verdict')
      return card === null ? '' : card.kind === 'message' ? card.message : card.kind
    return card.verdicts.map(({ outcome, guest }) => `${outcome.kind} ${guest.number}`).join(', ')
  }
  /** The effects of a type that nothing has answered yet. */
  const take = <Type extends Effect['type']>(type: Type): Extract<Effect, { type: Type }>[] => {
    const taken = effects.filter((effect) => effect.type === type)
    effects = effects.filter((effect) => effect.type !== type)
    return taken as Extract<Effect, { type: Type }>[]
  }
  const store = (isWorking = true): void => {
    for (let saves = take('save'); saves.length > 0; saves = take('save')) {
      for (const { save } of saves) dispatch({ type: 'saved', save, isStored: isWorking })
    }
  }
  const phone = {
    dispatch,
    take,
    store,
    sounds,
    cards,
    describe,
    state: () => state,
    pass: (ms: number): void => {
      now = { wall: now.wall + ms, mono: now.mono + ms }
    },
    /** The phone's clock jumps. */
    jump: (ms: number): void => {
      now = { ...now, wall: now.wall + ms }
    },
    newId: (): string => {
      count += 1
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
    },
    scan: (...texts: string[]): void =>
      dispatch({ type: 'scanned', codes: texts.map((text) => ({ text, id: phone.newId() })) }),
    enter: (text: string, hits: readonly string[] = []): void =>
      dispatch({ type: 'entered', text, id: phone.newId(), hits, isScan: false }),
    /** A scanner types a text, whatever lies open. */
    scanKeys: (text: string): void =>
      dispatch({ type: 'entered', text, id: phone.newId(), hits: [], isScan: true }),
    tap: (...ids: string[]): void =>
      dispatch({ type: 'check-in tapped', ticketIds: ids, ids: ids.map(() => phone.newId()) }),
    /** Taps "Let in" after the note was read. */
    letIn: (): void => {
      phone.pass(DOUBLE_TAP_GUARD_MS)
      dispatch({ type: 'let in tapped' })
    },
    /** Stores what is to be stored, and answers the questions. */
    answer: (answer: Answer = (items) => items.map(({ id }) => result(id, 'CheckedIn'))): void => {
      store()
      for (const { round, items } of take('ask'))
        dispatch({ type: 'answered', round, reply: { kind: 'ok', results: answer(items) } })
      store()
    },
    /** The questions get no answer in time. */
    lose: (): void => {
      store()
      for (const { round } of take('ask')) dispatch({ type: 'question timed out', round })
      store()
    },
    goOffline: (): void => dispatch({ type: 'network lost' }),
  }
  dispatch({ type: 'loaded', checkIns: [] })
  dispatch({ type: 'opened', id: SESSION, view: makeView(tickets), total: tickets.length })
  take('poll')
  return phone
}
