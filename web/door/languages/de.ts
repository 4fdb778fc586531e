// German. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/de.ts'
import type { DoorTexts } from './en.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) => plural(count, { one: '1 Ticket', other: `${number(count)} Tickets` })
  const checkIns = (count: number) =>
    plural(count, { one: '1 Check-in', other: `${number(count)} Check-ins` })
  return {
    ...makeEntranceTexts(),
    cancel: 'Abbrechen',
    close: 'Schließen',

    signInLead: 'Gäste einchecken, mit oder ohne Netz.',
    signInAgain: 'Ihre Anmeldung ist abgelaufen. Mit der Liste auf diesem Telefon können Sie weiterarbeiten.',

    connect: 'Verbinden',
    connecting: 'Wird verbunden …',
    connectTitle: 'Dieses Telefon verbinden',
    connectHow: 'Richten Sie die Kamera auf den Code in der Konsole, oder fügen Sie den Link ein.',
    connectPaste: 'Die Kamera ist nicht nutzbar. Fügen Sie den Link aus der Konsole ein.',
    link: 'Link',
    goOn: 'Weiter',
    notALink: 'Mit diesem Link lässt sich kein Telefon verbinden.',
    lookingAtLink: 'Der Link wird geprüft …',
    connectAs: (organizer, name) => `${organizer} verbindet dieses Telefon als „${name}“.`,
    connectReplaces: (who) => `${who} ist auf diesem Telefon angemeldet und wird dadurch abgemeldet.`,
    connectUnsent: (count) =>
      plural(count, {
        one: '1 Check-in ist noch nicht gesendet und bleibt auf diesem Telefon.',
        other: `${number(count)} Check-ins sind noch nicht gesendet und bleiben auf diesem Telefon.`,
      }),
    connectLost: 'Es kam keine Antwort. Versuchen Sie es noch einmal: Das ist ungefährlich.',
    linkOver: 'Dieser Link ist abgelaufen oder wurde benutzt. Bitten Sie um einen neuen.',
    linkInvites: 'Dieser Link ist eine Einladung für eine Person.',
    openInvitation: 'Einladung öffnen',
    connectAgain: 'Dieses Telefon ist nicht mehr verbunden. Bitten Sie um einen neuen Link.',

    sessions: 'Termine',
    earlier: 'Frühere',
    earlierTitle: 'Vor heute',
    loadingSessions: 'Termine werden geladen …',
    noSessions: 'Sie haben heute und später keine Termine. Bitten Sie um Zugang.',
    noSuchSession: 'Kein Termin passt.',
    searchSessions: 'Termine suchen',
    now: 'Jetzt',
    today: 'Heute',
    tomorrow: 'Morgen',
    noTickets: 'Noch keine Tickets',
    noEarlier: 'Sie hatten in den letzten 60 Tagen keine Termine.',
    sessionsOffline: 'Der Dienst ist nicht erreichbar. Diese Termine sind auf dem Telefon.',
    sessionsFailed: (message) => `Die Termine konnten nicht geladen werden. ${message}`,
    nothingHeld: 'Der Dienst ist nicht erreichbar, und auf diesem Telefon ist kein Termin von Ihnen.',
    tryAgain: 'Noch einmal versuchen',
    onPhone: 'Auf diesem Telefon',
    doors: (time) => `Einlass ${time}`,
    sessionNotFound: 'Diesen Termin gibt es nicht, oder der Dienst ist nicht erreichbar.',

    loading: 'Tickets werden geladen',
    loadedOf: (count, total) => `${number(count)} von ${tickets(total)}`,
    loadingOffline: 'Warten auf das Netz. Danach geht das Laden weiter.',
    waitingForAccess: 'Warten, bis der Dienst Ihren Zugang bestätigt.',
    readyOffline: 'Offline bereit',
    notOnDisk: 'Nicht auf dem Telefon gespeichert: Seite offen und online lassen',
    denied:
      'Der Dienst meldet, dass Sie keinen Zugang mehr zu diesem Termin haben. Die Tickets sind verborgen.',
    erased: 'Sie haben keinen Zugang mehr zu diesem Termin. Seine Tickets wurden vom Telefon gelöscht.',

    search: 'Tickets suchen',
    searchHint: 'Name, Nummer, Platz, E-Mail',
    filterLegend: 'Anzeigen',
    filters: { all: 'Alle', expected: 'Erwartet', checkedIn: 'Eingecheckt' },
    found: (count) => `${number(count)} gefunden`,
    tickets: 'Tickets',
    showMore: 'Mehr anzeigen',
    emptyHint: 'Tippen Sie zum Suchen, scannen Sie einen Code oder wählen Sie eine Liste.',
    nothingFound:
      'Versuchen Sie weniger Buchstaben, eine andere Schreibweise oder das Ende der Ticketnummer.',
    nobodyLeft: 'Alle sind da.',
    nobodyHere: 'Noch niemand.',
    notLoadedYet: 'Bisher nichts gefunden. Die Liste wird noch geladen.',
    arrived: (count, total) => `${number(count)} von ${number(total)} eingecheckt`,
    recent: 'Letzte Check-ins',
    noName: 'Ohne Namen',
    status: { Valid: 'Gültig', CheckedIn: 'Eingecheckt', Refunded: 'Erstattet', Voided: 'Storniert' },

    number: 'Nummer',
    type: 'Ticketart',
    seat: 'Platz',
    company: 'Firma',
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
    checkInAgain: 'Wieder einchecken',
    howMany: 'Wie viele sind gekommen?',
    haveCome: (count) => `Gekommen, von ${number(count)}`,
    fewer: 'Weniger',
    more: 'Mehr',
    checkInMany: (count) => `${number(count)} einchecken`,
    sureAboutMany: (count) => `${tickets(count)} auf einmal einchecken? Sind wirklich alle gekommen?`,
    yesCheckIn: (count) => `Ja, ${number(count)} einchecken`,
    andMore: (count) => `und ${number(count)} weitere`,
    messages: {
      justRead: (code) => `Gerade gelesen: ${code}`,
      undone: (guests) => `Check-in rückgängig gemacht: ${guests}`,
      undoElsewhere: () =>
        'Ein anderes System hat dieses Ticket eingecheckt. Das lässt sich hier nicht rückgängig machen.',
      undoOffline: () =>
        'Ein anderes Gerät hat dieses Ticket eingecheckt. Rückgängig machen geht nur mit Netz.',
    },

    addGuest: 'Gast hinzufügen',
    name: 'Name',
    howManyCome: 'Wie viele kommen herein?',
    addAndCheckIn: (count) =>
      count === 1 ? 'Hinzufügen und einchecken' : `${number(count)} hinzufügen und einchecken`,
    overCapacity: (count) => `${number(count)} über der Kapazität`,
    wouldBeOver: (count) => `Der Termin läge ${number(count)} über seiner Kapazität.`,
    walkInType: 'Abendkasse',

    note: 'Hinweis',
    done: 'Erledigt',
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
      [at === null ? '' : `um ${at}`, device === null ? '' : `von ${device}`].filter(Boolean).join(' '),
    notValid: 'Ungültig',
    notAllowed: 'Nicht erlaubt',
    notAllowedHelp: 'Hier gibt es keinen Einlass ohne Ticket. Lassen Sie den Gast nicht ein.',
    unknownTicket: 'Unbekanntes Ticket',
    wrongCode: 'Falscher Code',
    wrongCodeHelp: 'Das ist eine Ticketnummer, die jeder kennen kann. Suchen Sie den Gast nach Namen.',
    searchGuest: 'Suchen',
    otherSession: 'Anderer Termin',
    unknownHelp: 'Nicht auf dieser Liste. Vergleichen Sie Datum und Veranstaltung.',
    forSession: (event, start) => `Dieses Ticket gilt für ${event}, ${start}.`,
    stillLoading: 'Die Liste wird noch geladen. Versuchen Sie es gleich noch einmal.',
    onThisPhone: 'Auf diesem Telefon.',
    notShown: 'Gerade eben auf diesem Telefon eingecheckt. Das Ergebnis wurde nicht gezeigt.',
    notSaved: 'Nicht gespeichert',
    notSavedHelp:
      'Dieses Telefon kann den Check-in nicht speichern. Lassen Sie den Gast nicht ein. Versuchen Sie es mit Netz noch einmal.',
    connection: 'Verbindung',
    upToDate: 'Aktuell',
    sending: 'Wird gesendet',
    offlineSignIn: 'Offline: zum Senden neu anmelden',
    offlineConnect: 'Offline: zum Senden neu verbinden',
    offlineSince: (time) => `Offline seit ${time}`,
    toSend: (count, oldest) => `${number(count)} zu senden, ältester von ${oldest}`,
    separator: ', ',

    trouble: {
      twice: (count) => `Doppelt eingelassen (${number(count)})`,
      notValid: (count) => `Eingelassen, ungültig (${number(count)})`,
    },
    troubleTitle: { twice: 'Doppelt eingelassen', notValid: 'Eingelassen, ungültig' },
    troubleHelp: {
      twice: 'Mit diesen Tickets wurden hier ohne Netz Gäste eingelassen. Sie waren schon eingecheckt.',
      notValid: 'Mit diesen Tickets wurden hier ohne Netz Gäste eingelassen. Sie sind nicht gültig.',
    },
    here: (time) => `Hier um ${time}`,
    before: (text) => `Zuvor: ${text}`,
    seen: 'Als gesehen markieren',
    hiddenGuests: (count) =>
      plural(count, {
        one: '1 Ticket eines Termins, den Sie nicht sehen dürfen.',
        other: `${number(count)} Tickets eines Termins, den Sie nicht sehen dürfen.`,
      }),
    cannotSend: (count) =>
      plural(count, {
        one: '1 Check-in kann nicht gesendet werden',
        other: `${number(count)} Check-ins können nicht gesendet werden`,
      }),
    deniedTitle: 'Nicht sendbar',
    deniedHelp:
      'Sie haben keinen Zugang mehr zum Termin dieser Check-ins, darum hat der Dienst sie nicht. Zum Senden muss sich eine Aufsicht auf diesem Telefon anmelden.',
    discard: 'Verwerfen',
    discardWarning: (count) =>
      `Der Dienst erfährt dann nie von ${checkIns(count)}. Zum Verwerfen noch einmal tippen.`,
    unreadable: (count, guests) =>
      plural(count, {
        one: `1 Check-in auf diesem Telefon ist nicht lesbar${guests && `: ${guests}`}`,
        other: `${number(count)} Check-ins auf diesem Telefon sind nicht lesbar${guests && `: ${guests}`}`,
      }),
    unreadableHelp:
      'Die Daten dieser Check-ins auf diesem Telefon sind beschädigt, darum hat der Dienst sie nicht. Checken Sie Gäste, die schon drinnen sind, noch einmal ein. Verwerfen Sie dann diese Check-ins.',
    aside: (count) => `Nicht angenommen (${number(count)})`,
    asideTitle: 'Nicht angenommen',
    asideHelp: 'Der Dienst hat diese Check-ins nicht angenommen. Zeigen Sie sie der Aufsicht.',
    sendAgain: 'Erneut senden',
    remove: 'Entfernen',

    scan: 'Scannen',
    stopScanning: 'Scannen beenden',
    scanning: 'Scannen',
    torch: 'Licht',
    scanHint: 'Halten Sie den QR-Code vor die Kamera.',
    camera: 'Kamera',
    noCamera: 'Die Kamera ist nicht nutzbar. Erlauben Sie sie für diese Seite, oder tippen Sie die Nummer.',

    settings: 'Einstellungen',
    testSound: 'Ton testen',
    deviceName: 'Gerätename',
    deviceHint: 'Wird an anderen Türen gezeigt, zum Beispiel „Tür B“.',
    sound: 'Ton',
    vibration: 'Vibration',
    storage: 'Speicher',
    storageKept: 'Der Browser behält die Daten dieser Seite.',
    storageBestEffort:
      'Wenn der Platz knapp wird, kann der Browser die Daten dieser Seite löschen. Installieren Sie die Seite, damit sie bleiben.',
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
