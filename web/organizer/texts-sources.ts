// Texts of the sources of a session.
import { formatNumber, nameFirst } from './formats.ts'

const count = (value: number, one: string, several: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : several}`

const list = new Intl.ListFormat('en')

export const texts = {
  sources: 'Sources',
  help: 'A source reads a list elsewhere every few minutes, such as a shared sheet or a ticket shop, and keeps the guests of this session as it says. What you change here stays.',
  unavailable:
    'You cannot add sources because this service has no secret. Its administrator must set DOORLIST_SECRET.',
  none: 'No sources.',
  add: 'Add source',
  edit: 'Edit source',
  kind: 'Where the list is',
  kinds: {
    Link: 'A sheet or a file behind a link',
    Pretix: 'pretix',
    Eventbrite: 'Eventbrite',
  },
  link: 'Link',
  linkHint: 'Of Google Sheets, Dropbox or Nextcloud, or of a CSV, Excel or text file. It begins with https.',
  linkMissing: 'Enter the link.',
  linkWarning:
    'Who has the link can read the whole guest list: names, e-mail addresses and codes. Share it with nobody else. Only managers see it here.',
  sheets: 'Sheets',
  sheetsHint: 'If the workbook has several: the names of those to read, one a line.',
  shopUrl: 'Address of the shop',
  shopUrlHints: {
    Pretix: 'Leave it empty for pretix.eu.',
    Eventbrite: 'Leave it empty for eventbrite.com.',
  },
  organizer: 'Organizer',
  organizerHint: 'The short name in the address of the shop: pretix.eu/ORGANIZER/event.',
  organizerMissing: 'Enter the organizer.',
  event: 'Event',
  eventHints: {
    Pretix: 'The short name in the address of the shop: pretix.eu/organizer/EVENT.',
    Eventbrite: 'The number in the address of the event.',
  },
  eventMissing: 'Enter the event.',
  subevent: 'Date',
  subeventHint: 'The number of the date, if the event is a series.',
  token: 'API token',
  tokenHints: {
    Pretix: 'Of a team that may view orders. It is not shown again.',
    Eventbrite: 'The private token of an API key. It is not shown again.',
  },
  tokenKept: 'Leave it empty to keep the present one.',
  tokenMissing: 'Enter the token.',
  type: 'Ticket type for guests without one',
  typeHint: 'If empty: “Guest list”, or the name of the shop.',
  every: 'Read every … minutes',
  missing: 'Guests who are no longer on the list',
  missingOf: { keep: 'Stay', void: 'Become void, unless they are checked in' },
  continue: 'Continue',
  states: { Ok: 'Reads', Problem: 'Problem', Stopped: 'Stopped' },
  rows: (value: number) => count(value, 'row', 'rows'),
  lastRead: (time: string) => `Last read ${time}`,
  neverRead: 'Not read yet',
  lastChange: (time: string) => `last change ${time}`,
  noChange: 'no change yet',
  next: (time: string) => `next ${time}`,
  stoppedHelp: 'It reads nothing until somebody starts it.',
  rowProblems: (value: number) => count(value, 'problem', 'problems'),
  rowProblem: (row: number, message: string, field: string | undefined) =>
    `Line ${formatNumber(row)}: ${field === undefined ? '' : `${field}: `}${message}`,
  takeIt: 'Take it',
  keepStopped: 'Keep stopped',
  start: 'Start',
  stop: 'Stop',
  runNow: 'Read now',
  ran: (name: string, rows: number | null) =>
    rows === null
      ? `${nameFirst(name)} was read.`
      : `${nameFirst(name)} was read: ${count(rows, 'row', 'rows')}.`,
  confirmRemove: (name: string) => `Remove the source “${name}”? Its guests stay, and follow no list.`,
  preview: (name: string) => `Preview of ${name}`,
  reading: 'Reading the list …',
  adopted: (value: number) =>
    `${count(value, 'guest', 'guests')} of this session ${value === 1 ? 'is' : 'are'} on the list, by number or code. From now on ${value === 1 ? 'this guest follows' : 'they follow'} it.`,
  theirs: (value: number) =>
    `${count(value, 'row is', 'rows are')} of guests whom somebody else has added. They stay as they are.`,
  inside: (value: number) =>
    `${count(value, 'guest stays', 'guests stay')} checked in, although the list says otherwise.`,
  gone: (value: number) =>
    `${count(value, 'row is', 'rows are')} of guests who were deleted here, or moved to another date. They are not added again.`,
  recognised: (field: string) => `As recognised: ${field}`,
  notRead: 'Not read',
  column: 'Column of the list',
  stopped: (name: string) => `${nameFirst(name)} is stopped.`,
  toSources: 'Open the sources',
  /** After the name of the source. */
  run: (added: number, changed: number, voided: number) => {
    const done = Object.entries({ added, changed, voided }).filter(([, value]) => value > 0)
    const parts = done.map(([verb, value], index) =>
      index === 0 ? `${verb} ${count(value, 'guest', 'guests')}` : `${verb} ${formatNumber(value)}`,
    )
    return `${list.format(parts)} ${done.length === 1 && added > 0 ? 'to' : 'of'} {it}`
  },
} as const
