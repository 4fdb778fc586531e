// The names of outcomes and of the fields of a ticket, in all languages, so that a new one is added in one
// file. A phone loads only those of its language (scripts/web.ts).
import type { Outcome } from '../core/check-in.ts'

/** As `isolateIn` does for Arabic. Importing that would make a script of its own, which every phone loads. */
const isolate = (text: string): string => `\u2068${text}\u2069`

export const en = {
  outcomes: {
    CheckedIn: 'Checked in',
    Entered: 'Checked in',
    ReEntered: 'Back',
    Left: 'Left',
    NotInside: 'Not scanned in',
    AlreadyCheckedIn: 'Already checked in',
    WrongArea: 'Wrong area',
    NotNow: 'Not at this time',
    NotAllowed: 'Not allowed',
    WrongCode: 'Wrong code',
    OtherSession: 'For another session',
    UnknownTicket: 'Unknown ticket',
    NotSaved: 'Not saved',
    NotValid: 'Not valid',
  } satisfies Record<Exclude<Outcome['kind'], 'AdmittedTwice'>, string>,
  /** What to do about a guest who is not in. */
  help: {
    NotAllowed: 'This event does not allow walk-ins. Do not let the guest in.',
    WrongCode: 'This is a ticket number, which anyone could know. Search for the guest by name.',
    UnknownTicket: 'Not on this list. Check the date and the event.',
    NotSaved: 'This phone cannot store the check-in. Do not let the guest in. Try again when you are online.',
  } satisfies Partial<Record<Outcome['kind'], string>>,
  leftAt: (time: string, device: string | null) =>
    [time && `Left ${time}`, device].filter(Boolean).join(', '),
  insideSince: (time: string, device: string | null) =>
    `Inside since ${[time, device].filter(Boolean).join(', ')}`,
  wasHere: (times: string) => `Was here ${times}`,
  leftUnseen: 'Left unseen, back now',
  forAreas: (names: string, area: string) => `${names && `For ${names}. `}Not for ${area}`,
  window: (limit: string, now: string, isEarly: boolean) =>
    `${limit && `${isEarly ? 'From' : 'Until'} ${limit}. `}It is ${now}`,
  forSession: (event: string, start: string) => `This ticket is for ${event}, ${start}.`,

  email: 'E-mail',
}

/** What the dialogs call the fields of a ticket. */
export const enFields = {
  number: 'Number',
  type: 'Type',
  seat: 'Seat',
  company: 'Company',
  reference: 'Reference',
  holder: 'Bought by',
  checkedInAt: 'Checked in at',
}

type Fields = typeof enFields

type Names = typeof en

export const de: Names = {
  outcomes: {
    CheckedIn: 'Eingecheckt',
    Entered: 'Eingecheckt',
    ReEntered: 'Wieder da',
    Left: 'Gegangen',
    NotInside: 'War nicht eingecheckt',
    AlreadyCheckedIn: 'Bereits eingecheckt',
    WrongArea: 'Falscher Bereich',
    NotNow: 'Nicht um diese Zeit',
    NotAllowed: 'Nicht erlaubt',
    WrongCode: 'Falscher Code',
    OtherSession: 'Für einen anderen Termin',
    UnknownTicket: 'Unbekanntes Ticket',
    NotSaved: 'Nicht gespeichert',
    NotValid: 'Ungültig',
  },
  help: {
    NotAllowed: 'Hier gibt es keinen Einlass ohne Ticket. Lassen Sie den Gast nicht ein.',
    WrongCode: 'Das ist eine Ticketnummer, die jeder kennen kann. Suchen Sie den Gast über den Namen.',
    UnknownTicket: 'Nicht auf dieser Liste. Prüfen Sie Datum und Veranstaltung.',
    NotSaved:
      'Dieses Telefon kann den Check-in nicht speichern. Lassen Sie den Gast nicht ein. Versuchen Sie es noch einmal, sobald Sie online sind.',
  },
  leftAt: (time, device) => [time && `Gegangen um ${time}`, device].filter(Boolean).join(', '),
  insideSince: (time, device) => `Drin seit ${[time, device].filter(Boolean).join(', ')}`,
  wasHere: (times) => `War hier: ${times}`,
  leftUnseen: 'Ungesehen gegangen, jetzt zurück',
  forAreas: (names, area) => `${names && `Gilt für ${names}. `}Nicht für ${area}`,
  window: (limit, now, isEarly) => `${limit && `${isEarly ? 'Ab' : 'Bis'} ${limit}. `}Es ist ${now}`,
  forSession: (event, start) => `Dieses Ticket gilt für ${event}, ${start}.`,

  email: 'E-Mail',
}

export const deFields: Fields = {
  number: 'Nummer',
  type: 'Ticketart',
  seat: 'Platz',
  company: 'Firma',
  reference: 'Referenz',
  holder: 'Gekauft von',
  checkedInAt: 'Eingecheckt um',
}

export const fr: Names = {
  outcomes: {
    CheckedIn: 'Entrée validée',
    Entered: 'Entrée validée',
    ReEntered: 'De retour',
    Left: 'Sorti',
    NotInside: 'Entrée non enregistrée',
    AlreadyCheckedIn: 'Déjà entré',
    WrongArea: 'Zone non autorisée',
    NotNow: 'Hors horaire',
    NotAllowed: 'Interdit',
    WrongCode: 'Mauvais code',
    OtherSession: 'Pour une autre séance',
    UnknownTicket: 'Billet inconnu',
    NotSaved: 'Non enregistré',
    NotValid: 'Non valable',
  },
  help: {
    NotAllowed: 'Cet événement n’accepte personne sans billet. Ne laissez pas entrer l’invité.',
    WrongCode:
      'C’est un numéro de billet, que tout le monde peut connaître. Recherchez l’invité par son nom.',
    UnknownTicket: 'Absent de cette liste. Vérifiez la date et l’événement.',
    NotSaved:
      'Ce téléphone ne peut pas enregistrer l’entrée. Ne laissez pas entrer l’invité. Réessayez une fois en ligne.',
  },
  leftAt: (time, device) => [time && `Sorti à ${time}`, device].filter(Boolean).join(', '),
  insideSince: (time, device) => `À l’intérieur depuis ${[time, device].filter(Boolean).join(', ')}`,
  wasHere: (times) => `Était là de ${times}`,
  leftUnseen: 'Sorti sans être vu, de retour',
  forAreas: (names, area) => `${names && `Pour ${names}. `}Pas pour ${area}`,
  window: (limit, now, isEarly) =>
    `${limit && `${isEarly ? 'À partir de' : 'Jusqu’à'} ${limit}. `}Il est ${now}`,
  forSession: (event, start) => `Ce billet est pour ${event}, ${start}.`,

  email: 'Adresse e-mail',
}

export const frFields: Fields = {
  number: 'Numéro',
  type: 'Catégorie',
  seat: 'Place',
  company: 'Société',
  reference: 'Référence',
  holder: 'Acheté par',
  checkedInAt: 'Entré à',
}

export const es: Names = {
  outcomes: {
    CheckedIn: 'Dentro',
    Entered: 'Dentro',
    ReEntered: 'De vuelta',
    Left: 'Ha salido',
    NotInside: 'No constaba dentro',
    AlreadyCheckedIn: 'Ya está dentro',
    WrongArea: 'Zona equivocada',
    NotNow: 'Fuera de horario',
    NotAllowed: 'No permitido',
    WrongCode: 'Código incorrecto',
    OtherSession: 'Para otra función',
    UnknownTicket: 'Entrada desconocida',
    NotSaved: 'Sin guardar',
    NotValid: 'No válida',
  },
  help: {
    NotAllowed: 'Este evento no admite invitados sin entrada. No dejes pasar al invitado.',
    WrongCode: 'Es un número de entrada, que cualquiera puede saber. Busca al invitado por su nombre.',
    UnknownTicket: 'No está en esta lista. Comprueba la fecha y el evento.',
    NotSaved:
      'Este teléfono no puede guardar el acceso. No dejes pasar al invitado. Inténtalo de nuevo cuando haya red.',
  },
  leftAt: (time, device) => [time && `Salió a las ${time}`, device].filter(Boolean).join(', '),
  insideSince: (time, device) => `Dentro desde las ${[time, device].filter(Boolean).join(', ')}`,
  wasHere: (times) => `Estuvo aquí: ${times}`,
  leftUnseen: 'Salió sin registrarse, ya está de vuelta',
  forAreas: (names, area) => `${names && `Para ${names}. `}No para ${area}`,
  window: (limit, now, isEarly) =>
    `${limit && `${isEarly ? 'Desde' : 'Hasta'} las ${limit}. `}Son las ${now}`,
  forSession: (event, start) => `Esta entrada es para ${event}, ${start}.`,

  email: 'Correo',
}

export const esFields: Fields = {
  number: 'Número',
  type: 'Tipo',
  seat: 'Asiento',
  company: 'Empresa',
  reference: 'Referencia',
  holder: 'Comprada por',
  checkedInAt: 'Acceso a las',
}

export const pl: Names = {
  outcomes: {
    CheckedIn: 'Wpuszczono',
    Entered: 'Wpuszczono',
    ReEntered: 'Z powrotem',
    Left: 'Wyszedł',
    NotInside: 'Nie odnotowano wejścia',
    AlreadyCheckedIn: 'Już wpuszczono',
    WrongArea: 'Niewłaściwa strefa',
    NotNow: 'Nie o tej porze',
    NotAllowed: 'Niedozwolone',
    WrongCode: 'Błędny kod',
    OtherSession: 'Na inny termin',
    UnknownTicket: 'Nieznany bilet',
    NotSaved: 'Nie zapisano',
    NotValid: 'Nieważny',
  },
  help: {
    NotAllowed: 'To wydarzenie nie przyjmuje gości bez biletu. Nie wpuszczaj.',
    WrongCode: 'To numer biletu, który może znać każdy. Wyszukaj gościa po nazwisku.',
    UnknownTicket: 'Nie ma go na tej liście. Sprawdź datę i wydarzenie.',
    NotSaved:
      'Ten telefon nie może zapisać wejścia. Nie wpuszczaj gościa. Spróbuj ponownie, gdy będzie sieć.',
  },
  leftAt: (time, device) => [time && `Wyjście o ${time}`, device].filter(Boolean).join(', '),
  insideSince: (time, device) => `W środku od ${[time, device].filter(Boolean).join(', ')}`,
  wasHere: (times) => `Pobyt: ${times}`,
  leftUnseen: 'Wyjście bez skanu, już z powrotem',
  forAreas: (names, area) => `${names && `Strefy: ${names}. `}Bez wstępu: ${area}`,
  window: (limit, now, isEarly) => `${limit && `${isEarly ? 'Od' : 'Do'} ${limit}. `}Jest ${now}`,
  forSession: (event, start) => `Ten bilet jest na: ${event}, ${start}.`,

  email: 'Adres e-mail',
}

export const plFields: Fields = {
  number: 'Numer',
  type: 'Rodzaj',
  seat: 'Miejsce',
  company: 'Firma',
  reference: 'Numer zamówienia',
  holder: 'Kupujący',
  checkedInAt: 'Wpuszczono o',
}

export const ar: Names = {
  outcomes: {
    CheckedIn: 'تم تسجيل الحضور',
    Entered: 'تم تسجيل الحضور',
    ReEntered: 'عاد',
    Left: 'غادر',
    NotInside: 'لم يُسجَّل دخوله',
    AlreadyCheckedIn: 'سبق تسجيل الحضور',
    WrongArea: 'منطقة غير مسموحة',
    NotNow: 'ليس في هذا الوقت',
    NotAllowed: 'ممنوع الدخول',
    WrongCode: 'رمز خاطئ',
    OtherSession: 'لموعد آخر',
    UnknownTicket: 'تذكرة غير معروفة',
    NotSaved: 'لم يُحفظ',
    NotValid: 'غير صالحة',
  },
  help: {
    NotAllowed: 'هذه الفعالية لا تستقبل ضيوفًا بلا تذاكر. لا تسمح بالدخول.',
    WrongCode: 'هذا رقم تذكرة قد يعرفه أي شخص. ابحث عن الضيف بالاسم.',
    UnknownTicket: 'ليست في هذه القائمة. تحقق من التاريخ والفعالية.',
    NotSaved: 'لا يستطيع هذا الهاتف حفظ التسجيل. لا تسمح بدخول الضيف. حاول مجددًا عند توفر الشبكة.',
  },
  leftAt: (time, device) =>
    [time && `غادر ${isolate(time)}`, device && isolate(device)].filter(Boolean).join('، '),
  insideSince: (time, device) =>
    `في الداخل منذ ${[time, device]
      .filter(Boolean)
      .map((part) => isolate(part as string))
      .join('، ')}`,
  wasHere: (times) => `كان هنا ${isolate(times)}`,
  leftUnseen: 'غادر دون تسجيل وعاد الآن',
  forAreas: (names, area) => `${names && `لمناطق: ${names}. `}ليست لمنطقة ${area}`,
  window: (limit, now, isEarly) =>
    `${limit && `${isEarly ? 'ابتداءً من' : 'حتى'} ${isolate(limit)}. `}الساعة الآن ${isolate(now)}`,
  forSession: (event, start) => `هذه التذكرة لفعالية ${isolate(event)}، ${isolate(start)}.`,

  email: 'البريد الإلكتروني',
}

export const arFields: Fields = {
  number: 'الرقم',
  type: 'النوع',
  seat: 'المقعد',
  company: 'الشركة',
  reference: 'المرجع',
  holder: 'المشتري',
  checkedInAt: 'وقت الحضور',
}
