// What people write around the names of a list, in English, German, French, Spanish, Polish, Italian,
// Portuguese, Dutch, Swedish, Danish and Norwegian.

/** Alternatives of a pattern. */
const any = (...words: string[]): string => words.join('|')

/** A whole line of these words. */
const line = (...words: string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu')

// Numbers in words.

const ENGLISH = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** Other languages have them behind "plus" alone: `Ana + Sei` are two names. */
const NUMBERS: readonly (readonly string[])[] = [
  ['eins?', 'eine', 'une?', 'un[oa]', 'uma?', 'jede?n', 'jedn[ao]', 'een', 'één', 'én', 'et', 'ett'],
  ['zwei', 'zwo', 'deux', 'dos', 'due', 'dois', 'duas', 'dwa', 'dwie', 'dwoje', 'twee', 'två', 'to'],
  ['drei', 'trois', 'tr[eêé]s?', 'trzy', 'troje', 'drie'],
  ['vier', 'quatre', 'cuatro', 'quat?tro', 'cztery', 'fyra', 'fire'],
  ['fünf', 'cinq', 'cinco', 'cinque', 'pięć', 'vijf', 'fem'],
  ['sechs', 'seis?', 'sześć', 'zes', 'sex', 'seks'],
  ['sieben', 'sept', 'siete', 'sette', 'sete', 'siedem', 'zeven', 'sju', 'syv'],
  ['acht', 'huit', 'ocho', 'otto', 'oito', 'osiem', 'åtta', 'åtte', 'otte'],
  ['neun', 'neuf', 'nueve', 'nove', 'dziewięć', 'negen', 'nio', 'ni'],
]
const NUMBER_PATTERNS = NUMBERS.map((words, index) => line(ENGLISH[index] ?? '', ...words))

/** The number of a word; undefined if it is none. */
export const numberIn = (text: string): number | undefined => {
  const index = NUMBER_PATTERNS.findIndex((pattern) => pattern.test(text))
  return index === -1 ? undefined : index + 1
}

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
  'an?|one|his|her|their|my|your|ein(?:e[mnrs]?)?|(?:ihr|sein|mein)(?:e[mnrs]?)?|une?|son|sa|mon|ma|leur|una?|su|mi',
  'uma?|seu|sua|meu|minha|(?:il |la )?(?:suo|sua|mio|mia)|een|één|zijn|haar|mijn|ett?|en|sin|sitt|hans|hennes|hendes',
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
  'people|persons?|pax|tickets?|seats?|spots?|personen|pers\\.?|leute|karten|plätze|personnes?|places?|billets?|personas?',
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
