// English. The other languages have the same texts.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/en.ts'
import type { ConflictKind } from '../core/check-in.ts'
import type { Message } from '../core/state.ts'
import type { Status } from '../core/ticket.ts'

export const makeTexts = (words: Words) => {
  const { number, plural } = words
  const tickets = (count: number) => plural(count, { one: '1 ticket', other: `${number(count)} tickets` })
  const checkIns = (count: number) =>
    plural(count, { one: '1 check-in', other: `${number(count)} check-ins` })
  return {
    ...makeEntranceTexts(words),
    cancel: 'Cancel',
    close: 'Close',

    signInLead: 'Check guests in, with or without a network.',
    openElsewhere: 'Doorlist is open in another tab.',
    useHere: 'Use it here',
    signInAgain: 'Your sign-in has ended. You can keep working with the list on this phone.',

    connect: 'Connect',
    connecting: 'Connecting…',
    connectTitle: 'Connect this phone',
    connectHow: 'Point the camera at the code that the console shows, or paste the link.',
    connectPaste: 'The camera cannot be used. Paste the link that the console shows.',
    link: 'Link',
    goOn: 'Continue',
    notALink: 'This link does not connect a phone.',
    checkingLink: 'Checking the link…',
    connectAs: (organizer: string, name: string) => `${organizer} connects this phone as “${name}”.`,
    connectReplaces: (who: string) => `${who} is signed in on this phone and will be signed out.`,
    connectUnsent: (count: number) =>
      plural(count, {
        one: '1 check-in has not been sent yet. It stays on this phone.',
        other: `${number(count)} check-ins have not been sent yet. They stay on this phone.`,
      }),
    connectLost: 'No response. It is safe to try again.',
    linkOver:
      'This link has expired or was already used. Ask for a new one: “Phones” in the console, then “New link”.',
    linkInvites: 'This link is an invitation for a person.',
    openInvitation: 'Open the invitation',
    connectAgain: 'This phone is no longer connected. Ask for a new link to connect it again.',
    phoneEnds: 'Ask for a new link. This phone is connected until',

    sessions: 'Sessions',
    earlier: 'Earlier',
    earlierTitle: 'Past sessions',
    loadingSessions: 'Loading sessions…',
    noSessions: 'You have no sessions today or later. Ask your manager to add you.',
    noSuchSession: 'No session matches.',
    searchSessions: 'Search sessions',
    now: 'Now',
    today: 'Today',
    tomorrow: 'Tomorrow',
    noTickets: 'No tickets yet',
    noEarlier: 'You had no sessions in the last 60 days.',
    sessionsOffline: 'The service cannot be reached. These sessions are on this phone.',
    sessionsFailed: (message: string) => `The sessions could not be loaded. ${message}`,
    noneStored: 'The service cannot be reached, and none of your sessions are on this phone.',
    tryAgain: 'Try again',
    onPhone: 'On this phone',
    doors: (time: string) => `Doors ${time}`,
    sessionNotFound: 'This session was not found, or the service cannot be reached.',

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
    nothingFound: 'Try fewer letters, another spelling, or the end of the ticket number.',
    similarNames: 'No exact match. Similar names',
    everyoneIn: 'Everyone is in.',
    nobodyHere: 'No one yet.',
    notLoadedYet: 'Nothing found so far. The list is still loading.',
    arrived: (count: number, total: number) => `${number(count)} of ${number(total)} checked in`,
    toCome: (count: number) => `${number(count)} to come`,
    ofTotal: (count: number) => `of ${number(count)}`,
    recent: 'Recent check-ins',
    noName: 'No name',
    status: {
      Valid: 'Expected',
      CheckedIn: 'Checked in',
      Refunded: 'Refunded',
      Voided: 'Void',
    } satisfies Record<Status, string>,

    number: 'Number',
    type: 'Type',
    seat: 'Seat',
    company: 'Company',
    reference: 'Reference',
    partyIn: (inside: number, all: number) => `${number(inside)} of ${number(all)} in`,
    email: 'E-mail',
    holder: 'Bought by',
    showEmail: 'Show e-mail',
    checkedInAt: 'Checked in at',
    transferred: (count: number) =>
      plural(count, { one: 'Transferred once', other: `Transferred ${number(count)} times` }),
    checkIn: 'Check in',
    checkInAll: (count: number) => `Check in all (${number(count)})`,
    undoCheckIn: 'Undo check-in',
    undo: 'Undo',
    checkInAgain: 'Check in again',
    howMany: 'How many are here?',
    hereOf: (count: number) => `Guests here (of ${number(count)})`,
    fewer: 'Fewer',
    more: 'More',
    checkInMany: (count: number) => `Check in ${number(count)}`,
    sureAboutMany: (count: number) => `This checks in ${tickets(count)} at once. Is everyone here?`,
    yesCheckIn: (count: number) => `Yes, check in ${number(count)}`,
    andMore: (count: number) => `and ${number(count)} more`,
    justRead: 'Just read',
    messages: {
      undone: (guests: string) => `Check-in undone: ${guests}`,
      exitUndone: (guests: string) => `Exit undone: ${guests}`,
      undoElsewhere: () => 'Another system checked this ticket in. That cannot be undone here.',
      undoOffline: () => 'Another device checked this ticket in. Undoing that needs the network.',
    } satisfies Record<Message, (text: string) => string>,

    addGuest: 'Add guest',
    addNamed: (name: string) => `Add “${name}” as walk-in`,
    name: 'Name',
    addAndCheckIn: (count: number) =>
      count === 1 ? 'Add and check in' : `Add ${number(count)} and check in`,
    overCapacity: (count: number) => `${number(count)} over capacity`,
    wouldBeOver: (count: number) => `That would be ${number(count)} over capacity.`,
    walkInType: 'Walk-in',

    note: 'Note',
    readFirst: 'Read this first',
    letIn: 'Let in',
    dontLetIn: 'Don’t let in',
    notCheckedIn: (guests: string) => `Not checked in: ${guests}`,
    checking: 'Checking…',
    in: 'In',
    notIn: 'Not in',
    checkedIn: 'Checked in',
    checkedInMany: (count: number, total: number) =>
      count === total ? `Checked in ${tickets(count)}` : `Checked in ${number(count)} of ${tickets(total)}`,
    alreadyCheckedIn: 'Already checked in',
    alreadyAt: (at: string | null, device: string | null) =>
      [at === null ? '' : `at ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    notValid: 'Not valid',
    notAllowed: 'Not allowed',
    notAllowedHelp: 'This event does not allow walk-ins. Do not let the guest in.',
    unknownTicket: 'Unknown ticket',
    wrongCode: 'Wrong code',
    wrongCodeHelp: 'This is a ticket number, which anyone could know. Search for the guest by name.',
    searchGuest: 'Search',
    otherSession: 'For another session',
    unknownHelp: 'Not on this list. Check the date and the event.',
    forSession: (event: string, start: string) => `This ticket is for ${event}, ${start}.`,
    stillLoading: 'The list is still loading. Try again in a moment.',
    onThisPhone: 'On this phone.',
    notShown: 'Checked in on this phone, just now. The outcome was not shown.',
    notSaved: 'Not saved',
    notSavedHelp:
      'This phone cannot store the check-in. Do not let the guest in. Try again when you are online.',
    exits: 'Exits and head count',
    direction: 'Direction',
    enter: 'In',
    leave: 'Out',
    area: 'Area',
    venue: 'Whole venue',
    checkOut: 'Check out',
    undoExit: 'Undo exit',
    back: 'Back',
    left: 'Left',
    leftAt: (time: string, device: string | null) =>
      [time && `Left ${time}`, device].filter(Boolean).join(', '),
    insideSince: (time: string, device: string | null) =>
      `Inside since ${[time, device].filter(Boolean).join(', ')}`,
    wasHere: (times: string) => `Was here ${times}`,
    leftUnseen: 'Left unseen, back now',
    notInside: 'Not scanned in',
    wrongArea: 'Wrong area',
    forAreas: (names: string, area: string) => `${names && `For ${names}. `}Not for ${area}`,
    notNow: 'Not at this time',
    window: (limit: string, now: string, isEarly: boolean) =>
      `${limit && `${isEarly ? 'From' : 'Until'} ${limit}. `}It is ${now}`,
    insideNow: (count: number, of: string) => `${number(count)} ${of} inside`,
    count: 'Count',
    countHelp: 'Counts people without tickets. Guests with tickets count by themselves.',
    oneMore: 'One more',
    oneLess: 'One fewer',
    peopleInside: 'People inside',
    setTo: (count: number) => `Set to ${number(count)}`,

    connection: 'Connection',
    upToDate: 'Up to date',
    sending: 'Sending',
    offlineSignIn: 'Offline: sign in again to send',
    offlineConnect: 'Offline: connect again to send',
    offlineSince: (time: string) => `Offline since ${time}`,
    toSend: (count: number, oldest: string) => `${number(count)} to send, oldest from ${oldest}`,
    separator: ', ',

    conflicts: {
      twice: (count: number) => `Admitted twice (${number(count)})`,
      notValid: (count: number) => `Admitted, not valid (${number(count)})`,
    } satisfies Record<ConflictKind, (count: number) => string>,
    conflictTitle: { twice: 'Admitted twice', notValid: 'Admitted, not valid' } satisfies Record<
      ConflictKind,
      string
    >,
    conflictHelp: {
      twice: 'Guests were let in here while offline, with tickets that had already been checked in.',
      notValid: 'Guests were let in here while offline, with tickets that are not valid.',
    } satisfies Record<ConflictKind, string>,
    here: (time: string) => `Here at ${time}`,
    before: (text: string) => `Before: ${text}`,
    findSecond: 'Find the second person, or tell your supervisor.',
    seen: 'Mark as seen',
    hiddenGuests: (count: number) => `${tickets(count)} for a session that you have no access to.`,
    cannotSend: (count: number) => `${checkIns(count)} cannot be sent`,
    deniedTitle: 'Cannot be sent',
    deniedHelp:
      'You no longer have access to the session of these check-ins, so they were not sent. A supervisor must sign in on this phone to send them.',
    discard: 'Discard',
    discardWarning: (count: number) => `${checkIns(count)} will be lost. Tap again to discard.`,
    unreadable: (count: number, guests: string) =>
      plural(count, {
        one: `1 check-in on this phone cannot be read${guests && `: ${guests}`}`,
        other: `${number(count)} check-ins on this phone cannot be read${guests && `: ${guests}`}`,
      }),
    unreadableHelp:
      'These check-ins are damaged on this phone and cannot be sent. If the guests are inside, check them in again. Then discard these.',
    rejected: (count: number) => `Not accepted (${number(count)})`,
    rejectedTitle: 'Not accepted',
    rejectedHelp: 'The service did not accept these check-ins. Show them to your supervisor.',
    sendAgain: 'Send again',
    remove: 'Remove',

    scan: 'Scan',
    stopScanning: 'Stop scanning',
    scanning: 'Scanning',
    torch: 'Light',
    scanHint: 'Hold the QR code in front of the camera.',
    camera: 'Camera',
    noCamera: 'The camera cannot be used. Allow it for this page, or type the number.',

    settings: 'Settings',
    checkPhone: 'Check this phone',
    deviceName: 'Device name',
    deviceHint: 'Shown at other gates, for example “Gate B”.',
    sound: 'Sound',
    vibration: 'Vibration',
    storage: 'Storage',
    storageKept: 'The browser keeps this page’s data.',
    storageBestEffort:
      'The browser may remove this page’s data when space is low. Install the page to keep it.',
    signedInAs: (subject: string) => `Signed in as ${subject}`,
    update: 'Update the page',
    updateReady: 'A new version is ready. Updating takes a few seconds.',
    signOut: 'Sign out and erase',
    signOutHelp: 'Removes all tickets from this phone.',
    signOutUnsent: (count: number) =>
      plural(count, {
        one: '1 check-in has not been sent yet. It will be lost.',
        other: `${number(count)} check-ins have not been sent yet. They will be lost.`,
      }),
    othersSending: (count: number, subject: string) =>
      plural(count, {
        one: `1 check-in by ${subject} has not been sent yet. The page is sending it.`,
        other: `${number(count)} check-ins by ${subject} have not been sent yet. The page is sending them.`,
      }),
    phonesDenied: (count: number, phone: string) =>
      plural(count, {
        one: `1 check-in by ${phone} has not been sent yet, and you cannot send it. A supervisor must sign in on this phone.`,
        other: `${number(count)} check-ins by ${phone} have not been sent yet, and you cannot send them. A supervisor must sign in on this phone.`,
      }),
    othersDenied: (count: number, subject: string) =>
      plural(count, {
        one: `1 check-in by ${subject} has not been sent yet, and you cannot send it. ${subject} must sign in on this phone.`,
        other: `${number(count)} check-ins by ${subject} have not been sent yet, and you cannot send them. ${subject} must sign in on this phone.`,
      }),
  }
}

export type DoorTexts = ReturnType<typeof makeTexts>
