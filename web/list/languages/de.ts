import type { Words } from '../../shared/language.ts'
import type { ListTexts } from './en.ts'

export const makeTexts = ({ number, plural, isolate }: Words): ListTexts => ({
  title: 'Gästeliste',
  listOf: (name) => `Liste von ${isolate(name)}`,
  left: (places) =>
    places === 0
      ? 'Keine Plätze mehr frei'
      : plural(places, { one: `Noch ${number(places)} Platz`, other: `Noch ${number(places)} Plätze` }),
  used: (used, quota) => `${number(used)} von ${number(quota)}`,
  openUntil: (time) => `Offen bis ${time}`,
  closed: 'Diese Liste ist geschlossen. Es lässt sich nichts mehr ändern.',
  names: 'Namen',
  namesHint: 'Einer je Zeile, oder eine Liste einfügen. „+2“ bringt zwei Freunde mit.',
  add: (persons) => `${number(persons)} hinzufügen`,
  added: (persons) =>
    plural(persons, {
      one: `${number(persons)} Person hinzugefügt.`,
      other: `${number(persons)} Personen hinzugefügt.`,
    }),
  tooMany: (left) => `Das sind mehr als die ${number(left)} freien Plätze.`,
  tooManyFriends: (most) => `Ein Eintrag kann höchstens ${number(most)} mitbringen.`,
  notRead: (line) => `Zeile ${number(line)} hat keinen Namen.`,
  onList: 'Auf der Liste',
  nobody: 'Noch niemand.',
  arrived: (arrived, persons) =>
    arrived === 0 ? '' : arrived === persons ? 'Da' : `${number(arrived)} von ${number(persons)} da`,
  erased: '(gelöscht)',
  change: 'Ändern',
  name: 'Name',
  friends: 'Freunde',
  note: 'Notiz für die Tür',
  save: 'Speichern',
  cancel: 'Abbrechen',
  remove: 'Entfernen',
  removeWhom: (name) => `${isolate(name)} entfernen?`,
  loading: 'Lädt …',
  unknownLink: 'Dieser Link funktioniert nicht. Bitte um einen neuen.',
  noNetwork: 'Keine Verbindung. Versuche es noch einmal.',
  tryAgain: 'Noch einmal',
  busy: 'Zu viele Versuche. Warte eine Minute.',
  inUse: 'Jemand von diesem Eintrag ist schon da, oder der Veranstalter hat ihn geändert.',
  usedUp: 'Diese Liste nimmt keine Einträge mehr an.',
  notAccepted: 'Das wurde nicht angenommen. Kürze den Namen oder die Notiz.',
})
