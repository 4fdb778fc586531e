// What a kiosk says to guests, in all languages at once: nobody chooses one there.
import type { Language } from '../../shared/language.ts'

export type KioskWords = { show: string; in: string; staff: string; off: string }

export const KIOSK_TEXTS: Record<Language, KioskWords> = {
  en: {
    show: 'Hold your ticket in front of the camera',
    in: 'Checked in',
    staff: 'Please see the staff',
    off: 'This date is cancelled',
  },
  de: {
    show: 'Halten Sie Ihr Ticket vor die Kamera',
    in: 'Eingecheckt',
    staff: 'Bitte wenden Sie sich an das Personal',
    off: 'Dieser Termin ist abgesagt',
  },
  fr: {
    show: 'Présentez votre billet devant la caméra',
    in: 'Entrée validée',
    staff: 'Veuillez vous adresser au personnel',
    off: 'Cette date est annulée',
  },
  es: {
    show: 'Muestra tu entrada a la cámara',
    in: 'Entrada registrada',
    staff: 'Acude al personal, por favor',
    off: 'Esta fecha está cancelada',
  },
  pl: {
    show: 'Pokaż bilet do kamery',
    in: 'Zarejestrowano wejście',
    staff: 'Proszę zgłosić się do obsługi',
    off: 'Ten termin jest odwołany',
  },
  ar: {
    show: 'ضع تذكرتك أمام الكاميرا',
    in: 'تم تسجيل الدخول',
    staff: 'يرجى مراجعة الموظفين',
    off: 'هذا الموعد ملغى',
  },
}
