// Arabic. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/ar.ts'
import type { ArrivalTexts } from './en.ts'

export const makeArrivalTexts = ({ isolate }: Pick<Words, 'isolate'>): ArrivalTexts => ({
  ...makeEntranceTexts({ isolate }),
  loading: 'جارٍ التحميل…',
  tryAgain: 'إعادة المحاولة',
  newVersion: 'حُدِّث Doorlist. أعد تحميل الصفحة للمتابعة. سيضيع ما كتبته، فانسخه أولًا.',
  loadAgain: 'إعادة التحميل',
  signInLead: 'فعاليات مؤسستك وسلاسلها ومواعيدها وإعلاناتها.',

  createPasskey: 'إنشاء مفتاح مرور',
  yourName: 'اسمك',
  nameMissing: 'أدخل اسمًا.',
  organizer: 'المنظِّم',
  organizerHint: 'اسم صالتك أو شركتك. يقرؤه الضيوف على تذاكرهم.',
  organizerMissing: 'أدخل اسم مؤسستك.',
  setupCode: 'رمز الإعداد',
  setupCodeMissing: 'أدخل رمز الإعداد.',
  setupLead: 'إعداد هذه الخدمة. ستصبح مالك أول منظِّم فيها.',
  setupRefused: 'رمز الإعداد خاطئ، أو أن الخدمة مُعَدّة من قبل.',
  setupOver: 'هذه الخدمة مُعَدّة من قبل.',
  passkeyHelp: 'يحل مفتاح المرور محل كلمة المرور: تسجّل الدخول ببصمتك أو وجهك أو رقمك السري.',
  havePasskey: 'لدي مفتاح مرور',
  signUpLost: 'انقطع الاتصال. حاول مجددًا. إن كان مفتاح مرورك لدى الخدمة، فسجّل الدخول به.',
  signUpRepeated: 'قد يكون مفتاح مرورك لدى الخدمة: سجّل الدخول به. وإلا فحاول مجددًا.',
  roles: { owner: 'مالك', manager: 'مدير', staff: 'موظف الباب' },
  invitedBy: (organizer, role) => `يدعوك ${isolate(organizer)}. الدور: ${role}.`,
  invitationOver: 'انتهت صلاحية هذه الدعوة أو سبق استخدامها. اطلب دعوة جديدة.',
  connectLink: 'رابط الربط',
})
