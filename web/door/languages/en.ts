// English. The other languages have the same texts.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/en.ts'
import type { ConflictKind } from '../core/check-in.ts'
import type { Status } from '../core/ticket.ts'
import { en } from './names.ts'

export const makeTexts = (words: Words) => {
  const { number, plural } = words
  const tickets = (count: number) => plural(count, { one: '1 ticket', other: `${number(count)} tickets` })
  return {
    ...makeEntranceTexts(words),
    ...en,
    close: 'Close',

    signInLead: 'Check guests in, with or without a network.',
    openElsewhere: 'Doorlist is open in another tab.',
    useHere: 'Use it here',

    connect: 'Connect',
    connectHow: 'Point the camera at the code that the console shows, or paste the link.',

    sessions: 'Sessions',
    earlier: 'Earlier',
    loadingSessions: 'Loading sessions…',
    noSessions: 'You have no sessions today or later. Ask your manager to add you.',
    noSuchSession: 'No session matches.',
    searchSessions: 'Search sessions',
    cancelled: 'Cancelled',
    now: 'Now',
    today: 'Today',
    tomorrow: 'Tomorrow',
    noTickets: 'No tickets yet',
    sessionsOffline: 'The service cannot be reached. These sessions are on this phone.',
    sessionsFailed: (message: string) => `The sessions could not be loaded. ${message}`,
    noneStored: 'The service cannot be reached, and none of your sessions are on this phone.',
    tryAgain: 'Try again',
    onPhone: 'On this phone',
    doors: (time: string) => `Doors ${time}`,

    loading: 'Loading tickets',
    loadedOf: (count: number, total: number) => `${number(count)} of ${tickets(total)}`,
    loadingOffline: 'Waiting for the network. Loading continues where it stopped.',
    waitingForAccess: 'Waiting for the service to confirm that you have access.',
    readyOffline: 'Ready offline',
    notOnDisk: 'Not stored on this phone: keep the page open and online',
    denied: 'You no longer have access to this session. Its tickets are hidden.',
    erased: 'You no longer have access to this session. Its tickets were removed from this phone.',

    search: 'Search tickets',
    searchHint: 'Name, number, seat or e-mail',
    filterLegend: 'Show',
    filters: { all: 'All', expected: 'Expected', checkedIn: 'Checked in' },
    found: (count: number) => `${number(count)} found`,
    tickets: 'Tickets',
    showMore: 'Show more',
    arrived: (count: number, total: number) => `${number(count)} of ${number(total)} checked in`,
    ofTotal: (count: number) => `of ${number(count)}`,
    noName: 'No name',
    status: {
      Valid: 'Expected',
      CheckedIn: 'Checked in',
      Refunded: 'Refunded',
      Voided: 'Void',
    } satisfies Record<Status, string>,

    listOf: (name: string) => `List of ${name}`,
    partyIn: (inside: number, all: number) => `${number(inside)} of ${number(all)} in`,
    checkIn: 'Check in',
    undo: 'Undo',
    andMore: (count: number) => `and ${number(count)} more`,
    justRead: 'Just read',

    overCapacity: (count: number) => `${number(count)} over capacity`,

    note: 'Note',
    readFirst: 'Read this first',
    letIn: 'Let in',
    dontLetIn: 'Don’t let in',
    notCheckedIn: (guests: string) => `Not checked in: ${guests}`,
    checking: 'Checking…',
    askingShop: 'Asking the shop…',
    in: 'In',
    notIn: 'Not in',
    checkedInMany: (count: number, total: number) =>
      count === total ? `Checked in ${tickets(count)}` : `Checked in ${number(count)} of ${tickets(total)}`,
    alreadyAt: (at: string | null, device: string | null) =>
      [at === null ? '' : `at ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    searchGuest: 'Search',
    stillLoading: 'The list is still loading. Try again in a moment.',
    onThisPhone: 'On this phone.',
    notShown: 'Checked in on this phone, just now. The outcome was not shown.',
    venue: 'Venue',
    checkOut: 'Check out',
    undoExit: 'Undo exit',

    connection: 'Connection',
    upToDate: 'Up to date',
    sending: 'Sending',
    offlineSignIn: 'Offline: sign in again',
    offlineConnect: 'Offline: connect again',
    offlineSince: (time: string) => `Offline since ${time}`,
    toSend: (count: number, oldest: string) =>
      `${number(count)} to send${oldest && `, oldest from ${oldest}`}`,
    separator: ', ',

    conflictTitle: { twice: 'Admitted twice', notValid: 'Admitted, not valid' } satisfies Record<
      ConflictKind,
      string
    >,
    before: (text: string) => `Before: ${text}`,
    findSecond: 'Find the second person, or tell your supervisor.',

    scan: 'Scan',

    settings: 'Settings',
  }
}

export type DoorTexts = ReturnType<typeof makeTexts>
