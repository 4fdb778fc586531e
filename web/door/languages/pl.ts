// Polish. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/pl.ts'
import type { DoorTexts } from './en.ts'

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
  /** "1 wejście nie zostało jeszcze wysłane", "2 wejścia …", "5 wejść …". */
  const unsent = (count: number, by = '') =>
    plural(count, {
      one: `1 wejście${by} nie zostało jeszcze wysłane`,
      few: `${number(count)} wejścia${by} nie zostały jeszcze wysłane`,
      many: `${number(count)} wejść${by} nie zostało jeszcze wysłanych`,
      other: `${number(count)} wejścia${by} nie zostało jeszcze wysłane`,
    })
  return {
    ...makeEntranceTexts(),
    cancel: 'Anuluj',
    close: 'Zamknij',

    signInLead: 'Wpuszczanie gości, z siecią i bez sieci.',
    signInAgain: 'Logowanie wygasło. Można dalej pracować z listą na tym telefonie.',

    connect: 'Połącz',
    connecting: 'Łączenie…',
    connectTitle: 'Połącz ten telefon',
    connectHow: 'Skieruj aparat na kod pokazany w konsoli albo wklej link.',
    connectPaste: 'Nie można użyć aparatu. Wklej link pokazany w konsoli.',
    link: 'Link',
    goOn: 'Dalej',
    notALink: 'Tym linkiem nie można połączyć telefonu.',
    checkingLink: 'Sprawdzanie linku…',
    connectAs: (organizer, name) => `${organizer} łączy ten telefon jako „${name}”.`,
    connectReplaces: (who) => `Na tym telefonie jest zalogowane konto ${who} i zostanie wylogowane.`,
    connectUnsent: (count) => `${unsent(count)}. Wszystko zostaje na tym telefonie.`,
    connectLost: 'Brak odpowiedzi. Można bezpiecznie spróbować ponownie.',
    linkOver: 'Ten link wygasł albo został już użyty. Poproś o nowy.',
    linkInvites: 'Ten link to zaproszenie dla osoby.',
    openInvitation: 'Otwórz zaproszenie',
    connectAgain: 'Ten telefon nie jest już połączony. Poproś o nowy link.',

    sessions: 'Terminy',
    earlier: 'Wcześniejsze',
    earlierTitle: 'Minione terminy',
    loadingSessions: 'Wczytywanie terminów…',
    noSessions: 'Brak terminów na dziś i później. Poproś o dostęp.',
    noSuchSession: 'Nie znaleziono terminu.',
    searchSessions: 'Szukaj terminów',
    now: 'Teraz',
    today: 'Dzisiaj',
    tomorrow: 'Jutro',
    noTickets: 'Nie ma jeszcze biletów',
    noEarlier: 'Brak terminów z ostatnich 60 dni.',
    sessionsOffline: 'Brak połączenia z usługą. Te terminy są na tym telefonie.',
    sessionsFailed: (message) => `Nie udało się wczytać terminów. ${message}`,
    noneStored: 'Brak połączenia z usługą, a na tym telefonie nie ma żadnego terminu.',
    tryAgain: 'Spróbuj ponownie',
    onPhone: 'Na tym telefonie',
    doors: (time) => `Wejście od ${time}`,
    sessionNotFound: 'Nie znaleziono tego terminu albo brak połączenia z usługą.',

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
    emptyHint: 'Pisz, aby szukać, zeskanuj kod albo wybierz listę.',
    nothingFound: 'Spróbuj wpisać mniej liter, inną pisownię albo końcówkę numeru biletu.',
    everyoneIn: 'Wszyscy są już w środku.',
    nobodyHere: 'Jeszcze nikogo.',
    notLoadedYet: 'Na razie nic nie znaleziono. Lista jeszcze się wczytuje.',
    arrived: (count, total) => `Wpuszczono ${number(count)} z ${number(total)}`,
    recent: 'Ostatnie wejścia',
    noName: 'Bez nazwiska',
    status: { Valid: 'Oczekiwany', CheckedIn: 'Wpuszczony', Refunded: 'Zwrócony', Voided: 'Anulowany' },

    number: 'Numer',
    type: 'Rodzaj',
    seat: 'Miejsce',
    company: 'Firma',
    email: 'Adres e-mail',
    holder: 'Kupujący',
    showEmail: 'Pokaż e-mail',
    checkedInAt: 'Wpuszczono o',
    transferred: (count) =>
      plural(count, {
        one: 'Przekazany raz',
        few: `Przekazany ${number(count)} razy`,
        many: `Przekazany ${number(count)} razy`,
        other: `Przekazany ${number(count)} razu`,
      }),
    checkIn: 'Wpuść',
    checkInAll: (count) => `Wpuść wszystkich (${number(count)})`,
    undoCheckIn: 'Cofnij wejście',
    undo: 'Cofnij',
    checkInAgain: 'Wpuść ponownie',
    howMany: 'Ile osób jest na miejscu?',
    hereOf: (count) => `Obecni goście (z ${number(count)})`,
    fewer: 'Mniej',
    more: 'Więcej',
    checkInMany: (count) => `Wpuść ${number(count)}`,
    sureAboutMany: (count) => `Naraz: ${tickets(count)}. Czy wszyscy są na miejscu?`,
    yesCheckIn: (count) => `Tak, wpuść ${number(count)}`,
    andMore: (count) => `i jeszcze ${number(count)}`,
    messages: {
      justRead: (code) => `Odczytano przed chwilą: ${code}`,
      undone: (guests) => `Cofnięto wejście: ${guests}`,
      undoElsewhere: () => 'To wejście odnotował inny system. Tutaj nie można go cofnąć.',
      undoOffline: () => 'To wejście odnotowało inne urządzenie. Do cofnięcia potrzebna jest sieć.',
    },

    addGuest: 'Dodaj gościa',
    name: 'Imię i nazwisko',
    addAndCheckIn: (count) => (count === 1 ? 'Dodaj i wpuść' : `Dodaj ${number(count)} i wpuść`),
    overCapacity: (count) => `${number(count)} ponad limit miejsc`,
    wouldBeOver: (count) => `Limit miejsc zostałby przekroczony o ${number(count)}.`,
    walkInType: 'Bez biletu',

    note: 'Uwaga',
    letIn: 'Wpuść',
    dontLetIn: 'Nie wpuszczaj',
    notCheckedIn: (guests) => `Nie wpuszczono: ${guests}`,
    checking: 'Sprawdzanie…',
    in: 'Wpuszczeni',
    notIn: 'Niewpuszczeni',
    checkedIn: 'Wpuszczono',
    checkedInMany: (count, total) =>
      count === total
        ? `Wpuszczono: ${tickets(count)}`
        : `Wpuszczono: ${number(count)} z ${ofTickets(total)}`,
    alreadyCheckedIn: 'Już wpuszczono',
    alreadyAt: (at, device) =>
      [at === null ? '' : `o ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    notValid: 'Nieważny',
    notAllowed: 'Niedozwolone',
    notAllowedHelp: 'To wydarzenie nie przyjmuje gości bez biletu. Nie wpuszczaj.',
    unknownTicket: 'Nieznany bilet',
    wrongCode: 'Błędny kod',
    wrongCodeHelp: 'To numer biletu, który może znać każdy. Wyszukaj gościa po nazwisku.',
    searchGuest: 'Szukaj',
    otherSession: 'Na inny termin',
    unknownHelp: 'Nie ma go na tej liście. Sprawdź datę i wydarzenie.',
    forSession: (event, start) => `Ten bilet jest na: ${event}, ${start}.`,
    stillLoading: 'Lista jeszcze się wczytuje. Spróbuj za chwilę.',
    onThisPhone: 'Na tym telefonie.',
    notShown: 'Odnotowano przed chwilą na tym telefonie. Wynik nie został pokazany.',
    notSaved: 'Nie zapisano',
    notSavedHelp:
      'Ten telefon nie może zapisać wejścia. Nie wpuszczaj gościa. Spróbuj ponownie, gdy będzie sieć.',
    connection: 'Połączenie',
    upToDate: 'Aktualne',
    sending: 'Wysyłanie',
    offlineSignIn: 'Bez sieci: zaloguj się ponownie, aby wysłać',
    offlineConnect: 'Bez sieci: połącz ponownie, aby wysłać',
    offlineSince: (time) => `Bez sieci od ${time}`,
    toSend: (count, oldest) => `Do wysłania: ${number(count)}, najstarsze z ${oldest}`,
    separator: ', ',

    conflicts: {
      twice: (count) => `Wpuszczono dwa razy (${number(count)})`,
      notValid: (count) => `Wpuszczono z nieważnym biletem (${number(count)})`,
    },
    conflictTitle: { twice: 'Wpuszczono dwa razy', notValid: 'Wpuszczono z nieważnym biletem' },
    conflictHelp: {
      twice: 'Bez sieci wpuszczono tu gości z biletami, które były już wykorzystane.',
      notValid: 'Bez sieci wpuszczono tu gości z nieważnymi biletami.',
    },
    here: (time) => `Tutaj o ${time}`,
    before: (text) => `Wcześniej: ${text}`,
    seen: 'Oznacz jako sprawdzone',
    hiddenGuests: (count) => `${tickets(count)} na termin, do którego nie masz dostępu.`,
    cannotSend: (count) =>
      plural(count, {
        one: 'Nie można wysłać 1 wejścia',
        few: `Nie można wysłać ${number(count)} wejść`,
        many: `Nie można wysłać ${number(count)} wejść`,
        other: `Nie można wysłać ${number(count)} wejścia`,
      }),
    deniedTitle: 'Nie można wysłać',
    deniedHelp:
      'Brak dostępu do terminu tych wejść, więc nie zostały wysłane. Aby je wysłać, na tym telefonie musi zalogować się przełożony.',
    discard: 'Odrzuć',
    discardWarning: (count) =>
      plural(count, {
        one: 'Przepadnie 1 wejście. Dotknij ponownie, aby odrzucić.',
        few: `Przepadną ${number(count)} wejścia. Dotknij ponownie, aby odrzucić.`,
        many: `Przepadnie ${number(count)} wejść. Dotknij ponownie, aby odrzucić.`,
        other: `Przepadnie ${number(count)} wejścia. Dotknij ponownie, aby odrzucić.`,
      }),
    unreadable: (count, guests) =>
      plural(count, {
        one: `Nie można odczytać 1 wejścia na tym telefonie${guests && `: ${guests}`}`,
        few: `Nie można odczytać ${number(count)} wejść na tym telefonie${guests && `: ${guests}`}`,
        many: `Nie można odczytać ${number(count)} wejść na tym telefonie${guests && `: ${guests}`}`,
        other: `Nie można odczytać ${number(count)} wejścia na tym telefonie${guests && `: ${guests}`}`,
      }),
    unreadableHelp:
      'Zapis tych wejść na tym telefonie jest uszkodzony i nie można ich wysłać. Jeśli goście są już w środku, odnotuj ich wejście ponownie, a potem odrzuć te wejścia.',
    rejected: (count) => `Nie przyjęto (${number(count)})`,
    rejectedTitle: 'Nie przyjęto',
    rejectedHelp: 'Usługa nie przyjęła tych wejść. Pokaż je przełożonemu.',
    sendAgain: 'Wyślij ponownie',
    remove: 'Usuń',

    scan: 'Skanuj',
    stopScanning: 'Zakończ skanowanie',
    scanning: 'Skanowanie',
    torch: 'Latarka',
    scanHint: 'Trzymaj kod QR przed aparatem.',
    camera: 'Aparat',
    noCamera: 'Nie można użyć aparatu. Zezwól na niego na tej stronie albo wpisz numer.',

    settings: 'Ustawienia',
    testSound: 'Sprawdź dźwięk',
    deviceName: 'Nazwa urządzenia',
    deviceHint: 'Widoczna przy innych wejściach, na przykład „Wejście B”.',
    sound: 'Dźwięk',
    vibration: 'Wibracje',
    storage: 'Pamięć urządzenia',
    storageKept: 'Przeglądarka zachowuje dane tej strony.',
    storageBestEffort:
      'Gdy zabraknie miejsca, przeglądarka może usunąć dane tej strony. Zainstaluj stronę, aby je zachować.',
    signedInAs: (subject) => `Zalogowano jako ${subject}`,
    update: 'Zaktualizuj stronę',
    updateReady: 'Nowa wersja jest gotowa. Aktualizacja potrwa kilka sekund.',
    signOut: 'Wyloguj i usuń dane',
    signOutHelp: 'Usuwa wszystkie bilety z tego telefonu.',
    signOutUnsent: (count) => `${unsent(count)}. Te dane przepadną.`,
    othersSending: (count, subject) => `${unsent(count, ` (${subject})`)}. Trwa wysyłanie.`,
    phonesDenied: (count, phone) =>
      `${unsent(count, ` (${phone})`)}, a to konto nie może tego wysłać. Na tym telefonie musi zalogować się przełożony.`,
    othersDenied: (count, subject) =>
      `${unsent(count, ` (${subject})`)}, a to konto nie może tego wysłać. Na tym telefonie musi zalogować się ${subject}.`,
  }
}
