import type { Words } from '../../shared/language.ts'
import type { ListTexts } from './en.ts'

export const makeTexts = ({
  number,
  plural,
  isolate,
}: Words<'zero' | 'one' | 'two' | 'few' | 'many' | 'other'>): ListTexts => ({
  title: 'قائمة الضيوف',
  listOf: (name) => `قائمة ${isolate(name)}`,
  left: (places) =>
    plural(places, {
      zero: 'لا توجد أماكن متبقية',
      one: 'بقي مكان واحد',
      two: 'بقي مكانان',
      few: `بقيت ${number(places)} أماكن`,
      many: `بقي ${number(places)} مكانًا`,
      other: `بقي ${number(places)} مكان`,
    }),
  used: (used, quota) => `${number(used)} من ${number(quota)}`,
  openUntil: (time) => `مفتوحة حتى ${isolate(time)}`,
  closed: 'هذه القائمة مغلقة. لم يعد من الممكن تغيير شيء.',
  names: 'الأسماء',
  namesHint: 'اسم في كل سطر، أو ألصق قائمة. «+2» تضيف صديقين.',
  add: (persons) => `إضافة ${number(persons)}`,
  added: (persons) =>
    plural(persons, {
      zero: 'لم يُضف أحد.',
      one: 'أُضيف شخص واحد.',
      two: 'أُضيف شخصان.',
      few: `أُضيف ${number(persons)} أشخاص.`,
      many: `أُضيف ${number(persons)} شخصًا.`,
      other: `أُضيف ${number(persons)} شخص.`,
    }),
  tooMany: (left) => `هذا أكثر من الأماكن المتبقية: ${number(left)}.`,
  tooManyFriends: (most) => `أقصى عدد للأصدقاء في المدخل الواحد: ${number(most)}.`,
  notRead: (line) => `السطر ${number(line)} بلا اسم.`,
  onList: 'في القائمة',
  nobody: 'لا أحد بعد.',
  arrived: (arrived, persons) =>
    arrived === 0 ? '' : arrived === persons ? 'وصل' : `وصل ${number(arrived)} من ${number(persons)}`,
  erased: '(محذوف)',
  change: 'تغيير',
  name: 'الاسم',
  friends: 'الأصدقاء',
  note: 'ملاحظة للباب',
  save: 'حفظ',
  cancel: 'إلغاء',
  remove: 'إزالة',
  removeWhom: (name) => `إزالة ${isolate(name)}؟`,
  loading: 'جارٍ التحميل…',
  unknownLink: 'هذا الرابط لا يعمل. اطلب رابطًا جديدًا.',
  noNetwork: 'لا يوجد اتصال. حاول مرة أخرى.',
  tryAgain: 'حاول مرة أخرى',
  busy: 'محاولات كثيرة. انتظر دقيقة.',
  inUse: 'شخص من هذا المدخل موجود بالفعل، أو غيّره المنظم.',
  usedUp: 'لا تقبل هذه القائمة مدخلات أخرى.',
  notAccepted: 'لم يُقبل ذلك. اختصر الاسم أو الملاحظة.',
})
