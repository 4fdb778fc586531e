// The texts of the guest page. Only English has been reviewed by a native speaker.
import type { GuestTicket } from '../../domain/tickets/find-by-code.ts'
import type { Language } from '../../languages.ts'

type Texts = {
  date: string
  doors: string
  start: string
  venue: string
  ticket: string
  seat: string
  attendee: string
  number: string
  code: string
  brightness: string
  calendar: string
  savePicture: string
  languages: string
  states: Record<Exclude<GuestTicket['status'], 'Valid'>, string>
  /** The session, not the ticket. */
  cancelled: string
  notFound: string
  notFoundHelp: string
}

const en: Texts = {
  date: 'Date',
  doors: 'Doors',
  start: 'Start',
  venue: 'Venue',
  ticket: 'Ticket',
  seat: 'Seat',
  attendee: 'Name',
  number: 'Number',
  code: 'Ticket code',
  brightness: 'Turn your screen’s brightness up at the door.',
  calendar: 'Add to calendar',
  savePicture: 'Save picture',
  languages: 'Languages',
  states: {
    CheckedIn: 'Checked in.',
    Refunded: 'This ticket was refunded. It is no longer valid for entry.',
    Voided: 'This ticket is void. It is no longer valid for entry.',
  },
  cancelled: 'This date is cancelled.',
  notFound: 'Ticket not found',
  notFoundHelp: 'Open the link again exactly as you received it. If it still does not work, ask the sender.',
}

const de: Texts = {
  date: 'Datum',
  doors: 'Einlass',
  start: 'Beginn',
  venue: 'Ort',
  ticket: 'Ticketart',
  seat: 'Platz',
  attendee: 'Gast',
  number: 'Nummer',
  code: 'Ticketcode',
  brightness: 'Stellen Sie den Bildschirm an der Tür hell.',
  calendar: 'In den Kalender eintragen',
  savePicture: 'Bild speichern',
  languages: 'Sprachen',
  states: {
    CheckedIn: 'Eingecheckt.',
    Refunded: 'Dieses Ticket wurde erstattet. Es gilt nicht mehr für den Einlass.',
    Voided: 'Dieses Ticket ist storniert. Es gilt nicht mehr für den Einlass.',
  },
  cancelled: 'Dieser Termin ist abgesagt.',
  notFound: 'Ticket nicht gefunden',
  notFoundHelp:
    'Öffnen Sie den Link noch einmal genau so, wie Sie ihn bekommen haben. Wenn er dann nicht funktioniert, fragen Sie die Person, die ihn geschickt hat.',
}

const fr: Texts = {
  date: 'Jour',
  doors: 'Portes',
  start: 'Début',
  venue: 'Lieu',
  ticket: 'Billet',
  seat: 'Place',
  attendee: 'Nom',
  number: 'Numéro',
  code: 'Code du billet',
  brightness: 'À la porte, augmentez la luminosité de l’écran.',
  calendar: 'Ajouter au calendrier',
  savePicture: 'Enregistrer l’image',
  languages: 'Langues',
  states: {
    CheckedIn: 'Entrée validée.',
    Refunded: 'Ce billet a été remboursé. Il ne permet plus d’entrer.',
    Voided: 'Ce billet est annulé. Il ne permet plus d’entrer.',
  },
  cancelled: 'Cette date est annulée.',
  notFound: 'Billet introuvable',
  notFoundHelp:
    'Ouvrez de nouveau le lien exactement comme vous l’avez reçu. S’il ne fonctionne toujours pas, demandez à la personne qui vous l’a envoyé.',
}

const es: Texts = {
  date: 'Fecha',
  doors: 'Puertas',
  start: 'Inicio',
  venue: 'Lugar',
  ticket: 'Entrada',
  seat: 'Asiento',
  attendee: 'Nombre',
  number: 'Número',
  code: 'Código de la entrada',
  brightness: 'En la puerta, sube el brillo de la pantalla.',
  calendar: 'Añadir al calendario',
  savePicture: 'Guardar imagen',
  languages: 'Idiomas',
  states: {
    CheckedIn: 'Acceso registrado.',
    Refunded: 'Esta entrada está reembolsada. Ya no da acceso.',
    Voided: 'Esta entrada está anulada. Ya no da acceso.',
  },
  cancelled: 'Esta fecha está cancelada.',
  notFound: 'Entrada no encontrada',
  notFoundHelp:
    'Abre el enlace de nuevo tal como lo recibiste. Si sigue sin funcionar, pregunta a quien te lo envió.',
}

const pl: Texts = {
  date: 'Data',
  doors: 'Wejście od',
  start: 'Początek',
  venue: 'Adres',
  ticket: 'Bilet',
  seat: 'Miejsce',
  attendee: 'Gość',
  number: 'Numer',
  code: 'Kod biletu',
  brightness: 'Przy wejściu rozjaśnij ekran.',
  calendar: 'Dodaj do kalendarza',
  savePicture: 'Zapisz obraz',
  languages: 'Języki',
  states: {
    CheckedIn: 'Wpuszczono.',
    Refunded: 'Ten bilet został zwrócony. Nie uprawnia do wejścia.',
    Voided: 'Ten bilet został anulowany. Nie uprawnia do wejścia.',
  },
  cancelled: 'Ten termin jest odwołany.',
  notFound: 'Nie znaleziono biletu',
  notFoundHelp:
    'Otwórz link jeszcze raz dokładnie w takiej postaci, w jakiej przyszedł. Jeśli nadal nie działa, zapytaj nadawcę.',
}

const ar: Texts = {
  date: 'التاريخ',
  doors: 'فتح الأبواب',
  start: 'البداية',
  venue: 'المكان',
  ticket: 'نوع التذكرة',
  seat: 'المقعد',
  attendee: 'الاسم',
  number: 'الرقم',
  code: 'رمز التذكرة',
  brightness: 'ارفع سطوع الشاشة عند الباب.',
  calendar: 'أضف إلى التقويم',
  savePicture: 'حفظ الصورة',
  languages: 'اللغات',
  states: {
    CheckedIn: 'تم تسجيل الحضور.',
    Refunded: 'استُردّت قيمة هذه التذكرة. لا تسمح بالدخول.',
    Voided: 'هذه التذكرة ملغاة. لا تسمح بالدخول.',
  },
  cancelled: 'أُلغي هذا الموعد.',
  notFound: 'لم يُعثر على التذكرة',
  notFoundHelp: 'افتح الرابط مجددًا كما وصلك تمامًا. إن لم يعمل، فاسأل من أرسله إليك.',
}

export const GUEST_TEXTS: Record<Language, Texts> = { en, de, fr, es, pl, ar }
