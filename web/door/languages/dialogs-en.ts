// English: the texts of what is loaded after the start, in dialogs.ts. The other languages have the same
// ones.
import type { Words } from '../../shared/language.ts'
import type { ConflictKind } from '../core/check-in.ts'
import type { Message } from '../core/state.ts'
import { enFields } from './names.ts'

export const makeDialogTexts = ({ number, plural }: Words) => {
  const checkIns = (count: number) =>
    plural(count, { one: '1 check-in', other: `${number(count)} check-ins` })
  const of = (gate: string | null) => (gate === null ? '' : ` of ${gate}`)
  return {
    ...enFields,
    toCome: (count: number) => `${number(count)} to come`,
    hiddenGuests: (count: number) =>
      plural(count, {
        one: '1 ticket for a session that you have no access to.',
        other: `${number(count)} tickets for a session that you have no access to.`,
      }),
    connectAgain: 'This phone is no longer connected. Ask for a new link to connect it again.',
    signInAgain: 'Your sign-in has ended. You can keep working with the list on this phone.',
    addGuest: 'Add guest',
    addNamed: (name: string) => `Add “${name}” as walk-in`,
    checkInAll: (count: number) => `Check in all (${number(count)})`,
    /** For a phone that holds no names. */
    askSupervisor: 'Ask a supervisor',
    connecting: 'Connecting…',
    connectTitle: 'Connect this phone',
    connectPaste: 'The camera cannot be used. Paste the link that the console shows.',
    link: 'Link',
    goOn: 'Continue',
    notALink: 'This link does not connect a phone.',
    checkingLink: 'Checking the link…',
    connectAs: (organizer: string, name: string) => `${organizer} connects this phone as “${name}”.`,
    connectReplaces: (who: string) => `${who} is signed in on this phone and will be signed out.`,
    connectLost: 'No response. It is safe to try again.',
    linkOver:
      'This link has expired or was already used. Ask for a new one: “Phones” in the console, then “New link”.',
    linkInvites: 'This link is an invitation for a person.',
    openInvitation: 'Open the invitation',
    earlierTitle: 'Past sessions',
    noEarlier: 'You had no sessions in the last 60 days.',
    showEmail: 'Show e-mail',
    transferred: (count: number) =>
      plural(count, { one: 'Transferred once', other: `Transferred ${number(count)} times` }),
    undoCheckIn: 'Undo check-in',
    checkInAgain: 'Check in again',
    messages: {
      undone: (guests: string) => `Check-in undone: ${guests}`,
      exitUndone: (guests: string) => `Exit undone: ${guests}`,
      undoElsewhere: () => 'Another system checked this ticket in. That cannot be undone here.',
      undoBySupervisor: () => 'Somebody else checked this ticket in. Ask a supervisor to undo that.',
      undoOffline: () =>
        'This ticket was checked in elsewhere, or a while ago. Undoing that needs the network.',
    } satisfies Record<Message, (text: string) => string>,
    howMany: 'How many are here?',
    hereOf: (count: number) => `Guests here (of ${number(count)})`,
    fewer: 'Fewer',
    more: 'More',
    checkInMany: (count: number) => `Check in ${number(count)}`,
    yesCheckIn: (count: number) => `Yes, check in ${number(count)}`,
    name: 'Name',
    addAndCheckIn: (count: number) =>
      count === 1 ? 'Add and check in' : `Add ${number(count)} and check in`,
    wouldBeOver: (count: number) => `That would be ${number(count)} over capacity.`,
    walkInType: 'Walk-in',
    exits: 'Exits and head count',
    direction: 'Direction',
    enter: 'In',
    leave: 'Out',
    area: 'Area',
    insideNow: (count: number, of: string) => `${number(count)} ${of} inside`,
    count: 'Count',
    countHelp: 'Counts people without tickets. Guests with tickets count by themselves.',
    oneMore: 'One more',
    oneLess: 'One fewer',
    peopleInside: 'People inside',
    setTo: (count: number) => `Set to ${number(count)}`,
    conflictHelp: {
      twice: 'Guests were let in here while offline, with tickets that had already been checked in.',
      notValid: 'Guests were let in here while offline, with tickets that are not valid.',
    } satisfies Record<ConflictKind, string>,
    here: (time: string) => `Here at ${time}`,
    seen: 'Mark as seen',
    deniedTitle: 'Cannot be sent',
    deniedHelp:
      'You no longer have access to the session of these check-ins, so they were not sent. They are sent once somebody who may send them signs in on this phone, or connects it.',
    discard: 'Discard',
    unreadableHelp:
      'These check-ins are damaged on this phone and cannot be sent. If the guests are inside, check them in again. Then discard these.',
    rejectedTitle: 'Not accepted',
    rejectedHelp: 'The service did not accept these check-ins. Show them to your supervisor.',
    sendAgain: 'Send again',
    remove: 'Remove',
    stopScanning: 'Stop scanning',
    scanning: 'Scanning',
    torch: 'Light',
    scanHint: 'Hold the code in front of the camera.',
    qrOnly: 'QR codes only',
    camera: 'Camera',
    noCamera: 'The camera cannot be used. Allow it for this page, or type the number.',
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
    sessionNotFound: 'This session was not found, or the service cannot be reached.',
    /** Of more than ten. */
    sureAboutMany: (count: number) => `This checks in ${number(count)} tickets at once. Is everyone here?`,
    nothingFound: 'Try fewer letters, another spelling, or the end of the ticket number.',
    everyoneIn: 'Everyone is in.',
    nobodyHere: 'No one yet.',
    notLoadedYet: 'Nothing found so far. The list is still loading.',
    similarNames: 'No exact match. Similar names',
    othersSending: (count: number, subject: string) =>
      plural(count, {
        one: `1 check-in by ${subject} has not been sent yet. The page is sending it.`,
        other: `${number(count)} check-ins by ${subject} have not been sent yet. The page is sending them.`,
      }),
    unsentOf: (count: number, gate: string | null) =>
      plural(count, {
        one: `1 check-in${of(gate)} has not been sent yet. It is sent once somebody who may send it signs in on this phone, or connects it.`,
        other: `${number(count)} check-ins${of(gate)} have not been sent yet. They are sent once somebody who may send them signs in on this phone, or connects it.`,
      }),
    othersDenied: (count: number, subject: string) =>
      plural(count, {
        one: `1 check-in by ${subject} has not been sent yet, and you cannot send it. ${subject} must sign in on this phone.`,
        other: `${number(count)} check-ins by ${subject} have not been sent yet, and you cannot send them. ${subject} must sign in on this phone.`,
      }),
    connectSends: (count: number, gate: string | null, name: string) =>
      plural(count, {
        one: `1 check-in${of(gate)} is sent as ${name}.`,
        other: `${number(count)} check-ins${of(gate)} are sent as ${name}.`,
      }),
    connectKeeps: 'What it may not send stays on this phone.',
    signOutKept: (count: number) =>
      plural(count, {
        one: '1 check-in has not been sent yet. It stays on this phone, without the guest, until somebody signs in who may send it.',
        other: `${number(count)} check-ins have not been sent yet. They stay on this phone, without the guests, until somebody signs in who may send them.`,
      }),
    eraseToo: 'Erase them too',
    signOutUnsent: (count: number) =>
      plural(count, {
        one: '1 check-in has not been sent yet. It will be lost.',
        other: `${number(count)} check-ins have not been sent yet. They will be lost.`,
      }),
    cancel: 'Cancel',
    phoneEnds: 'Ask for a new link. This phone is connected until',
    isCancelled: 'This date is cancelled.',
    recent: 'Recent check-ins',
    conflicts: {
      twice: (count: number) => `Admitted twice (${number(count)})`,
      notValid: (count: number) => `Admitted, not valid (${number(count)})`,
    } satisfies Record<ConflictKind, (count: number) => string>,
    cannotSend: (count: number) => `${checkIns(count)} cannot be sent`,
    discardWarning: (count: number) => `${checkIns(count)} will be lost. Tap again to discard.`,
    unreadable: (count: number, guests: string) =>
      plural(count, {
        one: `1 check-in on this phone cannot be read${guests && `: ${guests}`}`,
        other: `${number(count)} check-ins on this phone cannot be read${guests && `: ${guests}`}`,
      }),
    rejected: (count: number) => `Not accepted (${number(count)})`,
  }
}

export type DialogTexts = ReturnType<typeof makeDialogTexts>
