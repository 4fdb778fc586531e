// German: the texts of what is loaded after the start. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import type { DialogTexts } from './dialogs-en.ts'
import { deFields } from './names.ts'

const from = (gate: string | null) => (gate === null ? '' : ` von ${gate}`)

export const makeDialogTexts = ({ number, plural }: Words): DialogTexts => ({
  ...deFields,
  toCome: (count) => `noch ${number(count)} erwartet`,
  hiddenGuests: (count) =>
    plural(count, {
      one: '1 Ticket eines Termins, zu dem Sie keinen Zugang haben.',
      other: `${number(count)} Tickets eines Termins, zu dem Sie keinen Zugang haben.`,
    }),
  connectAgain: 'Dieses Telefon ist nicht mehr verbunden. Bitten Sie um einen neuen Link.',
  signInAgain: 'Ihre Anmeldung ist abgelaufen. Mit der Liste auf diesem Telefon können Sie weiterarbeiten.',
  addGuest: 'Gast hinzufügen',
  addNamed: (name) => `„${name}“ ohne Ticket hinzufügen`,
  checkInAll: (count) => `Alle einchecken (${number(count)})`,
  askSupervisor: 'Fragen Sie Ihre Aufsicht',
  connecting: 'Wird verbunden …',
  connectTitle: 'Dieses Telefon verbinden',
  connectPaste: 'Die Kamera ist nicht nutzbar. Fügen Sie den Link aus der Konsole ein.',
  link: 'Link',
  goOn: 'Weiter',
  notALink: 'Mit diesem Link lässt sich kein Telefon verbinden.',
  checkingLink: 'Der Link wird geprüft …',
  connectAs: (organizer, name) => `${organizer} verbindet dieses Telefon als „${name}“.`,
  connectReplaces: (who) => `${who} ist auf diesem Telefon angemeldet und wird abgemeldet.`,
  connectLost: 'Keine Antwort. Sie können es ohne Risiko noch einmal versuchen.',
  linkOver: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitten Sie um einen neuen.',
  linkInvites: 'Dieser Link ist eine Einladung für eine Person.',
  openInvitation: 'Einladung öffnen',
  earlierTitle: 'Vergangene Termine',
  noEarlier: 'Sie hatten in den letzten 60 Tagen keine Termine.',
  showEmail: 'E-Mail anzeigen',
  transferred: (count) =>
    plural(count, { one: 'Einmal übertragen', other: `${number(count)}-mal übertragen` }),
  undoCheckIn: 'Check-in rückgängig machen',
  checkInAgain: 'Erneut einchecken',
  messages: {
    undone: (guests) => `Check-in rückgängig gemacht: ${guests}`,
    exitUndone: (guests) => `Ausgang zurückgenommen: ${guests}`,
    undoElsewhere: () =>
      'Ein anderes System hat dieses Ticket eingecheckt. Das lässt sich hier nicht rückgängig machen.',
    undoBySupervisor: () =>
      'Jemand anderes hat dieses Ticket eingecheckt. Bitten Sie Ihre Aufsicht, das rückgängig zu machen.',
    undoOffline: () =>
      'Dieses Ticket wurde woanders oder vor längerer Zeit eingecheckt. Rückgängig machen geht nur mit Netz.',
  },
  howMany: 'Wie viele sind da?',
  hereOf: (count) => `Anwesende Gäste (von ${number(count)})`,
  fewer: 'Weniger',
  more: 'Mehr',
  checkInMany: (count) => `${number(count)} einchecken`,
  yesCheckIn: (count) => `Ja, ${number(count)} einchecken`,
  name: 'Name',
  addAndCheckIn: (count) =>
    count === 1 ? 'Hinzufügen und einchecken' : `${number(count)} hinzufügen und einchecken`,
  wouldBeOver: (count) => `Damit wären es ${number(count)} über der Kapazität.`,
  walkInType: 'Abendkasse',
  exits: 'Ausgänge und Personenzahl',
  direction: 'Richtung',
  enter: 'Rein',
  leave: 'Raus',
  area: 'Bereich',
  insideNow: (count, of) => `${number(count)} ${of} drin`,
  count: 'Zählen',
  countHelp: 'Zählt Personen ohne Ticket. Gäste mit Ticket zählen von selbst.',
  oneMore: 'Eine Person mehr',
  oneLess: 'Eine Person weniger',
  peopleInside: 'Personen im Haus',
  setTo: (count) => `Auf ${number(count)} setzen`,
  conflictHelp: {
    twice: 'Hier wurden ohne Netz Gäste eingelassen, deren Tickets schon eingecheckt waren.',
    notValid: 'Hier wurden ohne Netz Gäste eingelassen, deren Tickets ungültig sind.',
  },
  here: (time) => `Hier um ${time}`,
  seen: 'Als gesehen markieren',
  deniedTitle: 'Senden nicht möglich',
  deniedHelp:
    'Sie haben keinen Zugang mehr zum Termin dieser Check-ins, deshalb wurden sie nicht gesendet. Sie werden gesendet, sobald sich jemand, der sie senden darf, auf diesem Telefon anmeldet oder es verbindet.',
  discard: 'Verwerfen',
  unreadableHelp:
    'Diese Check-ins sind auf diesem Telefon beschädigt und lassen sich nicht senden. Checken Sie Gäste, die schon drin sind, erneut ein. Verwerfen Sie dann diese Check-ins.',
  rejectedTitle: 'Nicht angenommen',
  rejectedHelp: 'Der Dienst hat diese Check-ins nicht angenommen. Zeigen Sie sie der Aufsicht.',
  sendAgain: 'Erneut senden',
  remove: 'Entfernen',
  stopScanning: 'Scannen beenden',
  scanning: 'Scannen',
  torch: 'Licht',
  scanHint: 'Halten Sie den Code vor die Kamera.',
  qrOnly: 'Nur QR-Codes',
  camera: 'Kamera',
  noCamera: 'Die Kamera ist nicht nutzbar. Erlauben Sie sie für diese Seite, oder geben Sie die Nummer ein.',
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
  sessionNotFound: 'Diesen Termin gibt es nicht, oder der Dienst ist nicht erreichbar.',
  sureAboutMany: (count) => `${number(count)} Tickets auf einmal einchecken? Sind wirklich alle da?`,
  nothingFound: 'Versuchen Sie weniger Buchstaben, eine andere Schreibweise oder das Ende der Ticketnummer.',
  everyoneIn: 'Alle sind drin.',
  nobodyHere: 'Noch niemand.',
  notLoadedYet: 'Bisher nichts gefunden. Die Liste wird noch geladen.',
  similarNames: 'Kein genauer Treffer. Ähnliche Namen',
  othersSending: (count, subject) =>
    plural(count, {
      one: `1 Check-in von ${subject} ist noch nicht gesendet. Er wird jetzt gesendet.`,
      other: `${number(count)} Check-ins von ${subject} sind noch nicht gesendet. Sie werden jetzt gesendet.`,
    }),
  unsentOf: (count, gate) =>
    plural(count, {
      one: `1 Check-in${from(gate)} ist noch nicht gesendet. Er wird gesendet, sobald sich jemand, der ihn senden darf, auf diesem Telefon anmeldet oder es verbindet.`,
      other: `${number(count)} Check-ins${from(gate)} sind noch nicht gesendet. Sie werden gesendet, sobald sich jemand, der sie senden darf, auf diesem Telefon anmeldet oder es verbindet.`,
    }),
  othersDenied: (count, subject) =>
    plural(count, {
      one: `1 Check-in von ${subject} ist noch nicht gesendet, und Sie dürfen ihn nicht senden. ${subject} muss sich auf diesem Telefon anmelden.`,
      other: `${number(count)} Check-ins von ${subject} sind noch nicht gesendet, und Sie dürfen sie nicht senden. ${subject} muss sich auf diesem Telefon anmelden.`,
    }),
  connectSends: (count, gate, name) =>
    plural(count, {
      one: `1 Check-in${from(gate)} wird als ${name} gesendet.`,
      other: `${number(count)} Check-ins${from(gate)} werden als ${name} gesendet.`,
    }),
  connectKeeps: 'Check-ins, die es nicht senden darf, bleiben auf diesem Telefon.',
  signOutKept: (count) =>
    plural(count, {
      one: '1 Check-in ist noch nicht gesendet. Er bleibt ohne den Gast auf diesem Telefon, bis sich jemand anmeldet, der ihn senden darf.',
      other: `${number(count)} Check-ins sind noch nicht gesendet. Sie bleiben ohne die Gäste auf diesem Telefon, bis sich jemand anmeldet, der sie senden darf.`,
    }),
  eraseToo: 'Auch diese löschen',
  signOutUnsent: (count) =>
    plural(count, {
      one: '1 Check-in ist noch nicht gesendet und geht verloren.',
      other: `${number(count)} Check-ins sind noch nicht gesendet und gehen verloren.`,
    }),
  cancel: 'Abbrechen',
  phoneEnds: 'Bitten Sie um einen neuen Link. Dieses Telefon ist verbunden bis:',
  isCancelled: 'Dieser Termin ist abgesagt.',
  recent: 'Letzte Check-ins',
  conflicts: {
    twice: (count) => `Doppelt eingelassen (${number(count)})`,
    notValid: (count) => `Eingelassen, ungültig (${number(count)})`,
  },
  cannotSend: (count) =>
    plural(count, {
      one: '1 Check-in kann nicht gesendet werden',
      other: `${number(count)} Check-ins können nicht gesendet werden`,
    }),
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
  rejected: (count) => `Nicht angenommen (${number(count)})`,
})
