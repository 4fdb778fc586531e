// Arabic. Not yet read by a native speaker.
import type { Words } from '../language.ts'
import type { EntranceTexts } from './en.ts'

export const makeEntranceTexts = ({ isolate }: Pick<Words, 'isolate'>): EntranceTexts => ({
  title: 'Doorlist',
  starting: 'جارٍ الفتح…',
  language: 'اللغة',
  sameAsDevice: 'لغة الجهاز',
  languageFailed: 'تعذّر تحميل اللغة. حاول مجددًا عند توفر الشبكة.',
  signIn: 'تسجيل الدخول',
  signInWithPasskey: 'تسجيل الدخول بمفتاح مرور',
  signInElsewhere: (host) => `تعمل مفاتيح مرور هذه الخدمة على ${isolate(host)}. ينقلك الزر إلى هناك.`,
  passkeyRefused: 'لا تعرف الخدمة مفتاح المرور هذا. جرّب مفتاحًا آخر أو اطلب دعوة.',
  passkeyKnown: 'لدى هذا الجهاز مفتاح مرور لهذه الخدمة.',
  passkeyFailed: () => 'تعذّر استخدام مفتاح المرور.',
  serviceUnreachable: 'تعذّر الوصول إلى الخدمة. تحقق من الشبكة وحاول مجددًا.',
  refused: (_, code) => `رفضت الخدمة هذا الطلب (${isolate(code)}).`,
  notConfigured: 'لم يُضبط تسجيل الدخول.',
  notConfiguredHelp: `على مسؤول هذه الخدمة ضبط ${isolate('DOORLIST_SECRET')}، أو ${isolate('AUTH_ISSUER')} و ${isolate('WEB_CLIENT_ID')}.`,
  insecure: 'هذا العنوان غير آمن.',
  insecureHelp: `لا تتيح المتصفحات الكاميرا والقوائم المحفوظة إلا للعناوين الآمنة. افتح هذه الصفحة مع ${isolate('https://')} في البداية.`,
  signInUnreachable: 'تعذّر الوصول إلى صفحة تسجيل الدخول. تحقق من الشبكة وحاول مجددًا.',
  signInFailed: () => 'لم يتم تسجيل دخولك. حاول مجددًا.',
})
