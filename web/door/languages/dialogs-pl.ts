// Polish: the texts of what is loaded after the start. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import type { DialogTexts } from './dialogs-en.ts'
import { plFields } from './names.ts'

export const makeDialogTexts = ({ number, plural }: Words<'one' | 'few' | 'many' | 'other'>): DialogTexts => {
  /** "1 wejście nie zostało jeszcze wysłane", "2 wejścia …", "5 wejść …". */
  const unsent = (count: number, by = '') =>
    plural(count, {
      one: `1 wejście${by} nie zostało jeszcze wysłane`,
      few: `${number(count)} wejścia${by} nie zostały jeszcze wysłane`,
      many: `${number(count)} wejść${by} nie zostało jeszcze wysłanych`,
      other: `${number(count)} wejścia${by} nie zostało jeszcze wysłane`,
    })
  const from = (gate: string | null) => (gate === null ? '' : ` (${gate})`)
  return {
    ...plFields,
    toCome: (count) => `jeszcze ${number(count)}`,
    hiddenGuests: (count) =>
      `${plural(count, {
        one: '1 bilet',
        few: `${number(count)} bilety`,
        many: `${number(count)} biletów`,
        other: `${number(count)} biletu`,
      })} na termin, do którego nie masz dostępu.`,
    connectAgain: 'Ten telefon nie jest już połączony. Poproś o nowy link.',
    signInAgain: 'Logowanie wygasło. Można dalej pracować z listą na tym telefonie.',
    addGuest: 'Dodaj gościa',
    addNamed: (name) => `Dodaj „${name}” bez biletu`,
    checkInAll: (count) => `Wpuść wszystkich (${number(count)})`,
    askSupervisor: 'Zapytaj przełożonego',
    connecting: 'Łączenie…',
    connectTitle: 'Połącz ten telefon',
    connectPaste: 'Nie można użyć aparatu. Wklej link pokazany w konsoli.',
    link: 'Link',
    goOn: 'Dalej',
    notALink: 'Tym linkiem nie można połączyć telefonu.',
    checkingLink: 'Sprawdzanie linku…',
    connectAs: (organizer, name) => `${organizer} łączy ten telefon jako „${name}”.`,
    connectReplaces: (who) => `Na tym telefonie jest zalogowane konto ${who} i zostanie wylogowane.`,
    connectLost: 'Brak odpowiedzi. Można bezpiecznie spróbować ponownie.',
    linkOver: 'Ten link wygasł albo został już użyty. Poproś o nowy.',
    linkInvites: 'Ten link to zaproszenie dla osoby.',
    openInvitation: 'Otwórz zaproszenie',
    earlierTitle: 'Minione terminy',
    noEarlier: 'Brak terminów z ostatnich 60 dni.',
    showEmail: 'Pokaż e-mail',
    transferred: (count) =>
      plural(count, {
        one: 'Przekazany raz',
        few: `Przekazany ${number(count)} razy`,
        many: `Przekazany ${number(count)} razy`,
        other: `Przekazany ${number(count)} razu`,
      }),
    undoCheckIn: 'Cofnij wejście',
    checkInAgain: 'Wpuść ponownie',
    messages: {
      undone: (guests) => `Cofnięto wejście: ${guests}`,
      exitUndone: (guests) => `Cofnięto wyjście: ${guests}`,
      undoElsewhere: () => 'To wejście odnotował inny system. Tutaj nie można go cofnąć.',
      undoBySupervisor: () => 'Ktoś inny odnotował to wejście. Poproś przełożonego o cofnięcie.',
      undoOffline: () =>
        'To wejście odnotowano gdzie indziej albo dawno temu. Do cofnięcia potrzebna jest sieć.',
    },
    howMany: 'Ile osób jest na miejscu?',
    hereOf: (count) => `Obecni goście (z ${number(count)})`,
    fewer: 'Mniej',
    more: 'Więcej',
    checkInMany: (count) => `Wpuść ${number(count)}`,
    yesCheckIn: (count) => `Tak, wpuść ${number(count)}`,
    name: 'Imię i nazwisko',
    addAndCheckIn: (count) => (count === 1 ? 'Dodaj i wpuść' : `Dodaj ${number(count)} i wpuść`),
    wouldBeOver: (count) => `Limit miejsc zostałby przekroczony o ${number(count)}.`,
    walkInType: 'Bez biletu',
    exits: 'Wyjścia i liczba osób',
    direction: 'Kierunek',
    enter: 'Wejście',
    leave: 'Wyjście',
    area: 'Strefa',
    insideNow: (count, of) => `${number(count)} ${of} w środku`,
    count: 'Liczenie',
    countHelp: 'Liczy osoby bez biletów. Goście z biletami liczą się sami.',
    oneMore: 'Jedna osoba więcej',
    oneLess: 'Jedna osoba mniej',
    peopleInside: 'Osoby w środku',
    setTo: (count) => `Ustaw na ${number(count)}`,
    conflictHelp: {
      twice: 'Bez sieci wpuszczono tu gości z biletami, które były już wykorzystane.',
      notValid: 'Bez sieci wpuszczono tu gości z nieważnymi biletami.',
    },
    here: (time) => `Tutaj o ${time}`,
    seen: 'Oznacz jako sprawdzone',
    deniedTitle: 'Nie można wysłać',
    deniedHelp:
      'Brak dostępu do terminu tych wejść, więc nie zostały wysłane. Zostaną wysłane, gdy na tym telefonie zaloguje się lub połączy go ktoś, kto może je wysłać.',
    discard: 'Odrzuć',
    unreadableHelp:
      'Zapis tych wejść na tym telefonie jest uszkodzony i nie można ich wysłać. Jeśli goście są już w środku, odnotuj ich wejście ponownie, a potem odrzuć te wejścia.',
    rejectedTitle: 'Nie przyjęto',
    rejectedHelp: 'Usługa nie przyjęła tych wejść. Pokaż je przełożonemu.',
    sendAgain: 'Wyślij ponownie',
    remove: 'Usuń',
    stopScanning: 'Zakończ skanowanie',
    scanning: 'Skanowanie',
    torch: 'Latarka',
    scanHint: 'Trzymaj kod przed aparatem.',
    qrOnly: 'Tylko kody QR',
    camera: 'Aparat',
    noCamera: 'Nie można użyć aparatu. Zezwól na niego na tej stronie albo wpisz numer.',
    checkPhone: 'Sprawdź ten telefon',
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
    sessionNotFound: 'Nie znaleziono tego terminu albo brak połączenia z usługą.',
    sureAboutMany: (count) => `Liczba biletów naraz: ${number(count)}. Czy wszyscy są na miejscu?`,
    nothingFound: 'Spróbuj wpisać mniej liter, inną pisownię albo końcówkę numeru biletu.',
    everyoneIn: 'Wszyscy są już w środku.',
    nobodyHere: 'Jeszcze nikogo.',
    notLoadedYet: 'Na razie nic nie znaleziono. Lista jeszcze się wczytuje.',
    similarNames: 'Brak dokładnego wyniku. Podobne nazwiska',
    othersSending: (count, subject) => `${unsent(count, ` (${subject})`)}. Trwa wysyłanie.`,
    unsentOf: (count, gate) =>
      `${unsent(count, from(gate))}. Dane zostaną wysłane, gdy na tym telefonie zaloguje się lub połączy go ktoś, kto może je wysłać.`,
    othersDenied: (count, subject) =>
      `${unsent(count, ` (${subject})`)}, a to konto nie może tego wysłać. Na tym telefonie musi zalogować się ${subject}.`,
    connectSends: (count, gate, name) =>
      plural(count, {
        one: `1 wejście${from(gate)} zostanie wysłane jako ${name}.`,
        few: `${number(count)} wejścia${from(gate)} zostaną wysłane jako ${name}.`,
        many: `${number(count)} wejść${from(gate)} zostanie wysłanych jako ${name}.`,
        other: `${number(count)} wejścia${from(gate)} zostanie wysłane jako ${name}.`,
      }),
    connectKeeps: 'To, czego nie może wysłać, zostaje na tym telefonie.',
    signOutKept: (count) =>
      `${unsent(count)}. Dane zostają na tym telefonie, bez gości, aż zaloguje się ktoś, kto może je wysłać.`,
    eraseToo: 'Usuń także te dane',
    signOutUnsent: (count) => `${unsent(count)}. Te dane przepadną.`,
    cancel: 'Anuluj',
    phoneEnds: 'Poproś o nowy link. Połączony do:',
    isCancelled: 'Ten termin jest odwołany.',
    recent: 'Ostatnie wejścia',
    conflicts: {
      twice: (count) => `Wpuszczono dwa razy (${number(count)})`,
      notValid: (count) => `Wpuszczono z nieważnym biletem (${number(count)})`,
    },
    cannotSend: (count) =>
      plural(count, {
        one: 'Nie można wysłać 1 wejścia',
        few: `Nie można wysłać ${number(count)} wejść`,
        many: `Nie można wysłać ${number(count)} wejść`,
        other: `Nie można wysłać ${number(count)} wejścia`,
      }),
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
    rejected: (count) => `Nie przyjęto (${number(count)})`,
  }
}
