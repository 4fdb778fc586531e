// The form of the bulk edit, and the request that it makes.
import { toInstant } from '../data/dates.ts'
import { splitMessage } from './draft.ts'
import { parseCapacity, parseOffset } from './whole-numbers.ts'

export const FILTERS = ['Upcoming', 'All', 'FromDate', 'Selected'] as const
type Filter = (typeof FILTERS)[number]

/** The fields as typed, named as in the request. An empty field keeps the value of each session. */
export type BulkForm = {
  filterType: Filter
  /** Local date and time without a zone, as `<input type="datetime-local">` gives it. */
  fromDate: string
  newCapacity: string
  newDoorsOpenOffset: string
  newVenueId: string
  /** `true`, `false`, or empty to leave it as it is. */
  newCancelled: string
  newCancelNotice: string
}

type BulkBody = {
  filterType: Filter
  fromDate?: string
  sessionIds?: string[]
  newCapacity?: number
  newVenueId?: string
  newDoorsOpenOffset?: number
  newCancelled?: boolean
  newCancelNotice?: string
}

export type BulkField = keyof BulkForm | 'form'

export type FieldError =
  | 'no-date'
  | 'none-selected'
  | 'too-many-selected'
  | 'not-a-capacity'
  | 'not-an-offset'
  | 'notice-too-long'
  | 'nothing-to-change'

export const MAX_SELECTED = 500
const MAX_NOTICE_CHARACTERS = 500

export const EMPTY: BulkForm = {
  filterType: 'Upcoming',
  fromDate: '',
  newCapacity: '',
  newDoorsOpenOffset: '',
  newVenueId: '',
  newCancelled: '',
  newCancelNotice: '',
}

type Parsed = { body: BulkBody; errors: undefined } | { errors: Partial<Record<BulkField, FieldError>> }

/**
 * The body of the request that the form makes, or its errors by field. The date is in the event’s time zone.
 */
export const parseForm = (form: BulkForm, selected: readonly string[], timeZone: string): Parsed => {
  const errors: Partial<Record<BulkField, FieldError>> = {}
  const body: BulkBody = { filterType: form.filterType }
  if (form.filterType === 'FromDate') {
    const fromDate = toInstant(form.fromDate, timeZone)
    if (fromDate === undefined) errors.fromDate = 'no-date'
    else body.fromDate = fromDate
  }
  if (form.filterType === 'Selected') {
    if (selected.length === 0) errors.filterType = 'none-selected'
    else if (selected.length > MAX_SELECTED) errors.filterType = 'too-many-selected'
    else body.sessionIds = [...selected].sort()
  }
  if (form.newCapacity.trim() !== '') {
    body.newCapacity = parseCapacity(form.newCapacity)
    if (Number.isNaN(body.newCapacity)) errors.newCapacity = 'not-a-capacity'
  }
  if (form.newDoorsOpenOffset.trim() !== '') {
    body.newDoorsOpenOffset = parseOffset(form.newDoorsOpenOffset)
    if (Number.isNaN(body.newDoorsOpenOffset)) errors.newDoorsOpenOffset = 'not-an-offset'
  }
  if (form.newVenueId !== '') body.newVenueId = form.newVenueId
  if (form.newCancelled !== '') body.newCancelled = form.newCancelled === 'true'
  const notice = body.newCancelled === false ? '' : form.newCancelNotice.trim()
  if (notice !== '') {
    body.newCancelNotice = notice
    if ([...notice].length > MAX_NOTICE_CHARACTERS) errors.newCancelNotice = 'notice-too-long'
  }
  const { filterType, fromDate, sessionIds, ...changes } = body
  if (Object.keys(changes).length === 0) errors.form = 'nothing-to-change'
  return Object.keys(errors).length === 0 ? { body, errors: undefined } : { errors }
}

/** A key that is equal for forms that make the same request, or that are equal and have errors. */
export const keyOf = (form: BulkForm, selected: readonly string[], timeZone: string): string => {
  const parsed = parseForm(form, selected, timeZone)
  return JSON.stringify(parsed.errors === undefined ? parsed.body : { form, selected })
}

/** The field that an error of the service is about. */
export const fieldOf = (message: string): BulkField => {
  const { field } = splitMessage(message)
  if (field === 'sessionIds') return 'filterType'
  return field !== undefined && field in EMPTY ? (field as BulkField) : 'form'
}
