// German. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/de.ts'
import type { DoorTexts } from './en.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) => plural(count, { one: '1 Ticket', other: `${number(count)} Tickets` })
  return {
    ...makeEntranceTexts(),
    cancel: 'Abbrechen',
    close: 'Schließen',

    signInLead: 'Gäste einchecken, mit oder ohne Netz.',
    openElsewhere: 'Doorlist ist in einem anderen Tab geöffnet.',
    useHere: 'Hier verwenden',
    signInAgain: 'Ihre Anmeldung ist abgelaufen. Mit der Liste auf diesem Telefon können Sie weiterarbeiten.',

    connect: 'Verbinden',
    connecting: 'Wird verbunden …',
    connectTitle: 'Dieses Telefon verbinden',
    connectHow: 'Richten Sie die Kamera auf den Code in der Konsole, oder fügen Sie den Link ein.',
    connectPaste: 'Die Kamera ist nicht nutzbar. Fügen Sie den Link aus der Konsole ein.',
    link: 'Link',
    goOn: 'Weiter',
    notALink: 'Mit diesem Link lässt sich kein Telefon verbinden.',
    checkingLink: 'Der Link wird geprüft …',
    connectAs: (organizer, name) => `${organizer} verbindet dieses Telefon als „${name}“.`,
    connectReplaces: (who) => `${who} ist auf diesem Telefon angemeldet und wird abgemeldet.`,
    connectUnsent: (count) =>
      plural(count, {
        one: '1 Check-in ist noch nicht gesendet und bleibt auf diesem Telefon.',
        other: `${number(count)} Check-ins sind noch nicht gesendet und bleiben auf diesem Telefon.`,
      }),
    connectLost: 'Keine Antwort. Sie können es ohne Risiko noch einmal versuchen.',
    linkOver: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitten Sie um einen neuen.',
    linkInvites: 'Dieser Link ist eine Einladung für eine Person.',
    openInvitation: 'Einladung öffnen',
    connectAgain: 'Dieses Telefon ist nicht mehr verbunden. Bitten Sie um einen neuen Link.',
    phoneEnds: 'Bitten Sie um einen neuen Link. Dieses Telefon ist verbunden bis:',

    sessions: 'Termine',
    earlier: 'Frühere',
    earlierTitle: 'Vergangene Termine',
    loadingSessions: 'Termine werden geladen …',
    noSessions: 'Ab heute haben Sie keine Termine. Bitten Sie um Zugang.',
    noSuchSession: 'Kein Termin gefunden.',
    searchSessions: 'Termine suchen',
    now: 'Jetzt',
    today: 'Heute',
    tomorrow: 'Morgen',
    noTickets: 'Noch keine Tickets',
    noEarlier: 'Sie hatten in den letzten 60 Tagen keine Termine.',
    sessionsOffline: 'Der Dienst ist nicht erreichbar. Diese Termine sind auf diesem Telefon.',
    sessionsFailed: (message) => `Die Termine konnten nicht geladen werden. ${message}`,
    noneStored: 'Der Dienst ist nicht erreichbar, und auf diesem Telefon ist keiner Ihrer Termine.',
    tryAgain: 'Erneut versuchen',
    onPhone: 'Auf diesem Telefon',
    doors: (time) => `Einlass ${time}`,
    sessionNotFound: 'Diesen Termin gibt es nicht, oder der Dienst ist nicht erreichbar.',

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
    nothingFound:
      'Versuchen Sie weniger Buchstaben, eine andere Schreibweise oder das Ende der Ticketnummer.',
    similarNames: 'Kein genauer Treffer. Ähnliche Namen',
    everyoneIn: 'Alle sind drin.',
    nobodyHere: 'Noch niemand.',
    notLoadedYet: 'Bisher nichts gefunden. Die Liste wird noch geladen.',
    arrived: (count, total) => `${number(count)} von ${number(total)} eingecheckt`,
    toCome: (count) => `noch ${number(count)} erwartet`,
    ofTotal: (count) => `von ${number(count)}`,
    recent: 'Letzte Check-ins',
    noName: 'Ohne Namen',
    status: { Valid: 'Erwartet', CheckedIn: 'Eingecheckt', Refunded: 'Erstattet', Voided: 'Storniert' },

    number: 'Nummer',
    type: 'Ticketart',
    seat: 'Platz',
    company: 'Firma',
    reference: 'Referenz',
    partyIn: (inside, all) => `${number(inside)} von ${number(all)} drin`,
    email: 'E-Mail',
    holder: 'Gekauft von',
    showEmail: 'E-Mail anzeigen',
    checkedInAt: 'Eingecheckt um',
    transferred: (count) =>
      plural(count, { one: 'Einmal übertragen', other: `${number(count)}-mal übertragen` }),
    checkIn: 'Einchecken',
    checkInAll: (count) => `Alle einchecken (${number(count)})`,
    undoCheckIn: 'Check-in rückgängig machen',
    undo: 'Rückgängig',
    checkInAgain: 'Erneut einchecken',
    howMany: 'Wie viele sind da?',
    hereOf: (count) => `Anwesende Gäste (von ${number(count)})`,
    fewer: 'Weniger',
    more: 'Mehr',
    checkInMany: (count) => `${number(count)} einchecken`,
    sureAboutMany: (count) => `${tickets(count)} auf einmal einchecken? Sind wirklich alle da?`,
    yesCheckIn: (count) => `Ja, ${number(count)} einchecken`,
    andMore: (count) => `und ${number(count)} weitere`,
    justRead: 'Gerade gelesen',
    messages: {
      undone: (guests) => `Check-in rückgängig gemacht: ${guests}`,
      exitUndone: (guests) => `Ausgang zurückgenommen: ${guests}`,
      undoElsewhere: () =>
        'Ein anderes System hat dieses Ticket eingecheckt. Das lässt sich hier nicht rückgängig machen.',
      undoOffline: () =>
        'Ein anderes Gerät hat dieses Ticket eingecheckt. Rückgängig machen geht nur mit Netz.',
    },

    addGuest: 'Gast hinzufügen',
    addNamed: (name) => `„${name}“ ohne Ticket hinzufügen`,
    name: 'Name',
    addAndCheckIn: (count) =>
      count === 1 ? 'Hinzufügen und einchecken' : `${number(count)} hinzufügen und einchecken`,
    overCapacity: (count) => `${number(count)} über der Kapazität`,
    wouldBeOver: (count) => `Damit wären es ${number(count)} über der Kapazität.`,
    walkInType: 'Abendkasse',

    note: 'Hinweis',
    readFirst: 'Erst lesen',
    letIn: 'Einlassen',
    dontLetIn: 'Nicht einlassen',
    notCheckedIn: (guests) => `Nicht eingecheckt: ${guests}`,
    checking: 'Wird geprüft …',
    in: 'Drin',
    notIn: 'Nicht drin',
    checkedIn: 'Eingecheckt',
    checkedInMany: (count, total) =>
      count === total
        ? `Eingecheckt: ${tickets(count)}`
        : `Eingecheckt: ${number(count)} von ${tickets(total)}`,
    alreadyCheckedIn: 'Bereits eingecheckt',
    alreadyAt: (at, device) =>
      [at === null ? '' : `um ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    notValid: 'Ungültig',
    notAllowed: 'Nicht erlaubt',
    notAllowedHelp: 'Hier gibt es keinen Einlass ohne Ticket. Lassen Sie den Gast nicht ein.',
    unknownTicket: 'Unbekanntes Ticket',
    wrongCode: 'Falscher Code',
    wrongCodeHelp: 'Das ist eine Ticketnummer, die jeder kennen kann. Suchen Sie den Gast über den Namen.',
    searchGuest: 'Suchen',
    otherSession: 'Für einen anderen Termin',
    unknownHelp: 'Nicht auf dieser Liste. Prüfen Sie Datum und Veranstaltung.',
    forSession: (event, start) => `Dieses Ticket gilt für ${event}, ${start}.`,
    stillLoading: 'Die Liste wird noch geladen. Versuchen Sie es gleich noch einmal.',
    onThisPhone: 'Auf diesem Telefon.',
    notShown: 'Gerade eben auf diesem Telefon eingecheckt. Das Ergebnis wurde nicht angezeigt.',
    notSaved: 'Nicht gespeichert',
    notSavedHelp:
      'Dieses Telefon kann den Check-in nicht speichern. Lassen Sie den Gast nicht ein. Versuchen Sie es noch einmal, sobald Sie online sind.',
    exits: 'Ausgänge und Personenzahl',
    direction: 'Richtung',
    enter: 'Rein',
    leave: 'Raus',
    area: 'Bereich',
    venue: 'Ganzes Haus',
    checkOut: 'Auschecken',
    undoExit: 'Ausgang zurücknehmen',
    back: 'Wieder da',
    left: 'Gegangen',
    leftAt: (time, device) => [time && `Gegangen um ${time}`, device].filter(Boolean).join(', '),
    insideSince: (time, device) => `Drin seit ${[time, device].filter(Boolean).join(', ')}`,
    wasHere: (times) => `War hier: ${times}`,
    leftUnseen: 'Ungesehen gegangen, jetzt zurück',
    notInside: 'War nicht eingecheckt',
    wrongArea: 'Falscher Bereich',
    forAreas: (names, area) => `${names && `Gilt für ${names}. `}Nicht für ${area}`,
    notNow: 'Nicht um diese Zeit',
    window: (limit, now, isEarly) => `${limit && `${isEarly ? 'Ab' : 'Bis'} ${limit}. `}Es ist ${now}`,
    insideNow: (count, of) => `${number(count)} ${of} drin`,
    count: 'Zählen',
    countHelp: 'Zählt Personen ohne Ticket. Gäste mit Ticket zählen von selbst.',
    oneMore: 'Eine Person mehr',
    oneLess: 'Eine Person weniger',
    peopleInside: 'Personen im Haus',
    setTo: (count) => `Auf ${number(count)} setzen`,

    connection: 'Verbindung',
    upToDate: 'Alles gesendet',
    sending: 'Wird gesendet',
    offlineSignIn: 'Offline: zum Senden neu anmelden',
    offlineConnect: 'Offline: zum Senden neu verbinden',
    offlineSince: (time) => `Offline seit ${time}`,
    toSend: (count, oldest) => `${number(count)} noch nicht gesendet (seit ${oldest})`,
    separator: ', ',

    conflicts: {
      twice: (count) => `Doppelt eingelassen (${number(count)})`,
      notValid: (count) => `Eingelassen, ungültig (${number(count)})`,
    },
    conflictTitle: { twice: 'Doppelt eingelassen', notValid: 'Eingelassen, ungültig' },
    conflictHelp: {
      twice: 'Hier wurden ohne Netz Gäste eingelassen, deren Tickets schon eingecheckt waren.',
      notValid: 'Hier wurden ohne Netz Gäste eingelassen, deren Tickets ungültig sind.',
    },
    here: (time) => `Hier um ${time}`,
    before: (text) => `Zuvor: ${text}`,
    findSecond: 'Suchen Sie die zweite Person, oder sagen Sie der Aufsicht Bescheid.',
    seen: 'Als gesehen markieren',
    hiddenGuests: (count) =>
      plural(count, {
        one: '1 Ticket eines Termins, zu dem Sie keinen Zugang haben.',
        other: `${number(count)} Tickets eines Termins, zu dem Sie keinen Zugang haben.`,
      }),
    cannotSend: (count) =>
      plural(count, {
        one: '1 Check-in kann nicht gesendet werden',
        other: `${number(count)} Check-ins können nicht gesendet werden`,
      }),
    deniedTitle: 'Senden nicht möglich',
    deniedHelp:
      'Sie haben keinen Zugang mehr zum Termin dieser Check-ins, deshalb wurden sie nicht gesendet. Zum Senden muss sich eine Aufsicht auf diesem Telefon anmelden.',
    discard: 'Verwerfen',
    discardWarning: (count) =>
      plural(count, {
        one: '1 Check-in geht verloren. Zum Verwerfen noch einmal tippen.',
        other: `${number(count)} Check-ins gehen verloren. Zum Verwerfen noch einmal tippen.`,
      }),
    unreadable: (count, guests) =>
      plural(count, {
        one: `1 Check-in auf diesem Telefon ist nicht lesbar${guests && `: ${guests}`}`,
        other: `${number(count)} Check-ins auf diesem Telefon sind nicht lesbar${guests && `: ${guests}`}`,
      }),
    unreadableHelp:
      'Diese Check-ins sind auf diesem Telefon beschädigt und lassen sich nicht senden. Checken Sie Gäste, die schon drin sind, erneut ein. Verwerfen Sie dann diese Check-ins.',
    rejected: (count) => `Nicht angenommen (${number(count)})`,
    rejectedTitle: 'Nicht angenommen',
    rejectedHelp: 'Der Dienst hat diese Check-ins nicht angenommen. Zeigen Sie sie der Aufsicht.',
    sendAgain: 'Erneut senden',
    remove: 'Entfernen',

    scan: 'Scannen',
    stopScanning: 'Scannen beenden',
    scanning: 'Scannen',
    torch: 'Licht',
    scanHint: 'Halten Sie den QR-Code vor die Kamera.',
    camera: 'Kamera',
    noCamera:
      'Die Kamera ist nicht nutzbar. Erlauben Sie sie für diese Seite, oder geben Sie die Nummer ein.',

    settings: 'Einstellungen',
    checkPhone: 'Dieses Telefon prüfen',
    deviceName: 'Gerätename',
    deviceHint: 'Wird an anderen Türen angezeigt, zum Beispiel „Tür B“.',
    sound: 'Ton',
    vibration: 'Vibration',
    storage: 'Speicherplatz auf diesem Gerät',
    storageKept: 'Der Browser behält die Daten dieser Seite.',
    storageBestEffort:
      'Wenn der Speicherplatz knapp wird, kann der Browser die Daten dieser Seite löschen. Installieren Sie die Seite, damit sie bleiben.',
    signedInAs: (subject) => `Angemeldet als ${subject}`,
    update: 'Seite aktualisieren',
    updateReady: 'Eine neue Version ist bereit. Das Aktualisieren dauert ein paar Sekunden.',
    signOut: 'Abmelden und löschen',
    signOutHelp: 'Löscht alle Tickets von diesem Telefon.',
    signOutUnsent: (count) =>
      plural(count, {
        one: '1 Check-in ist noch nicht gesendet und geht verloren.',
        other: `${number(count)} Check-ins sind noch nicht gesendet und gehen verloren.`,
      }),
    othersSending: (count, subject) =>
      plural(count, {
        one: `1 Check-in von ${subject} ist noch nicht gesendet. Er wird jetzt gesendet.`,
        other: `${number(count)} Check-ins von ${subject} sind noch nicht gesendet. Sie werden jetzt gesendet.`,
      }),
    phonesDenied: (count, phone) =>
      plural(count, {
        one: `1 Check-in von ${phone} ist noch nicht gesendet, und Sie dürfen ihn nicht senden. Eine Aufsicht muss sich auf diesem Telefon anmelden.`,
        other: `${number(count)} Check-ins von ${phone} sind noch nicht gesendet, und Sie dürfen sie nicht senden. Eine Aufsicht muss sich auf diesem Telefon anmelden.`,
      }),
    othersDenied: (count, subject) =>
      plural(count, {
        one: `1 Check-in von ${subject} ist noch nicht gesendet, und Sie dürfen ihn nicht senden. ${subject} muss sich auf diesem Telefon anmelden.`,
        other: `${number(count)} Check-ins von ${subject} sind noch nicht gesendet, und Sie dürfen sie nicht senden. ${subject} muss sich auf diesem Telefon anmelden.`,
      }),
  }
}
