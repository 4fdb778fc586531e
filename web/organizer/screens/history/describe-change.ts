// What a record of the history has changed, in words.
import type { Schemas } from '../../../shared/schemas.ts'
import type { Venue } from '../../data/types.ts'
import { venueName } from '../../data/venue-name.ts'
import { formatNumber, TIME_ZONE, timesIn } from '../../formats.ts'
import { texts } from '../../texts.ts'
import { listingTexts } from '../../texts-listing.ts'
import { texts as sourceTexts } from '../../texts-sources.ts'

type Recorded = Pick<Schemas['OrganizerRecord'], 'action' | 'change' | 'before'> &
  Partial<Pick<Schemas['OrganizerRecord'], 'about'>>

export type ChangedField = {
  name: string
  /** Undefined where it is not known, and for something new. */
  old: string | undefined
  value: string
}

/** Ids say nothing to a person, and neither does what the service notes for itself. */
const HIDDEN = new Set([
  ...['id', 'ids', 'recordId', 'organizerId', 'eventId', 'seriesId', 'sessionId', 'invitationId'],
  ...['digest', 'invitedBy', 'link', 'secret', 'match', 'missing', 'codes', 'checkIns'],
  ...['fromSessionId', 'sourceId', 'sourceName', 'adopted'],
])

/** Numbers that are not worth a line if they are 0. */
const COUNTS = new Set(['inserted', 'updated', 'unchanged', 'voided', 'deleted', 'restored', 'uncovered'])

const WORDS: Record<string, Record<string, string>> = {
  role: texts.roles,
  flag: texts.flags,
  status: texts.ticketStatuses,
  filterType: texts.filters,
  fields: texts.recordFields,
  entries: texts.entries,
}

/** Instants of a session, which are in the zone of its event. All others are in that of the browser. */
const OF_SESSION = new Set(['startsAt', 'closesAt', 'fromDate'])

type Known = { venues: readonly Venue[] | undefined; timeZone: string | null | undefined }

const describe = (field: string, value: unknown, known: Known): string => {
  if (field === 'areas') return texts.areaCount(value as string[] | null)
  if (value === null || value === undefined || value === '') return texts.none
  if (field === 'sessionIds') return texts.sessionCount((value as string[]).length)
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string')
      ? value.map((one) => describe(field, one, known)).join(', ')
      : texts.items(value.length)
  if (typeof value === 'object') return texts.items(Object.keys(value).length)
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  // Values before a change are in epoch milliseconds.
  if (/(At|Date)$/.test(field)) {
    const { timeZone } = known
    const times = timesIn(timeZone != null && OF_SESSION.has(field) ? timeZone : TIME_ZONE)
    return times.dayTime(value as string | number)
  }
  if (typeof value === 'number') return formatNumber(value)
  if (/[vV]enueId$/.test(field)) return venueName(known.venues, String(value))
  return WORDS[field]?.[String(value)] ?? String(value)
}

/** The fields of a ticket type that say who comes in where and when. */
const RULE = new Set(['areas', 'entries', 'from', 'until'])

/** The name of the source whose run it was; undefined for what a person did. */
export const sourceOf = ({ action, change }: Pick<Recorded, 'action' | 'change'>): string | undefined =>
  action === 'tickets.import' && typeof change.sourceName === 'string' ? change.sourceName : undefined

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** What somebody did: the text, with `{it}` for the thing. */
export const sentenceOf = ({
  action,
  change,
  before,
}: Pick<Recorded, 'action' | 'change'> & Partial<Recorded>): string => {
  const ofList = texts.listActions[action]
  if (ofList !== undefined) return ofList(Number(change.persons), Number(Object(before).persons))
  if (sourceOf({ action, change }) !== undefined)
    return sourceTexts.run(numberIn(change.inserted), numberIn(change.updated), numberIn(change.voided))
  const fields = Object.keys(change)
  const isRule = action === 'ticket-type.update' && fields.length > 0 && fields.every((one) => RULE.has(one))
  const isCancelled = action === 'session.update' ? change.cancelled : undefined
  const cancellation =
    isCancelled === true ? 'session.cancel' : isCancelled === false ? 'session.take-back' : action
  return texts.recordActions[isRule ? 'ticket-type.rule' : cancellation] ?? action
}

/** One line for each field; of something that was deleted, its values. */
export const describeChange = (
  { action, change, before, about }: Recorded,
  venues: readonly Venue[] | undefined,
): ChangedField[] => {
  // The sentence says it all.
  if (action in texts.listActions) return []
  const old = Array.isArray(before) || before === null ? {} : (before as Record<string, unknown>)
  const isDeletion = Object.keys(change).length === 0
  const values = isDeletion ? old : change
  const isRun = sourceOf({ action, change }) !== undefined
  const isShown = (field: string): boolean =>
    !HIDDEN.has(field) &&
    // The sentence has them.
    !(isRun && COUNTS.has(field)) &&
    !(COUNTS.has(field) && values[field] === 0) &&
    !(Array.isArray(values[field]) && (values[field] as unknown[]).length === 0) &&
    // A bulk update leaves these values as they are.
    !(action === 'sessions.bulk-update' && values[field] === null)
  const known = { venues, timeZone: about?.timeZone }
  return Object.keys(values)
    .filter(isShown)
    .map((field) => ({
      name: texts.recordFields[field] ?? (listingTexts.fields as Record<string, string>)[field] ?? field,
      old: !isDeletion && field in old ? describe(field, old[field], known) : undefined,
      value: describe(field, values[field], known),
    }))
}
