// German. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/de.ts'
import type { DoorTexts } from './en.ts'
import { de } from './names.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) => plural(count, { one: '1 Ticket', other: `${number(count)} Tickets` })
  return {
    ...de,
    ...makeEntranceTexts(),
    close: 'Schließen',

    signInLead: 'Gäste einchecken, mit oder ohne Netz.',
    openElsewhere: 'Doorlist ist in einem anderen Tab geöffnet.',
    useHere: 'Hier verwenden',

    connect: 'Verbinden',
    connectHow: 'Richten Sie die Kamera auf den Code in der Konsole, oder fügen Sie den Link ein.',

    sessions: 'Termine',
    earlier: 'Frühere',
    loadingSessions: 'Termine werden geladen …',
    noSessions: 'Ab heute haben Sie keine Termine. Bitten Sie um Zugang.',
    noSuchSession: 'Kein Termin gefunden.',
    searchSessions: 'Termine suchen',
    cancelled: 'Abgesagt',
    now: 'Jetzt',
    today: 'Heute',
    tomorrow: 'Morgen',
    noTickets: 'Noch keine Tickets',
    sessionsOffline: 'Der Dienst ist nicht erreichbar. Diese Termine sind auf diesem Telefon.',
    sessionsFailed: (message) => `Die Termine konnten nicht geladen werden. ${message}`,
    noneStored: 'Der Dienst ist nicht erreichbar, und auf diesem Telefon ist keiner Ihrer Termine.',
    tryAgain: 'Erneut versuchen',
    onPhone: 'Auf diesem Telefon',
    doors: (time) => `Einlass ${time}`,

    loading: 'Tickets werden geladen',
    loadedOf: (count, total) => `${number(count)} von ${tickets(total)}`,
    loadingOffline: 'Kein Netz. Sobald es wieder da ist, geht das Laden weiter.',
    waitingForAccess: 'Der Dienst muss Ihren Zugang noch bestätigen.',
    readyOffline: 'Offline bereit',
    notOnDisk: 'Nicht auf dem Telefon gespeichert: Seite offen und online lassen',
    denied: 'Sie haben keinen Zugang mehr zu diesem Termin. Seine Tickets sind ausgeblendet.',
    erased:
      'Sie haben keinen Zugang mehr zu diesem Termin. Seine Tickets wurden von diesem Telefon gelöscht.',

    search: 'Tickets suchen',
    searchHint: 'Name, Nummer, Platz, E-Mail',
    filterLegend: 'Anzeigen',
    filters: { all: 'Alle', expected: 'Erwartet', checkedIn: 'Eingecheckt' },
    found: (count) => `${number(count)} gefunden`,
    tickets: 'Tickets',
    showMore: 'Mehr anzeigen',
    arrived: (count, total) => `${number(count)} von ${number(total)} eingecheckt`,
    ofTotal: (count) => `von ${number(count)}`,
    noName: 'Ohne Namen',
    status: { Valid: 'Erwartet', CheckedIn: 'Eingecheckt', Refunded: 'Erstattet', Voided: 'Storniert' },

    listOf: (name) => `Liste von ${name}`,
    partyIn: (inside, all) => `${number(inside)} von ${number(all)} drin`,
    checkIn: 'Einchecken',
    undo: 'Rückgängig',
    andMore: (count) => `und ${number(count)} weitere`,
    justRead: 'Gerade gelesen',

    overCapacity: (count) => `${number(count)} über der Kapazität`,

    note: 'Hinweis',
    readFirst: 'Erst lesen',
    letIn: 'Einlassen',
    dontLetIn: 'Nicht einlassen',
    notCheckedIn: (guests) => `Nicht eingecheckt: ${guests}`,
    checking: 'Wird geprüft …',
    askingShop: 'Der Shop wird gefragt …',
    in: 'Drin',
    notIn: 'Nicht drin',
    checkedInMany: (count, total) =>
      count === total
        ? `Eingecheckt: ${tickets(count)}`
        : `Eingecheckt: ${number(count)} von ${tickets(total)}`,
    alreadyAt: (at, device) =>
      [at === null ? '' : `um ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    searchGuest: 'Suchen',
    stillLoading: 'Die Liste wird noch geladen. Versuchen Sie es gleich noch einmal.',
    onThisPhone: 'Auf diesem Telefon.',
    notShown: 'Gerade eben auf diesem Telefon eingecheckt. Das Ergebnis wurde nicht angezeigt.',
    venue: 'Haus',
    checkOut: 'Auschecken',
    undoExit: 'Ausgang zurücknehmen',

    connection: 'Verbindung',
    upToDate: 'Alles gesendet',
    sending: 'Sendet',
    offlineSignIn: 'Offline: neu anmelden',
    offlineConnect: 'Offline: neu verbinden',
    offlineSince: (time) => `Offline seit ${time}`,
    toSend: (count, oldest) => `${number(count)} noch nicht gesendet${oldest && ` (seit ${oldest})`}`,
    separator: ', ',

    conflictTitle: { twice: 'Doppelt eingelassen', notValid: 'Eingelassen, ungültig' },
    before: (text) => `Zuvor: ${text}`,
    findSecond: 'Suchen Sie die zweite Person, oder sagen Sie der Aufsicht Bescheid.',

    scan: 'Scannen',

    settings: 'Einstellungen',
  }
}
