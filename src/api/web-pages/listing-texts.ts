// The texts of a listing's page beyond those of the guest's. Only English has been reviewed by a native
// speaker.
import type { Language } from '../../languages.ts'

type Texts = {
  end: string
  repeats: string
  price: string
  /** Before the lowest price. */
  from: string
  dates: string
  more: string
  cancelled: string
  /** Beside one of its dates. */
  cancelledDate: string
  notFound: string
  notFoundHelp: string
  gone: string
  goneHelp: string
}

export const LISTING_TEXTS: Record<Language, Texts> = {
  en: {
    end: 'End',
    repeats: 'Repeats',
    price: 'Price',
    from: 'from',
    dates: 'Dates',
    more: 'Tickets and more',
    cancelled: 'This event is cancelled.',
    cancelledDate: 'Cancelled',
    notFound: 'Event not found',
    notFoundHelp: 'Check the address. The organizer may not have published the event.',
    gone: 'This event is over',
    goneHelp: 'The organizer no longer shows it.',
  },
  de: {
    end: 'Ende',
    repeats: 'Wiederholung',
    price: 'Preis',
    from: 'ab',
    dates: 'Termine',
    more: 'Tickets und mehr',
    cancelled: 'Diese Veranstaltung ist abgesagt.',
    cancelledDate: 'Abgesagt',
    notFound: 'Veranstaltung nicht gefunden',
    notFoundHelp:
      'Prüfen Sie die Adresse. Vielleicht hat der Veranstalter die Veranstaltung nicht veröffentlicht.',
    gone: 'Diese Veranstaltung ist vorbei',
    goneHelp: 'Der Veranstalter zeigt sie nicht mehr.',
  },
  fr: {
    end: 'Fin',
    repeats: 'Récurrence',
    price: 'Prix',
    from: 'à partir de',
    dates: 'Dates',
    more: 'Billets et informations',
    cancelled: 'Cet événement est annulé.',
    cancelledDate: 'Annulé',
    notFound: 'Événement introuvable',
    notFoundHelp: 'Vérifiez l’adresse. L’organisateur n’a peut-être pas publié l’événement.',
    gone: 'Cet événement est terminé',
    goneHelp: 'L’organisateur ne l’affiche plus.',
  },
  es: {
    end: 'Fin',
    repeats: 'Se repite',
    price: 'Precio',
    from: 'desde',
    dates: 'Fechas',
    more: 'Entradas y más información',
    cancelled: 'Este evento está cancelado.',
    cancelledDate: 'Cancelado',
    notFound: 'Evento no encontrado',
    notFoundHelp: 'Comprueba la dirección. Es posible que el organizador no haya publicado el evento.',
    gone: 'Este evento ha terminado',
    goneHelp: 'El organizador ya no lo muestra.',
  },
  pl: {
    end: 'Koniec',
    repeats: 'Powtarza się',
    price: 'Cena',
    from: 'od',
    dates: 'Terminy',
    more: 'Bilety i informacje',
    cancelled: 'To wydarzenie jest odwołane.',
    cancelledDate: 'Odwołane',
    notFound: 'Nie znaleziono wydarzenia',
    notFoundHelp: 'Sprawdź adres. Być może organizator nie opublikował wydarzenia.',
    gone: 'To wydarzenie już się odbyło',
    goneHelp: 'Organizator już go nie pokazuje.',
  },
  ar: {
    end: 'النهاية',
    repeats: 'التكرار',
    price: 'السعر',
    from: 'من',
    dates: 'المواعيد',
    more: 'التذاكر والمزيد',
    cancelled: 'أُلغيت هذه الفعالية.',
    cancelledDate: 'ملغى',
    notFound: 'لم يُعثر على الفعالية',
    notFoundHelp: 'تحقق من العنوان. ربما لم ينشر المنظم الفعالية.',
    gone: 'انتهت هذه الفعالية',
    goneHelp: 'لم يعد المنظم يعرضها.',
  },
}
