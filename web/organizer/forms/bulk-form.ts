// The form of the bulk edit, and the request that it makes.

export const FILTERS = ['Upcoming', 'All', 'FromDate', 'Selected'] as const
export type Filter = (typeof FILTERS)[number]

/** The fields as typed. An empty field leaves the value of each session as it is. */
export type BulkForm = {
  filter: Filter
  /** Local date and time without a zone, as `<input type="datetime-local">` gives it. */
  fromDate: string
  capacity: string
  doorsOffset: string
  venueId: string
}

/** The body of a bulk update. */
export type BulkBody = {
  filterType: Filter
  fromDate?: string
  sessionIds?: string[]
  newCapacity?: number
  newVenueId?: string
  newDoorsOpenOffset?: number
}

export type Field = keyof BulkForm | 'form'

export type FieldError =
  | 'no-date'
  | 'none-selected'
  | 'too-many-selected'
  | 'not-a-capacity'
  | 'not-an-offset'
  | 'nothing-to-change'

export const MAX_SELECTED = 500
const MAX_CAPACITY = 1_000_000
/** One day. */
const MAX_OFFSET_MINUTES = 1_440

export const EMPTY: BulkForm = {
  filter: 'Upcoming',
  fromDate: '',
  capacity: '',
  doorsOffset: '',
  venueId: '',
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** An instant as an ISO 8601 date and time with the offset of the browser's zone at that time. */
export const toIsoWithOffset = (instant: Date): string => {
  const minutes = -instant.getTimezoneOffset()
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`
  const day = `${String(instant.getFullYear()).padStart(4, '0')}-${pad(instant.getMonth() + 1)}-${pad(instant.getDate())}`
  const time = [instant.getHours(), instant.getMinutes(), instant.getSeconds()].map(pad).join(':')
  return `${day}T${time}${offset}`
}

/** A whole number from 0 to `max`; NaN for any other text. */
const parseWhole = (text: string, max: number): number => {
  const digits = text.trim()
  return /^\d{1,9}$/.test(digits) && Number(digits) <= max ? Number(digits) : Number.NaN
}

type Parsed = { body: BulkBody; errors: undefined } | { errors: Partial<Record<Field, FieldError>> }

/** The body of the request that the form makes, or its errors by field. */
export const parseForm = (form: BulkForm, selected: readonly string[]): Parsed => {
  const errors: Partial<Record<Field, FieldError>> = {}
  const body: BulkBody = { filterType: form.filter }
  if (form.filter === 'FromDate') {
    // A date and time without an offset is in the browser's time zone (ECMAScript, section 21.4.3.2).
    const date = new Date(form.fromDate)
    if (Number.isNaN(date.getTime())) errors.fromDate = 'no-date'
    else body.fromDate = toIsoWithOffset(date)
  }
  if (form.filter === 'Selected') {
    if (selected.length === 0) errors.filter = 'none-selected'
    else if (selected.length > MAX_SELECTED) errors.filter = 'too-many-selected'
    else body.sessionIds = [...selected].sort()
  }
  if (form.capacity.trim() !== '') {
    body.newCapacity = parseWhole(form.capacity, MAX_CAPACITY)
    if (Number.isNaN(body.newCapacity)) errors.capacity = 'not-a-capacity'
  }
  if (form.doorsOffset.trim() !== '') {
    body.newDoorsOpenOffset = parseWhole(form.doorsOffset, MAX_OFFSET_MINUTES)
    if (Number.isNaN(body.newDoorsOpenOffset)) errors.doorsOffset = 'not-an-offset'
  }
  if (form.venueId !== '') body.newVenueId = form.venueId
  const changes = [body.newCapacity, body.newDoorsOpenOffset, body.newVenueId]
  if (changes.every((value) => value === undefined)) errors.form = 'nothing-to-change'
  return Object.keys(errors).length === 0 ? { body, errors: undefined } : { errors }
}

/** A text that is equal for two forms if they make the same request, or if both have errors and the same values. */
export const keyOf = (form: BulkForm, selected: readonly string[]): string => {
  const parsed = parseForm(form, selected)
  return JSON.stringify(parsed.errors === undefined ? parsed.body : { form, selected })
}

/** The message of an error without the name of the field that it begins with, to stand beside the field. */
export const withoutFieldName = (message: string): string => {
  const text = message.replace(/^\w+: /, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The field that an error of the service is about. */
export const fieldOf = (code: string, message: string): Field => {
  if (code === 'venue_not_found') return 'venueId'
  if (code === 'capacity_below_sold') return 'capacity'
  const [, name] = /^(\w+):/.exec(message) ?? []
  switch (name) {
    case 'newCapacity':
      return 'capacity'
    case 'newVenueId':
      return 'venueId'
    case 'newDoorsOpenOffset':
      return 'doorsOffset'
    case 'fromDate':
      return 'fromDate'
    case 'sessionIds':
      return 'filter'
    default:
      return 'form'
  }
}
