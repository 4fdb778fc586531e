// What people write around the names of a list, in English, German, French, Spanish, Polish, Italian,
// Portuguese, Dutch, Swedish, Danish and Norwegian.
import { ENGLISH, NUMBERS } from './table/number-words.ts'

/** Alternatives of a pattern. */
const any = (...words: string[]): string => words.join('|')

/** A whole line of these words. */
const line = (...words: string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu')

// How many come with a guest.

/** Behind a `+`. */
export const PLUS_WORDS = any(...ENGLISH)
/** Behind a word for plus. */
export const MORE_WORDS = any(...ENGLISH, ...NUMBERS.flat())
export const MORE = 'plus|pluss|más|più|mais'

// Who comes with a guest.

/** Between a guest and who comes with them. */
export const AND = any(
  'and|with|plus|w/|&|\\+|incl(?:uding|usive|\\.)?|und|u\\.|mit|sowie|samt|inkl(?:usive|\\.)?|et|avec|y|con|e|com',
  'i|z|ze|wraz z|en|met|och|og|med|más|più|mais|samen met',
)

/** The same before a number, without those that may be an initial or a name. */
export const AND_MORE =
  'and|with|w/|&|incl(?:uding|usive|\\.)?|und|u\\.|mit|sowie|samt|inkl(?:usive|\\.)?|avec|och|med'

/** Whose they are: `her`, `ihr`, `a`. */
export const OWN = any(
  'an?|one|his|her|their|my|your|ein(?:e[mnrs]?)?|(?:ihr|sein|mein)(?:e[mnrs]?)?|une?|s(?:on|a|es)|m(?:on|a|es)|leurs?|una?|sus?|mis?',
  'uma?|seus?|suas?|meu|minha|(?:il |la )?(?:suo|sua|mio|mia)|een|één|zijn|haar|mijn|ett?|en|sin|sitt|hans|hennes|hendes',
  'swoim|swoją|swoja|jego|jej',
)

/** Who is named only as somebody's: Mann and Frau are surnames, too. */
export const OWNED = 'mann|frau|man|vrouw|fru|kone|kona|mari|femme|marido|mujer|mąż|żona'

export const FRIEND = any(
  'guest|friend|companion|partner|girlfriend|boyfriend|gf|bf|husband|wife|spouse|gast|begleitung|begleitperson|begl\\.?',
  'begleiter(?:in)?|freund(?:in)?|partnerin|ehemann|ehefrau|invitée?|amie?|accompagnante?|accompagnateur|accompagnatrice',
  'copain|copine|compagnon|compagne|conjointe?|amig[oa]|invitad[oa]|acompañante|pareja|novi[oa]|acompanhante',
  'convidad[oa]|namorad[oa]|parceir[oa]|accompagnator[ei]|ospite|amic[oa]|compagn[oa]|gość|gościem',
  'osob[ąa] tow(?:arzysząc[ąa]|\\.?)|os\\.? ?tow\\.?|partnerem|partnerką|mężem|żoną|introd(?:ucé|ucee|ucée)|begeleider|vriend(?:in)?',
  'époux|épouse|marito|moglie|fidanzat[oa]|señora|esposo|esposa|conyuge|sambo(?:er)?|vän|venn?|gäst|sällskap|medföljande|gæst|gjest|ledsager|følge|kæreste|kjæreste',
)

export const ADULTS =
  'adults?|grown-?ups?|erwachsene[rn]?|adultes?|adultos?|adult[io]|dorosł(?:ych|y)|dorośli|volwassenen?|vuxna|voksne'
export const CHILDREN = any(
  'kids?|child(?:ren)?|kind(?:er(?:en|n)?)?|enfants?|niñ[oa]s?|hij[oa]s?|bambin[oi]|figl[io]|crianças?|filh[oa]s?|dzieck[oa]|dzieci|barn|børn',
)

export const PEOPLE = any(
  ADULTS,
  'people|persons?|ppl|pax|tickets?|seats?|spots?|personen|pers\\.?|leute|karten|plätze|personnes?|places?|billets?|personas?',
  'entradas?|boletos?|persone|biglietti|posti|pessoas?|bilhetes|ingressos|osob[ay]|osób|bilet(?:y|ów)?|miejsc[ae]?|os\\.?|personer',
  'kaarten|plaatsen|biljetter|billetter|st\\.?|stk\\.?|stück',
)

export const FRIENDS = any(
  FRIEND,
  PEOPLE,
  'guests|friends|companions|more|others?|gäste|freunde|amie?s|invitée?s|accompagnants|amig[oa]s|invitad[oa]s|acompañantes',
  CHILDREN,
  'convidad[oa]s|acompanhantes|ospiti|amic[hi]e?|gości|gasten|vrienden|gäster|vänner|gæster|venner|gjester',
)

/** Before who does not come with a guest: `no plus one`. */
export const NO =
  "no|without|w/o|keine?|ohne|sans|pas d[e’']|sin|senza|sem|bez|brak|geen|zonder|utan|inget|ingen|uten|uden"

/** Before the number of all: `for 2`, `party of 3`. */
export const FOR =
  'for|für|pour|para|per|dla|voor|för|(?:party|group|table|gruppe|tisch|table) (?:of|for|von|für|pour|de)'

// What says that somebody does not come.

export const CANCELLED =
  /(?<!\p{L})(?:cancel?led|declined|refunded|not coming|can['’]?t (?:come|go|make it)|abgesagt|storniert|kommt nicht|annulée?|ne vient pas|cancelad[oa]|no viene|annullat[oa]|non viene|não vem|odwołan[aey]|nie przyjdzie|geannuleerd|komt niet|avbokad|kommer inte|aflyst|avlyst|kommer ikke)(?!\p{L})/iu

// Lines that are not guests.

export const TOTAL = new RegExp(
  `^(?:=+\\s*\\p{Nd}+|(?:grand )?(?:${any(
    'totals?|totalt|i alt|sum|summe|gesamt(?:zahl|summe)?|insgesamt|zusammen|suma|razem|łącznie|totale|totaal|somme',
  )})(?:\\s\\p{L}+){0,2}[\\s:=]*\\p{Nd}+(?:\\s\\p{L}+\\.?){0,2}|\\p{Nd}+\\s(?:(?:people|guests|personen|gäste)\\s)?(?:in\\s)?(?:total|insgesamt|gesamt|razem))$`,
  'iu',
)

/** What senders of a message are followed by, before its time. */
export const SENT_AT = any(
  "today|yesterday|heute|gestern|aujourd[’']hui|hier|hoy|ayer|oggi|ieri|hoje|ontem|dzisiaj|dziś|wczoraj|vandaag|gisteren",
  'i ?dag|i ?går',
)

/** What mail programs write above a mail that is answered, and below one. */
export const OF_MAIL = [
  /\p{Nd}.*\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisała?|pisze)(?:\s.*)?:$/iu,
  /^(?:sent from|get outlook for|gesendet (?:von|mit)|envoyé (?:de|depuis)|enviado (?:desde|do)|inviato da|verzonden (?:vanaf|met)|skickat från|sendt fra|wysłan[eo] z)\s/iu,
  /^von meinem .{1,40} gesendet$/iu,
]

/** The lines above a mail that is passed on. They count beside a subject: people write `To: Ana`, too. */
export const MAIL_HEADER = new RegExp(
  `^\\s*[*_]{0,2}(?:${any(
    'from|sent|date|to|cc|bcc|subject|reply-to|von|gesendet|datum|an|kopie|betreff|de|envoyé|à|objet|enviado(?: el)?|para',
    'asunto|da|inviato|data|a|oggetto|od|wysłano|do|temat|assunto|van|verzonden|aan|onderwerp|från|skickat|till|ämne|fra',
    'sendt|til|emne',
  )})\\s?:`,
  'iu',
)
export const MAIL_SUBJECT =
  /^\s*[*_]{0,2}(?:subject|betreff|objet|asunto|oggetto|temat|assunto|onderwerp|ämne|emne)\s?:/iu

/** `Sent: Fri, 27 Nov 2026 19:30` */
export const MAIL_DATE = new RegExp(
  `^\\s*[*_]{0,2}(?:${any(
    'sent|date|received|gesendet|datum|envoyé|enviado(?: el)?|fecha|inviato|data|wysłano|verzonden|skickat|sendt',
  )})\\s?:.*\\p{Nd}{1,2}[:.]\\p{Nd}{2}`,
  'iu',
)

const WEEKDAY = any(
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi',
  'jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|poniedziałek|wtorek|środa|czwartek',
  'piątek|sobota|niedziela|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?',
  '(?:maan|dins|woens|donder|vrij|zater|zon)dag|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|mandag|tirsdag|lørdag|søndag',
)
const MONTH = any(
  'jan(?:uary?|uar|vier|uari)?|janv|enero|ene|stycz(?:eń|nia)|gennaio|gen|janeiro|feb(?:ruary?|ruar|ruari)?|févr(?:ier)?|fev(?:ereiro)?',
  'febrero|lut(?:y|ego)|febbraio|mar(?:ch|s|zo|zec|ca|ço|t)?|märz|maart|mrt|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|kwiet?(?:cień|nia)',
  'ma[iyj]|mayo|maggio|maio|maja|mei|june?|juni?|juin|junio|giugno|junho|czerwi?e?[ck]a?|july?|juli?|juil(?:let)?|julio|luglio|julho',
  'lip(?:iec|ca)|aug(?:ust|ustus|usti)?|août|ago(?:sto)?|sierp(?:ień|nia)|sept?(?:emb(?:er|re)|iembre)?|set(?:t?embro?|tembre)?',
  'wrze(?:sień|śnia)|o[ck]t(?:ober|obre|ubre|obro)?|ottobre|outubro|października?|nov(?:emb(?:er|re|ro)|iembre)?|listopada?',
  'de[czs](?:emb(?:er|re|ro))?|déc(?:embre)?|dic(?:iembre|embre)?|dezembro|grud(?:zień|nia)',
)
const DATE_WORD = line(
  `(?:${WEEKDAY}|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|(?:${MONTH})\\.?|${SENT_AT}|tonight|heute abend|at|on|the|of|am|um|den|der|le|à|el|de|del|il|alle|em|dia|às|op|om|kl\\.?|uhr|h|[ap]\\.?m\\.?)`,
  '\\p{Nd}{1,4}(?:st|nd|rd|th|\\.|º|er)?|\\p{Nd}{1,4}[./-]\\p{Nd}{1,2}(?:[./-]\\p{Nd}{0,4})?\\.?',
  '\\p{Nd}{1,2}(?:[:.h]\\p{Nd}{0,2}(?::\\p{Nd}{2})?)?(?:h|uhr|[ap]\\.?m\\.?)?',
)
const IS_WEEKDAY = line(WEEKDAY)
/** Alone it may be somebody's name, or above the guests of a day. */
export const isWeekday = (text: string): boolean => IS_WEEKDAY.test(text)
const IS_NUMERIC_DATE = /^\p{Nd}{1,4}[./-]\p{Nd}{1,2}(?:[./-]\p{Nd}{0,4})?\.?$/u
const IS_MONTH = line(`(?:${MONTH})\\.?`)
/** `Friday, 27 November 2026`. May 5 may be a guest, and so is `2 April`. */
export const isDate = (text: string): boolean => {
  const words = text.split(/[\s,–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const numbers = words.filter((word) => /^\p{Nd}/u.test(word))
  if (numbers.length === 0 || !words.every((word) => DATE_WORD.test(word))) return false
  const hasDay = words.some((word) => isWeekday(word) || IS_NUMERIC_DATE.test(word))
  return hasDay || (words.some((word) => IS_MONTH.test(word)) && (numbers.length > 1 || words.length > 2))
}

/** What messengers write in place of a message, and links. */
const NOTICES: readonly RegExp[] = [
  /^(?:https?:\/\/|www\.)\S+$/i,
  line(
    '(?:this message was|you) deleted(?: this message)?\\.?|message deleted|(?:image|video|audio|sticker|gif|document|contact card) omitted',
    '(?:diese nachricht wurde|du hast diese nachricht) gelöscht\\.?|(?:bild|video|audio|sticker|gif|dokument) weggelassen',
    '(?:ce message a été supprimé|vous avez supprimé ce message)\\.?|(?:image|vidéo|audio) absente?',
    '(?:este mensaje fue eliminado|se eliminó este mensaje|eliminaste este mensaje)\\.?|(?:imagen|video|audio) omitid[oa]',
    'questo messaggio è stato eliminato\\.?|esta mensagem foi apagada\\.?|ta wiadomość została usunięta\\.?|dit bericht is verwijderd\\.?',
  ),
]
export const isNotice = (text: string): boolean => NOTICES.some((pattern) => pattern.test(text))

const ANSWER = line(
  "(?:not )?(?:going|attending|coming)|can['’]?t (?:go|come|make it)|maybe|interested|confirmed|declined|pending",
  'zugesagt|abgesagt|vielleicht|confirmée?|peut-être|confirmad[oa]|quizás|confermato|forse|potwierdzon[eya]|bevestigd|misschien|kanske|måske|kanskje',
)
/** `Going`, which pages of events have below a name. */
export const isAnswer = (text: string): boolean => ANSWER.test(text)

const HELLO = any(
  'hi|hello|hey|dear|hallo|liebe[rs]?|guten (?:tag|abend|morgen)|moin|servus|bonjour|bonsoir|salut|coucou|hola|buen[oa]s',
  'buenos días|buenas (?:tardes|noches)|ciao|buongiorno|buonasera|cześć|hej|dzień dobry|witam|olá|oi|bom dia|boa (?:tarde|noite)',
  'beste|hoi|goedemorgen|goedemiddag|goedenavond|god (?:morgon|morgen|dag|kväll|kveld|aften)',
)
/** `Hi Tom,`; without the sign it may be a name. */
export const GREETING = new RegExp(
  `^(?:(?:${HELLO})(?:\\s\\S+){0,3}\\s?[,!]|(?:hi|hello|hallo|bonjour|hola|olá|hej))$`,
  'iu',
)

const CLOSING = line(
  `(?:${any(
    'many thanks|thanks?(?: you)?(?: so much| very much| a lot)?|thx|cheers|best(?: wishes| regards)?|(?:kind |warm )?regards|sincerely',
    'danke(?: dir| euch| schön| sehr)?|vielen dank|(?:viele|liebe|beste|herzliche|schöne) grüße|mit freundlichen grüßen|gruß|grüße|lg|vg|mfg',
    "merci(?: beaucoup| d[’']avance)?|cordialement|bien (?:à toi|à vous)|à bientôt|bises?|bisous?|(?:muchas )?gracias|(?:un )?saludos?",
    'grazie(?: mille)?|(?:cordiali |tanti )?saluti|dzięki|dziękuję|pozdrawiam|pozdrowienia|(?:muito )?obrigad[oa]|abraços?|cumprimentos',
    'bedankt|dank je(?: wel)?|groet(?:en|jes)?|met vriendelijke groet(?:en)?|tack(?: så mycket)?|(?:vänliga )?hälsningar|mvh|(?:mange )?tak',
    '(?:med )?venlig(?:e)? hilsen(?:er)?|(?:mange )?takk|(?:beste )?hilsen',
  )})(?:\\s(?:and|und|et|y|e|i|en|og|och)\\s[^+]*)?\\s?[,.!]*`,
)
/** `Thanks!`, below which a name is whose list it is. */
export const isClosing = (text: string): boolean => CLOSING.test(text)

const SENTENCE =
  /(?<!\p{L})(?:my|our|here|please|following|meine?|unsere?|anbei|hier|bitte|folgende|voici|mes|notre|nos|aquí|mis|nuestr[ao]s?|ecco|miei|nostr[aio]|oto|moja|moi|nasza|minha|meus|segue|seguem|hierbij|mijn|onze|här|mina|her er|mine|vores)(?!\p{L})/iu
/** `Here is my list for tonight`, before a colon. */
export const isIntroduction = (text: string): boolean => text.split(/\s+/).length > 2 && SENTENCE.test(text)

const REQUEST =
  /(?<!\p{L})(?:pl(?:ea)?se?|plz|bitte|(?:can|could) you|add|s['’]il (?:te|vous) plaît|por favor|per favore|proszę|alstublieft)(?!\p{L})/iu
/** `Can you add Ana?` */
export const isRequest = (text: string): boolean => REQUEST.test(text)

const LIST_TITLE =
  /^(?:the )?(?:guest ?list|gästeliste|liste (?:des |d[’'])invités|lista (?:de )?invitados|lista gości|lista (?:degli )?ospiti|lista de convidados|gastenlijst|gästlista|gæsteliste|gjesteliste)(?:[\s,:–-].{0,60})?$/iu
/** `Guest list 27 Nov` */
export const isListTitle = (text: string): boolean => LIST_TITLE.test(text)

/** Words that stand above guests as the type of their tickets, and are nobody's name. */
export const TYPE = any(
  'v\\.?i\\.?p\\.?s?|aaa|all access|backstage|press|media|crew|staff|artists?|band|friends(?: (?:&|and) family)?|family|sponsors?|label|promoters?',
  'comps?|standing|seated|balcony|general admission|presse|künstler|freunde|mitarbeiter|stehplatz|sitzplatz|ehrengäste|artistes?|amis|famille',
  'prensa|artistas|amigos|familia|stampa|artisti|amici|imprensa|família|prasa|artyści|przyjaciele|pers|artiesten|vrienden|vänner|venner',
)
