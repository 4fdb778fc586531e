// The state of the door page, what can happen to it, and what it wants done. All of it is plain data but the copy of the
// list, which storage keeps and replaces.
import type { CheckIn, Item, Outcome, Result, WalkIn } from './check-in.ts'
import type { Clock, Moment } from './clock.ts'
import type { Copy, Readings } from './codes.ts'
import type { Changes, Counts, Guest } from './ticket.ts'

/** The session that a code is for. Its start is in ISO 8601. */
export type OtherSession = { eventName: string; startsAt: string }

/** A verdict about one guest. `checkInId` is what "Undo" undoes. */
export type Verdict = { guest: Guest; outcome: Outcome; checkInId: string }

/** Something that staff asked: a scan, a typed code, a tap. It gets one outcome. */
export type Ask = {
  id: string
  /** What was scanned or typed. */
  text: string
  /** What may still have an unknown code: the tickets that were sold in the last seconds, or another session. */
  awaits: readonly ('list' | 'sessions')[]
  guests: readonly Guest[]
  /** The guests have no tickets. */
  walkIn?: WalkIn
  /** Its check-ins, which are under way; none while the code is looked up. */
  checkInIds: readonly string[]
  verdicts: readonly Verdict[]
}

export type Message = 'justRead' | 'undone' | 'undoElsewhere' | 'undoOffline'

/** The outcome of an ask, by its id. `shownAt` is by the clock that does not jump. */
export type VerdictCard = { kind: 'verdict'; id: string; verdicts: readonly Verdict[]; shownAt: number }

/** What staff see of what they did last. */
export type Card =
  | { kind: 'checking'; text: string; guest: Guest | null }
  | VerdictCard
  | { kind: 'message'; message: Message; text: string; guests: readonly Guest[] }
  /** Somebody must read the notes before the ask is sent. `checkInIds` are those that its check-ins will have. */
  | { kind: 'note'; ask: Ask; checkInIds: readonly string[] }

/** Check-ins that are asked about and decided together. */
export type Round = {
  number: number
  step: 'storing' | 'asking' | 'deciding'
  checkIns: readonly CheckIn[]
  /** What the phone has not sent of these tickets. It travels in front of the questions. */
  before: readonly Item[]
  isStored: boolean
  isAsked: boolean
  isAnswered: boolean
  verdicts: readonly Verdict[]
  save: number
}

/** What storage says about the list of the open session. */
export type ListView = {
  copy: Copy
  counts: Counts
  /** The sum of `check` over the tickets. */
  checkSum: number
  /** Whether the copy is the whole list. */
  isComplete: boolean
  /** How many tickets of a list that is being loaded have arrived; null while none is. */
  loaded: number | null
  isStored: boolean
  /** Of the ticket types whose notes the copy has; null without any. */
  typesVersion: string | null
  /** When the service first denied access, in its time; null while it allows it. */
  deniedAt: number | null
  /** The subject for whom the service last gave these tickets. */
  confirmedBy: string | null
}

/** The figures of a response. `more`: they are those of the whole list, and only a part of it has arrived. */
export type Expected = { counts: Counts; digest: number | undefined; more: boolean }

export type List = ListView & {
  /** Increases with each change. */
  version: number
  /** The total of a list that is being loaded. */
  total: number
  /** What the copy must add up to after the last response. */
  expected: Expected | null
  /** The version of the ticket types that the service named last. */
  expectedTypes: string | null
  isPolling: boolean
  isErased: boolean
  failures: number
  pageSize: number
  /** How often the copy differed from the service's figures, and when it was last loaded again for that. */
  reloads: number
  reloadedAt: number
  /** Whether the list was begun again, and none was complete since. */
  isBegunAgain: boolean
}

type OpenSession = { id: string; list: List }

type Sending = {
  step: 'idle' | 'waiting' | 'posting'
  batch: readonly Item[]
  /** Items that are sent singly, because one of a batch was at fault. */
  single: ReadonlySet<string>
  /** Items that failed in this turn. */
  skipped: ReadonlySet<string>
  isWantedAgain: boolean
  /** The service asked to wait. */
  isPaused: boolean
  failures: number
}

/** A {@link State.tick}, and a time by the clock that does not jump. */
export type Stamp = { tick: number; mono: number }

export type State = {
  tab: string
  subject: string
  device: string | null
  clock: Clock
  /** Counts events. */
  tick: number
  offlineSince: number | null
  /** Whether the service responded since the start. */
  isReached: boolean
  isSignInNeeded: boolean
  /** Whether the check-ins on disk were read. */
  isLoaded: boolean
  session: OpenSession | null
  checkIns: ReadonlyMap<string, CheckIn>
  /** What the disk lacks, and the number of the save that is writing it; 0 for none. */
  dirty: ReadonlyMap<string, number>
  saves: number
  /** When the service's result for a check-in or its undo arrived. */
  answered: ReadonlyMap<string, Stamp>
  order: number
  asks: readonly Ask[]
  queue: readonly CheckIn[]
  round: Round | null
  rounds: number
  /** What was asked last. The card is for its outcome. */
  lastAsk: string | null
  card: Card | null
  /** Verdicts of codes that followed each other, the latest first. */
  burst: readonly VerdictCard[]
  /** Guests whose note was shown and who were not let in. Named until the next ask. */
  turnedAway: readonly Guest[]
  /** Undos on their way to the disk. They are shown when they are there. */
  undoing: { save: number; guests: readonly Guest[] } | null
  readings: Readings
  /** The ticket whose dialog is open. */
  chosen: string | null
  sending: Sending
}

/** An error of the service, or no response. */
type Failure =
  | { kind: 'error'; status: number; code: string; message: string; retryAfter: number | null }
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }

export type ListReply =
  | { kind: 'changes'; changes: Changes; since: string | null; tag: string | null }
  | { kind: 'unchanged' }
  | Failure

export type PostReply = { kind: 'ok'; results: readonly Result[] } | Failure

export type UntimedEvent =
  | { type: 'loaded'; checkIns: readonly CheckIn[]; isNew: boolean }
  | { type: 'load failed' }
  | { type: 'load due' }
  | { type: 'saved'; save: number; checkIns: readonly CheckIn[] }
  | { type: 'save failed'; save: number }
  | { type: 'opened'; id: string; view: ListView; total: number }
  | { type: 'closed' }
  | { type: 'scanned'; codes: readonly { text: string; id: string }[] }
  | { type: 'entered'; text: string; id: string; hits: readonly string[] }
  | { type: 'check-in tapped'; ticketIds: readonly string[]; ids: readonly string[] }
  /** Guests without tickets who have the name, type and note in common. */
  | {
      type: 'walk-in tapped'
      guest: Pick<Guest, 'name' | 'type'>
      walkIn: WalkIn
      ids: readonly { ticketId: string; checkInId: string }[]
    }
  | { type: 'undo tapped'; checkInIds: readonly string[]; isOnCard: boolean }
  | { type: 'undo ticket tapped'; ticketId: string }
  | { type: 'live check-ins found'; ticketId: string; checkIns: readonly { id: string; at: number }[] | null }
  | { type: 'search began' }
  | { type: 'card closed' }
  | { type: 'let in tapped' }
  | { type: 'chosen'; ticketId: string | null }
  | { type: 'painted'; checkInIds: readonly string[] }
  | { type: 'lookup timed out'; ask: string }
  | { type: 'other session found'; ask: string; session: OtherSession | null }
  | { type: 'question timed out'; round: number }
  | { type: 'answered'; round: number; reply: PostReply }
  | { type: 'poll due' }
  | { type: 'list answered'; session: string; reply: ListReply; askedAt: number }
  /** `isApplied`: false if another tab has written the list in between. */
  | {
      type: 'list stored'
      session: string
      view: ListView
      changed: readonly string[]
      askedAt: number
      isApplied: boolean
    }
  | { type: 'types stored'; session: string; view: ListView }
  | { type: 'list erased' }
  | { type: 'send due' }
  | { type: 'turn'; checkIns: readonly CheckIn[] | null; isNew: boolean; tabs: ReadonlySet<string> }
  | { type: 'posted'; reply: PostReply }
  | { type: 'clock sampled'; date: number; roundTripMs: number }
  | { type: 'woken' }
  | { type: 'hidden' }
  | { type: 'network lost' }
  | { type: 'sign-in needed'; isNeeded: boolean }
  | { type: 'device named'; name: string }
  | { type: 'conflicts seen'; checkInIds: readonly string[] }
  | { type: 'send again tapped'; checkInIds: readonly string[] }
  | { type: 'discard tapped'; checkInIds: readonly string[] }
  | { type: 'tidied'; sessionIds: readonly string[] }

export type Event = UntimedEvent & { readonly now: Moment }
export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>

export type Sound = 'CheckedIn' | 'AlreadyCheckedIn' | 'refused' | 'partly' | 'undone' | 'repeat' | 'alarm'

export type Effect =
  /** Writes the check-ins to disk, merged with what is there, and removes others. Ends with `saved` or `save failed`. */
  | { type: 'save'; save: number; checkIns: readonly CheckIn[]; removed: readonly string[] }
  | { type: 'load' }
  /** An event after some time. One with the same type that waits is dropped. */
  | { type: 'wait'; ms: number; event: UntimedEvent }
  | { type: 'stop waiting'; for: UntimedEvent['type'] }
  | { type: 'ask'; round: number; items: readonly Item[] }
  | { type: 'stop asking' }
  /** Looks for a code in the other sessions on the phone. */
  | { type: 'find other session'; ask: string; text: string; except: string }
  | { type: 'find live check-ins'; sessionId: string; ticketId: string }
  | { type: 'poll'; pageSize: number; askedAt: number }
  | { type: 'store changes'; changes: Changes; askedAt: number }
  | { type: 'confirm list'; tag: { since: string; tag: string } | null; askedAt: number }
  | { type: 'begin list again'; askedAt: number }
  | { type: 'read types' }
  | { type: 'deny list'; at: number }
  | { type: 'erase list' }
  /** Waits until no other tab sends. Ends with `turn`. */
  | { type: 'take turn' }
  | { type: 'end turn' }
  | { type: 'post'; items: readonly Item[] }
  | { type: 'keep clock'; offset: number }
  /** Erases what is held of sessions that are over at this time of the service. */
  | { type: 'tidy'; at: number }
  | { type: 'sound'; sound: Sound }

export type Step = { state: State; effects: readonly Effect[] }
