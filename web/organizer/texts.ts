// Every text of the console. A second language is a second object of this shape.
import { entranceTexts } from '../shared/texts.ts'
import type { FieldError, Filter } from './edits/bulk-form.ts'
import type { Problem, Summary, ValueField } from './edits/preview.ts'
import { formatNumber } from './formats.ts'
import type { ListingStatus } from './loads/types.ts'

const count = (value: number, one: string, many: string): string =>
  value === 1 ? `1 ${one}` : `${formatNumber(value)} ${many}`
const sessions = (value: number): string => count(value, 'session', 'sessions')

const describeSummary = (summary: Summary): string =>
  [
    sessions(summary.sessions),
    summary.refused > 0 ? `${formatNumber(summary.refused)} refused` : 'none refused',
    summary.overwritten > 0 && `${formatNumber(summary.overwritten)} changed since`,
    summary.gone > 0 && `${formatNumber(summary.gone)} gone`,
    !summary.isPartial && summary.unchanged > 0 && `${formatNumber(summary.unchanged)} unchanged`,
    !summary.isPartial && summary.past > 0 && `${formatNumber(summary.past)} in the past`,
  ]
    .filter(Boolean)
    .join(', ')

export const texts = {
  ...entranceTexts,
  loading: 'Loading…',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  showMore: 'Show more',
  none: 'None',
  noValue: '–',

  signInLead: 'Events, series, sessions and listings of your organization.',
  signOut: 'Sign out',
  signedInAs: (subject: string) => `Signed in as ${subject}`,
  signInAgain: 'Your sign-in has ended. Sign in again to continue.',

  pages: 'Pages',
  breadcrumbs: 'You are here',
  doorPage: 'Door page',
  timeZone: (zone: string) => `Times are in the time zone of this browser: ${zone}.`,
  notFound: 'Page not found',
  notFoundHelp: 'There is no page at this address.',

  unreachable: 'The service cannot be reached. Check the network and try again.',
  requestId: 'Request id',
  notAccepted: 'The service did not accept this, and nothing was changed.',
  forbiddenHelp:
    'Managers and owners use this console. Door staff see their sessions and check guests in on the door page.',
  toDoor: 'Go to the door page',

  events: 'Events',
  staffTitle: 'You manage no events',
  staffHelp:
    'You are door staff: you see the sessions of your events and check guests in. Only managers and owners change sessions and see listings.',
  outsiderTitle: 'Nothing to manage',
  outsiderHelp:
    'This account is not a manager or owner of any organizer. Ask an owner to add you, or sign in with another account.',
  series: 'Series',
  eventNotFound: 'There is no such event, or you do not manage it.',
  noSeries: 'This event has no series.',
  singleSessions: 'Sessions without a series',
  next: (time: string) => `Next ${time}`,
  allSessions: 'All sessions',

  sessions: 'Sessions',
  showPast: 'Show past',
  hidePast: 'Hide past',
  noSessions: 'There are no sessions.',
  noComingSessions: 'There are no sessions from today on.',
  session: 'Session',
  venue: 'Venue',
  capacity: 'Capacity',
  sold: 'Sold',
  checkedIn: 'Checked in',
  changed: 'Last change',
  changedBy: (time: string, subject: string) => `${time} by ${subject}`,
  past: 'Past',
  doors: (time: string) => `Doors ${time}`,
  soldOf: (sold: number, capacity: number) => `${formatNumber(sold)} of ${formatNumber(capacity)} sold`,
  select: (session: string) => `Select ${session}`,
  selectAll: 'Select all shown',
  selected: (value: number) => `${sessions(value)} selected`,
  editSelected: 'Edit',
  clearSelection: 'Clear',

  details: 'Details',
  name: 'Name',
  description: 'Description',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  discard: 'Discard',
  nameMissing: 'Enter a name.',
  conflictTitle: 'Somebody else has changed this series',
  conflictBy: (subject: string, time: string) => `${subject} saved it at ${time}, while you were editing.`,
  theirs: 'Now',
  mine: 'Yours',
  keepMine: 'Save mine',
  takeTheirs: 'Take theirs',
  notKnownSaved: 'The connection was lost. It is not known whether this was saved. Save again: that is safe.',

  bulkEdit: 'Bulk edit',
  whichSessions: 'Which sessions',
  filters: {
    Upcoming: 'Upcoming sessions',
    All: 'All sessions, including past ones',
    FromDate: 'From a date on',
    Selected: 'Selected in the table',
  } satisfies Record<Filter, string>,
  fromDate: 'From date',
  newCapacity: 'New capacity',
  doorsOffset: 'Doors open before start (minutes)',
  newVenue: 'New venue',
  keep: 'No change',
  keepHint: 'An empty field leaves the value of each session as it is.',
  preview: 'Preview',
  apply: 'Apply',
  previewing: 'Making the preview…',
  applying: 'Applying…',
  repeating: 'The connection was lost. Trying again. Nothing is done twice.',
  notKnownApplied:
    'The service cannot be reached. It is not known whether the change was made. Apply again: nothing is done twice.',
  previewFirst: 'Make a preview first. It changes nothing.',
  outdatedByForm: 'The form has changed. Make a new preview.',
  outdated:
    'Something has changed since the preview, and nothing was applied. This is a new preview: check it again.',
  outdatedNoPreview: 'Something has changed since the preview, and nothing was applied. Make a new preview.',
  applied: (value: number) => `${sessions(value)} changed. The history can put this back.`,
  refusedHelp: (value: number) =>
    `${sessions(value)} ${value === 1 ? 'has' : 'have'} sold more tickets than the capacity in this change. A change applies to all sessions or to none, so this one cannot be applied.`,
  leaveOut: 'Leave out the refused',
  nothingSelected: 'No session matches, so there is nothing to apply.',
  summary: describeSummary,
  partial: (shown: number) => `The first ${formatNumber(shown)} are listed, those with a problem first.`,
  now: 'Now',
  afterwards: 'Then',
  problem: 'Problem',
  unchanged: 'No change',
  values: {
    capacity: 'Capacity',
    venueId: 'Venue',
    doorsOpenOffset: 'Doors',
  } satisfies Record<ValueField, string>,
  minutes: (minutes: number) => `${formatNumber(minutes)} min`,
  problems: {
    capacity_below_sold: (sold: number) => `Refused: ${formatNumber(sold)} sold`,
    changed_since: () => 'Changed since',
    session_gone: () => 'No longer in the series',
  } satisfies Record<Problem, (sold: number) => string>,
  unknownVenue: 'Another venue',
  errors: {
    'no-date': 'Choose a date and a time.',
    'none-selected': 'Select sessions in the table, or choose others here.',
    'too-many-selected': 'At most 500 sessions can be selected.',
    'not-a-capacity': 'Enter a whole number from 0 to 1,000,000.',
    'not-an-offset': 'Enter whole minutes from 0 to 1,440.',
    'nothing-to-change': 'Nothing to change: fill in a capacity, a venue or the minutes.',
  } satisfies Record<FieldError, string>,

  history: 'History',
  noHistory: 'Nothing has been changed in this series yet.',
  when: 'When',
  who: 'Who',
  what: 'What',
  putBack: 'Put back',
  putBackTitle: (time: string) => `Put back the change of ${time}`,
  putBackDone: 'The values before that change are back.',
  sessionCount: sessions,
  notKept: 'Old values were not kept',
  field: 'Field',
  actions: {
    renamed: (name: string) => `Name: ${name}`,
    described: 'Description changed',
    undescribed: 'Description removed',
    capacity: (value: number) => `Capacity ${formatNumber(value)}`,
    venue: (name: string) => `Venue ${name}`,
    doors: (minutes: number) => `Doors ${formatNumber(minutes)} min before`,
    putBack: 'Put back',
    putBackOf: (time: string) => `Put back the change of ${time}`,
  },

  door: 'At the door',
  openDoor: 'Open at the door',
  expected: 'Expected',
  refunded: 'Refunded',
  voided: 'Voided',
  checkedInOf: (checkedIn: number, sold: number) =>
    `${formatNumber(checkedIn)} of ${formatNumber(sold)} checked in`,
  sessionNotFound: 'There is no such session, or you may not see it.',
  asOf: (time: string) => `As of ${time}`,
  notUpToDate: (time: string) => `The service cannot be reached. These are the figures of ${time}.`,
  admissions: 'Admissions over time',
  noAdmissions: 'Nobody has been checked in yet.',
  allGates: 'All gates',
  noGate: 'Other',
  noGateHelp: '“Other” means devices without a name and check-ins by other systems.',
  admitted: (value: number) => count(value, 'admission', 'admissions'),
  gateLine: (total: number, last: string) => `${formatNumber(total)}, last ${last}`,
  perBucket: (minutes: number) =>
    minutes % 1_440 === 0
      ? `Each bar is ${count(minutes / 1_440, 'day', 'days')}.`
      : minutes % 60 === 0
        ? `Each bar is ${count(minutes / 60, 'hour', 'hours')}.`
        : `Each bar is ${count(minutes, 'minute', 'minutes')}.`,
  gateScale: (top: string) => `The bars of the gates are on a scale of their own, up to ${top}.`,
  plotTitle: (total: number, from: string, to: string) =>
    `${count(total, 'admission', 'admissions')} from ${from} to ${to}`,
  asTable: 'Show as a table',
  from: 'From',
  gate: 'Gate',
  doorProblems: 'Problems at the door',
  noProblems: 'No problems.',
  noProblemsHelp: 'People who were let in twice, or with a ticket that is not valid, are listed here.',
  doorProblem: {
    AlreadyCheckedIn: 'Admitted twice',
    NotValid: 'Admitted, not valid',
    UnknownTicket: 'Admitted, unknown ticket',
  } as Record<string, string>,
  ticket: 'Ticket',
  noTicket: 'Unknown ticket',

  listings: 'Listings',
  listing: 'Listing',
  status: 'Status',
  anyStatus: 'Any status',
  statuses: {
    Draft: 'Draft',
    Published: 'Published',
    Unpublished: 'Unpublished',
    Cancelled: 'Cancelled',
    Archived: 'Archived',
  } satisfies Record<ListingStatus, string>,
  noListings: 'There are no listings.',
  noListingsOf: (status: string) => `There are no listings with the status ${status}.`,
  noDate: 'No date yet',
  updated: (time: string) => `Updated ${time}`,
  draftHelp: 'This listing is a draft: the public does not see it.',
  yes: 'Yes',
  no: 'No',
} as const
