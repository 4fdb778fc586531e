// Arabic. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/ar.ts'
import type { DoorTexts } from './en.ts'
import { ar } from './names.ts'

export const makeTexts = ({ number, isolate }: Words): DoorTexts => ({
  ...ar,
  ...makeEntranceTexts({ isolate }),
  close: 'إغلاق',

  signInLead: 'تسجيل حضور الضيوف، مع الشبكة أو بدونها.',
  openElsewhere: 'Doorlist مفتوح في علامة تبويب أخرى.',
  useHere: 'استخدامه هنا',

  connect: 'ربط',
  connectHow: 'وجّه الكاميرا إلى الرمز الظاهر في لوحة التحكم، أو الصق الرابط.',

  sessions: 'المواعيد',
  earlier: 'السابقة',
  loadingSessions: 'جارٍ تحميل المواعيد…',
  noSessions: 'لا مواعيد لديك اليوم أو لاحقًا. اطلب إضافتك.',
  noSuchSession: 'لا يوجد موعد مطابق.',
  searchSessions: 'البحث في المواعيد',
  cancelled: 'ملغى',
  now: 'الآن',
  today: 'اليوم',
  tomorrow: 'غدًا',
  noTickets: 'لا تذاكر بعد',
  sessionsOffline: 'تعذّر الوصول إلى الخدمة. هذه المواعيد محفوظة على هذا الهاتف.',
  sessionsFailed: (message) => `تعذّر تحميل المواعيد. ${message}`,
  noneStored: 'تعذّر الوصول إلى الخدمة، ولا موعد لك على هذا الهاتف.',
  tryAgain: 'إعادة المحاولة',
  onPhone: 'على هذا الهاتف',
  doors: (time) => `فتح الأبواب ${isolate(time)}`,

  loading: 'جارٍ تحميل التذاكر',
  loadedOf: (count, total) => `التذاكر: ${number(count)} من ${number(total)}`,
  loadingOffline: 'في انتظار الشبكة. سيستمر التحميل من حيث توقف.',
  waitingForAccess: 'في انتظار تأكيد الخدمة لصلاحيتك.',
  readyOffline: 'جاهز دون شبكة',
  notOnDisk: 'لم تُحفظ على هذا الهاتف: أبقِ الصفحة مفتوحة ومتصلة',
  denied: 'لم تعد لديك صلاحية لهذا الموعد. تذاكره مخفية.',
  erased: 'لم تعد لديك صلاحية لهذا الموعد. حُذفت تذاكره من هذا الهاتف.',

  search: 'البحث في التذاكر',
  searchHint: 'الاسم أو الرقم أو المقعد أو البريد',
  filterLegend: 'عرض',
  filters: { all: 'الكل', expected: 'المنتظرون', checkedIn: 'الحاضرون' },
  found: (count) => `النتائج: ${number(count)}`,
  tickets: 'التذاكر',
  showMore: 'عرض المزيد',
  arrived: (count, total) => `الحاضرون: ${number(count)} من ${number(total)}`,
  ofTotal: (count) => `من ${number(count)}`,
  noName: 'بلا اسم',
  status: { Valid: 'منتظَر', CheckedIn: 'حاضر', Refunded: 'مستردّة', Voided: 'ملغاة' },

  listOf: (name) => `قائمة ${isolate(name)}`,
  partyIn: (inside, all) => `${number(inside)} من ${number(all)} في الداخل`,
  checkIn: 'تسجيل الحضور',
  undo: 'تراجع',
  andMore: (count) => `و ${number(count)} آخرون`,
  justRead: 'قُرئ قبل لحظة',

  overCapacity: (count) => `${number(count)} فوق السعة`,

  note: 'ملاحظة',
  readFirst: 'اقرأ هذا أولًا',
  letIn: 'السماح بالدخول',
  dontLetIn: 'عدم السماح بالدخول',
  notCheckedIn: (guests) => `لم يُسجَّل حضور: ${guests}`,
  checking: 'جارٍ التحقق…',
  askingShop: 'جارٍ سؤال المتجر…',
  in: 'دخلوا',
  notIn: 'لم يدخلوا',
  checkedInMany: (count, total) =>
    `تم تسجيل الحضور: ${number(count)}${count === total ? '' : ` من ${number(total)}`}`,
  alreadyAt: (at, device) =>
    [at === null ? '' : `في ${isolate(at)}`, device === null ? '' : `(${isolate(device)})`]
      .filter(Boolean)
      .join(' '),
  searchGuest: 'بحث',
  stillLoading: 'القائمة قيد التحميل. حاول مجددًا بعد لحظة.',
  onThisPhone: 'على هذا الهاتف.',
  notShown: 'سُجّل الحضور على هذا الهاتف قبل لحظة. لم تظهر النتيجة.',
  venue: 'المكان',
  checkOut: 'تسجيل المغادرة',
  undoExit: 'التراجع عن المغادرة',

  connection: 'الاتصال',
  upToDate: 'محدَّث',
  sending: 'جارٍ الإرسال',
  offlineSignIn: 'دون شبكة: سجّل الدخول مجددًا',
  offlineConnect: 'دون شبكة: اربط الهاتف مجددًا',
  offlineSince: (time) => `دون شبكة منذ ${isolate(time)}`,
  toSend: (count, oldest) => `بانتظار الإرسال: ${number(count)}${oldest && `، أقدمها ${isolate(oldest)}`}`,
  separator: '، ',

  conflictTitle: { twice: 'دخول مرتين', notValid: 'دخول بتذكرة غير صالحة' },
  before: (text) => `من قبل: ${text}`,
  findSecond: 'ابحث عن الشخص الثاني أو أخبر المشرف.',

  scan: 'مسح الرمز',

  settings: 'الإعدادات',
})
