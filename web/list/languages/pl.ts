import type { Words } from '../../shared/language.ts'
import type { ListTexts } from './en.ts'

export const makeTexts = ({
  number,
  plural,
  isolate,
}: Words<'one' | 'few' | 'many' | 'other'>): ListTexts => ({
  title: 'Lista gości',
  listOf: (name) => `Lista: ${isolate(name)}`,
  left: (places) =>
    places === 0
      ? 'Brak wolnych miejsc'
      : plural(places, {
          one: `Zostało ${number(places)} miejsce`,
          few: `Zostały ${number(places)} miejsca`,
          many: `Zostało ${number(places)} miejsc`,
          other: `Zostało ${number(places)} miejsca`,
        }),
  used: (used, quota) => `${number(used)} z ${number(quota)}`,
  openUntil: (time) => `Otwarta do ${time}`,
  closed: 'Ta lista jest zamknięta. Nic już nie można zmienić.',
  names: 'Imiona i nazwiska',
  namesHint: 'Po jednym w wierszu albo wklej listę. „+2” to dwie osoby towarzyszące.',
  add: (persons) => `Dodaj ${number(persons)}`,
  added: (persons) =>
    plural(persons, {
      one: `Dodano ${number(persons)} osobę.`,
      few: `Dodano ${number(persons)} osoby.`,
      many: `Dodano ${number(persons)} osób.`,
      other: `Dodano ${number(persons)} osoby.`,
    }),
  tooMany: (left) => `To więcej niż wolne miejsca: ${number(left)}.`,
  tooManyFriends: (most) => `Jeden wpis może mieć najwyżej ${number(most)} osób towarzyszących.`,
  notRead: (line) => `Wiersz ${number(line)} nie ma nazwiska.`,
  onList: 'Na liście',
  nobody: 'Jeszcze nikogo.',
  arrived: (arrived, persons) =>
    arrived === 0
      ? ''
      : arrived === persons
        ? 'Na miejscu'
        : `${number(arrived)} z ${number(persons)} na miejscu`,
  erased: '(usunięto dane)',
  change: 'Zmień',
  name: 'Imię i nazwisko',
  friends: 'Osoby towarzyszące',
  note: 'Notatka dla obsługi',
  save: 'Zapisz',
  cancel: 'Anuluj',
  remove: 'Usuń',
  removeWhom: (name) => `Usunąć ${isolate(name)}?`,
  loading: 'Wczytywanie…',
  unknownLink: 'Ten link nie działa. Poproś o nowy.',
  noNetwork: 'Brak połączenia. Spróbuj ponownie.',
  tryAgain: 'Spróbuj ponownie',
  busy: 'Zbyt wiele prób. Poczekaj minutę.',
  inUse: 'Ktoś z tego wpisu już jest na miejscu albo organizator go zmienił.',
  usedUp: 'Ta lista nie przyjmuje więcej wpisów.',
  notAccepted: 'Nie przyjęto. Skróć nazwisko lub notatkę.',
})
