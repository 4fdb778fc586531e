// The state, events and effects of the door page. All is plain data except the copy of the list.
import type { Figures } from '../../shared/list-copy.ts'
import type { CheckIn, Item, OtherSession, Outcome, Result, WalkIn } from './check-in.ts'
import type { Clock, Moment } from './clock.ts'
import type { Copy, Readings } from './codes.ts'
import type { Changes, Guest, Inside } from './ticket.ts'

/** A verdict about one guest. `checkInId` is what "Undo" undoes. */
export type Verdict = { guest: Guest; outcome: Outcome; checkInId: string }

/** An area of the event. */
type Area = { readonly id: string; readonly name: string; readonly capacity: number | null }

/** What staff do at this door: guests come in or go out, of the venue or of an area. */
export type Place = {
  readonly isOut: boolean
  /** Null for the venue. */
  readonly areaId: string | null
  /** Whether this phone shows it although the event does not need it. */
  readonly isOn?: boolean
}

/** A scan, a typed code or a tap. Each gets one outcome. */
export type Ask = Omit<Place, 'isOn'> & {
  id: string
  /** The guests are back, and nobody saw them leave. */
  isBack?: boolean
  /** What was scanned or typed. */
  text: string
  /** What may still turn up an unknown code: recently sold tickets, another session, or a shop. */
  awaits: readonly ('list' | 'sessions' | 'shop')[]
  guests: readonly Guest[]
  /** Present if the guests have no tickets. */
  walkIn?: WalkIn
  /** The check-ins under way; none while the code is looked up. */
  checkInIds: readonly string[]
  verdicts: readonly Verdict[]
  /** The write that the verdicts wait for; 0 if none. */
  save: number
}

export type Message = 'undone' | 'exitUndone' | 'undoElsewhere' | 'undoBySupervisor' | 'undoOffline'

/** The outcome of the ask with this id. `shownAt` is by the monotonic clock. */
export type VerdictCard = { kind: 'verdict'; id: string; verdicts: readonly Verdict[]; shownAt: number }

/** The outcome of what staff did last. */
export type Card =
  | { kind: 'checking'; guest: Guest; isShop: boolean }
  | VerdictCard
  | { kind: 'message'; message: Message; guests: readonly Guest[] }
  /** A code that was just read is read again: its verdict, and how old it was then. */
  | { kind: 'repeat'; verdicts: readonly Verdict[]; ageMs: number }
  /** Staff must read the notes before anything is sent. `checkInIds` are for the check-ins to come. */
  | { kind: 'note'; ask: Ask; checkInIds: readonly string[]; shownAt: number }

/** Check-ins that are sent and decided together. */
export type Round = {
  /** The tick when it began. */
  number: number
  step: 'storing' | 'asking' | 'deciding'
  checkIns: readonly CheckIn[]
  /** Unsent items of the same tickets, which go before the questions. */
  before: readonly Item[]
  isStored: boolean
  isAsked: boolean
  isAnswered: boolean
  verdicts: readonly Verdict[]
  save: number
}

/** The list of the open session, as storage has it. */
export type ListView = {
  copy: Copy
  /** Whether the copy is the whole list. */
  isComplete: boolean
  /** How many tickets of a list that is being loaded have arrived; null if none is being loaded. */
  loaded: number | null
  isStored: boolean
  /** The version of the ticket types and areas in the copy; null before they are loaded. */
  typesVersion: string | null
  startsAt: number
  /** What the organizer says about the session if it was cancelled, which may be nothing; else null. */
  cancelled: string | null
  areas: readonly Area[]
  /** How many people were inside with the last response, the venue first; none before it. */
  inside: readonly Inside[]
  /** Whether exits matter: the event has areas or a rule about them, or somebody left or was counted. */
  hasExits: boolean
  /** When the service first denied access, in the service's time; null while it allows it. */
  deniedAt: number | null
  /** The subject for whom the service last returned these tickets. */
  confirmedBy: string | null
}

/** The figures of a response. `more`: only a part of the list that they describe has arrived. */
type Expected = Figures & { more: boolean }

export type List = ListView & {
  /** Increases with each change. */
  version: number
  /** The total of a list that is being loaded. */
  total: number
  /** What the copy must add up to after the last response. */
  expected: Expected | null
  /** The latest version of the ticket types at the service. */
  expectedTypes: string | null
  isPolling: boolean
  isErased: boolean
  /** In a row. A 429 counts half. */
  failures: number
  /** The service’s pace. */
  pollSeconds?: number | undefined
  pageSize: number
  /** How often the copy was loaded again because its figures were wrong, and when last. */
  reloads: number
  reloadedAt: number
  /** Whether loading started again, and has not completed since. */
  isBegunAgain: boolean
}

type OpenSession = { id: string; list: List }

type Sending = {
  /** The items in flight; none while nothing is being sent. */
  batch: readonly Item[]
  /** Items that are sent singly, because one in their batch was at fault. */
  single: ReadonlySet<string>
  /** Items that failed since sending began. */
  skipped: ReadonlySet<string>
  /** The service asked to wait. */
  isPaused: boolean
  failures: number
}

export type State = {
  /** Another start of the page, in this tab or in another one, is another owner of the disk. */
  owner: string
  /** Whether another tab has taken over. Then nothing happens here any more. */
  isTakenOver: boolean
  subject: string
  device: string | null
  /** Whether the phone only asks, and lets nobody in by itself. */
  isKiosk?: boolean
  place: Place
  clock: Clock
  /** Counts events. */
  tick: number
  offlineSince: number | null
  /** Whether the service has responded since the start. */
  isReached: boolean
  isSignInNeeded: boolean
  /** Whether the check-ins on disk were read. */
  isLoaded: boolean
  session: OpenSession | null
  checkIns: ReadonlyMap<string, CheckIn>
  /** Check-ins that the disk lacks and that no write under way has. */
  dirty: ReadonlySet<string>
  /** The check-ins that are being written; null while nothing is. */
  saving: ReadonlySet<string> | null
  /** Whether something waits for a write, even if there is nothing to write. */
  isSaveWanted: boolean
  saves: number
  order: number
  asks: readonly Ask[]
  queue: readonly CheckIn[]
  round: Round | null
  /** The latest ask. The card shows its outcome. */
  lastAsk: string | null
  /** The latest verdict, and the text that was read. */
  lastVerdict: { text: string; card: VerdictCard } | null
  card: Card | null
  /** Verdicts of codes in quick succession, the latest first. */
  burst: readonly VerdictCard[]
  /** Guests whose note was shown but who were not let in. Named until the next ask. */
  turnedAway: readonly Guest[]
  /** When, by the monotonic clock. */
  turnedAwayAt: number
  /** Undos that are being written. They are shown once they are on disk. */
  undoing: { save: number; guests: readonly Guest[]; message: Message } | null
  readings: Readings
  /** The ticket whose dialog is open. */
  chosen: string | null
  sending: Sending
}

/** An error of the service, or no response. */
type Failure =
  | {
      kind: 'error'
      status: number
      code: string
      message: string
      retryAfter: number | null
      role?: unknown
    }
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }

export type ListReply =
  | { kind: 'changes'; changes: Changes; tag: string | null; pollSeconds?: number | undefined }
  | { kind: 'unchanged'; pollSeconds?: number | undefined }
  | Failure

export type PostReply = { kind: 'ok'; results: readonly Result[] } | Failure

export type UntimedEvent =
  | { type: 'loaded'; checkIns: readonly CheckIn[] }
  | { type: 'load failed' }
  | { type: 'load due' }
  | { type: 'saved'; save: number; isStored: boolean }
  /** Another tab has the lock, or has made itself the owner of the disk. */
  | { type: 'taken over' }
  /** The browser has dropped the database and created a new one. */
  | { type: 'disk dropped' }
  | { type: 'opened'; id: string; view: ListView; total: number }
  | { type: 'closed' }
  | { type: 'scanned'; codes: readonly { text: string; id: string }[] }
  /** `isScan`: a scanner typed it. `hits`: the tickets that a search for the text finds. */
  | { type: 'entered'; text: string; id: string; hits: readonly string[]; isScan: boolean }
  | { type: 'check-in tapped'; ticketIds: readonly string[]; ids: readonly string[]; isOut?: boolean }
  /** The guest is back, and nobody saw the exit. */
  | { type: 'back tapped'; ticketId: string; id: string; exitId: string }
  /** `by` people without tickets came. */
  | { type: 'counted'; id: string; by: number }
  | { type: 'place chosen'; place: Place }
  /** Guests without tickets who share the name, type and note. */
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
  /** `isShop`: the service asks the shops of the open session about the code. */
  | { type: 'other session found'; ask: string; session: OtherSession | null; isShop?: boolean }
  | { type: 'question timed out'; round: number }
  | { type: 'answered'; round: number; reply: PostReply }
  | { type: 'poll due' }
  | { type: 'list answered'; session: string; reply: ListReply; askedAt: number }
  | { type: 'list stored'; session: string; view: ListView; changed: readonly string[]; askedAt: number }
  | { type: 'types stored'; session: string; view: ListView }
  | { type: 'list erased' }
  | { type: 'send due' }
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

export type Sound =
  | 'CheckedIn'
  | 'Left'
  | 'AlreadyCheckedIn'
  | 'refused'
  | 'partly'
  | 'undone'
  | 'repeat'
  | 'alarm'

export type Effect =
  /** Ends with `saved` or, if another tab is the owner, `taken over`. */
  | { type: 'save'; save: number; checkIns: readonly CheckIn[]; removed: readonly string[] }
  | { type: 'load' }
  /** Dispatches an event later. Replaces a waiting one of the same type. */
  | { type: 'wait'; ms: number; event: UntimedEvent }
  | { type: 'stop waiting'; for: UntimedEvent['type'] }
  | { type: 'ask'; round: number; items: readonly Item[] }
  | { type: 'stop asking' }
  /** Looks for a code in the other sessions, on the phone and at the service. */
  | { type: 'find other session'; ask: string; text: string; except: string }
  | { type: 'find live check-ins'; sessionId: string; ticketId: string }
  | { type: 'poll'; pageSize: number; askedAt: number }
  | { type: 'store changes'; changes: Changes; askedAt: number }
  | { type: 'confirm list'; askedAt: number }
  | { type: 'begin list again'; askedAt: number }
  | { type: 'read types' }
  | { type: 'deny list'; at: number }
  | { type: 'erase list' }
  | { type: 'post'; items: readonly Item[] }
  | { type: 'keep clock'; offset: number }
  /** Erases sessions that have expired at this time of the service. */
  | { type: 'tidy'; at: number }
  | { type: 'sound'; sound: Sound }

export type Step = { state: State; effects: readonly Effect[] }
