// Polish. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/pl.ts'
import type { DoorTexts } from './en.ts'
import { pl } from './names.ts'

export const makeTexts = ({ number, plural }: Words<'one' | 'few' | 'many' | 'other'>): DoorTexts => {
  const tickets = (count: number) =>
    plural(count, {
      one: '1 bilet',
      few: `${number(count)} bilety`,
      many: `${number(count)} biletów`,
      other: `${number(count)} biletu`,
    })
  /** After "z". */
  const ofTickets = (count: number) => (count === 1 ? '1 biletu' : `${number(count)} biletów`)
  return {
    ...pl,
    ...makeEntranceTexts(),
    close: 'Zamknij',

    signInLead: 'Wpuszczanie gości, z siecią i bez sieci.',
    openElsewhere: 'Doorlist jest otwarty w innej karcie.',
    useHere: 'Użyj tutaj',

    connect: 'Połącz',
    connectHow: 'Skieruj aparat na kod pokazany w konsoli albo wklej link.',

    sessions: 'Terminy',
    earlier: 'Wcześniejsze',
    loadingSessions: 'Wczytywanie terminów…',
    noSessions: 'Brak terminów na dziś i później. Poproś o dostęp.',
    noSuchSession: 'Nie znaleziono terminu.',
    searchSessions: 'Szukaj terminów',
    cancelled: 'Odwołane',
    now: 'Teraz',
    today: 'Dzisiaj',
    tomorrow: 'Jutro',
    noTickets: 'Nie ma jeszcze biletów',
    sessionsOffline: 'Brak połączenia z usługą. Te terminy są na tym telefonie.',
    sessionsFailed: (message) => `Nie udało się wczytać terminów. ${message}`,
    noneStored: 'Brak połączenia z usługą, a na tym telefonie nie ma żadnego terminu.',
    tryAgain: 'Spróbuj ponownie',
    onPhone: 'Na tym telefonie',
    doors: (time) => `Wejście od ${time}`,

    loading: 'Wczytywanie biletów',
    loadedOf: (count, total) => `${number(count)} z ${ofTickets(total)}`,
    loadingOffline: 'Oczekiwanie na sieć. Wczytywanie ruszy od miejsca, w którym zostało przerwane.',
    waitingForAccess: 'Oczekiwanie, aż usługa potwierdzi dostęp.',
    readyOffline: 'Gotowe bez sieci',
    notOnDisk: 'Brak zapisu na tym telefonie: nie zamykaj strony i nie wyłączaj sieci',
    denied: 'Brak dostępu do tego terminu. Jego bilety są ukryte.',
    erased: 'Brak dostępu do tego terminu. Jego bilety usunięto z tego telefonu.',

    search: 'Szukaj biletów',
    searchHint: 'Nazwisko, numer, miejsce, e-mail',
    filterLegend: 'Pokaż',
    filters: { all: 'Wszyscy', expected: 'Oczekiwani', checkedIn: 'Wpuszczeni' },
    found: (count) => `Znaleziono: ${number(count)}`,
    tickets: 'Bilety',
    showMore: 'Pokaż więcej',
    arrived: (count, total) => `Wpuszczono ${number(count)} z ${number(total)}`,
    ofTotal: (count) => `z ${number(count)}`,
    noName: 'Bez nazwiska',
    status: { Valid: 'Oczekiwany', CheckedIn: 'Wpuszczony', Refunded: 'Zwrócony', Voided: 'Anulowany' },

    listOf: (name) => `Lista: ${name}`,
    partyIn: (inside, all) => `${number(inside)} z ${number(all)} w środku`,
    checkIn: 'Wpuść',
    undo: 'Cofnij',
    andMore: (count) => `i jeszcze ${number(count)}`,
    justRead: 'Odczytano przed chwilą',

    overCapacity: (count) => `${number(count)} ponad limit miejsc`,

    note: 'Uwaga',
    readFirst: 'Najpierw przeczytaj',
    letIn: 'Wpuść',
    dontLetIn: 'Nie wpuszczaj',
    notCheckedIn: (guests) => `Nie wpuszczono: ${guests}`,
    checking: 'Sprawdzanie…',
    askingShop: 'Pytanie do sklepu…',
    in: 'Wpuszczeni',
    notIn: 'Niewpuszczeni',
    checkedInMany: (count, total) =>
      count === total
        ? `Wpuszczono: ${tickets(count)}`
        : `Wpuszczono: ${number(count)} z ${ofTickets(total)}`,
    alreadyAt: (at, device) =>
      [at === null ? '' : `o ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    searchGuest: 'Szukaj',
    stillLoading: 'Lista jeszcze się wczytuje. Spróbuj za chwilę.',
    onThisPhone: 'Na tym telefonie.',
    notShown: 'Odnotowano przed chwilą na tym telefonie. Wynik nie został pokazany.',
    venue: 'Obiekt',
    checkOut: 'Odnotuj wyjście',
    undoExit: 'Cofnij wyjście',

    connection: 'Połączenie',
    upToDate: 'Aktualne',
    sending: 'Wysyłanie',
    offlineSignIn: 'Bez sieci: zaloguj się ponownie',
    offlineConnect: 'Bez sieci: połącz ponownie',
    offlineSince: (time) => `Bez sieci od ${time}`,
    toSend: (count, oldest) => `Do wysłania: ${number(count)}${oldest && ` (od ${oldest})`}`,
    separator: ', ',

    conflictTitle: { twice: 'Wpuszczono dwa razy', notValid: 'Wpuszczono z nieważnym biletem' },
    before: (text) => `Wcześniej: ${text}`,
    findSecond: 'Znajdź drugą osobę albo powiadom przełożonego.',

    scan: 'Skanuj',

    settings: 'Ustawienia',
  }
}
