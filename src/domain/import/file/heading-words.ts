// What people write above the columns of a list, and what forms ask, in English, German, French, Spanish,
// Polish, Italian, Portuguese, Dutch, Swedish, Danish and Norwegian. docs/data.md lists the usual ones.
import type { Column } from './table/columns.ts'

type Worded = Column | 'firstName' | 'lastName' | 'plusOnes' | 'quantity'

/** Whole headings, as {@link normalForms} makes them. */
const headings = (...words: string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`)

/** What groups tickets at a shop. */
const ORDER = [
  '(?:order|booking|reservation|reference|bestell(?:ung)?|buchung|auftrag|commande|pedido|reserva|referencia',
  'zamowieni[ae]|rezerwacj[ai]|ordine|prenotazione|encomenda|bestel(?:ling)?|boeking|reservering',
  'bestallnings?|boknings?|ordre|bestillings?)s?',
].join('|')

/** The first one that fits counts. */
export const HEADING_WORDS: readonly (readonly [Worded, RegExp])[] = [
  [
    'firstName',
    headings(
      '(first|given|fore|christian)_?names?|first|given|(vor|ruf)name|prenoms?|nombres?|imie|nome',
      '(voor|roep)naam|fornamn(et)?|tilltalsnamn|fornavn(et)?',
    ),
  ],
  [
    'lastName',
    headings(
      '(last|family|sur)_?names?|last|family|(nach|familien|zu)name|nom(_de_famille)?|apellidos?|nazwisko|cognome',
      'apelidos?|sobrenomes?|(achter|familie)naam|efternamn(et)?|(efter|etter)navn(et)?|slektsnavn',
    ),
  ],
  [
    'plusOnes',
    headings(
      String.raw`(plus_?(1|n|ones?)|\+_?[1n])(_(full_)?name_?s?)?|guests?_of_guests?`,
      '((number|no)_of_)?((extra|additional|accompanying)_(guest|person|people)_?s?|companion_?s?|plus_?(1|ones?))',
      'name_?s?_of_(your_)?(plus_?(1|ones?)|companions?)|companions?_name_?s?',
      '((are|will)_you_)?(be_)?bring(ing)?_(a_|any_)?(guest|plus_?(1|one)|companion)_?s?',
      'how_many_(additional_|extra_)?guests_(are|will)_you_(be_)?bring(ing)?',
      '(anzahl_)?begleit(er|ung(en)?|person(en)?)|(mit|name_der)_begleit(ung|person)|((nombre|nb)_d_)?accompagn(ants?|ateurs?)',
      '(numero_de_)?(acompanantes?|acompanhantes?)|(liczba_)?os(oby|ob)_towarzysz(ace|acych)|osoba_towarzyszaca',
      '(numero_(di_)?)?accompagnator[ei]|(aantal_)?(begeleiders?|introduce(s|es)?)|(antal_)?medfoljande',
      '(antall?_)?ledsager(e|en)?|folge',
    ),
  ],
  [
    'quantity',
    headings(
      'quantity|qty|persons|people|pax|guests|headcount|party_size|ticket_(quantity|count|qty)',
      '(number|no)_of_(guests|people|persons|tickets)|how_many_(people|persons|tickets)(_.*)?',
      '(anzahl_)?personen|anzahl(_(der_)?(gaste|tickets|karten))?|gaste|quantite|(nombre|nb)_de_(personnes|billets|places)|invites',
      'cantidad|numero_de_(personas|entradas|invitados)|invitados|(liczba|ilosc)_(osob|biletow|gosci)|goscie|ilosc',
      '(numero_(di_)?)?persone|ospiti|invitati|quantita|numero_di_(ospiti|biglietti)',
      'quantidade|(numero_de_)?(pessoas|convidados)|numero_de_(bilhetes|ingressos)',
      'aantal(_(personen|gasten|tickets|kaarten))?|gasten|personer|gaster|gaester|gjester',
      '(antal|antall)(_(personer|gaster|gaester|gjester|biljetter|billetter))?',
    ),
  ],
  [
    'attendeeName',
    headings(
      '((full|complete|attendee|guest|gast|participant|visitor|display)_)*name_?s?|(guest|attendee|participant)_?s?',
      '(first|given)_(and_)?(last|family|sur)_?names?|last_(and_)?first_names?|name_surname|who_are_you',
      'gast|gaste|gaste?name|teilnehmer|vor_(und_)?nachname|nach_(und_)?vorname|vorname_(und_)?nachname|nachname_(und_)?vorname',
      'name_(und_)?vorname|vorname_(und_)?name|(vollstandiger|ganzer)_name|wie_heiss(t_du|en_sie)|wer_bist_du',
      'invites?|participante?s?|nom_complet|nom_(et_)?prenoms?|prenoms?_(et_)?nom|comment_(vous_appelez_vous|t_appelles_tu)',
      'invitados?|asistentes?|nombre_completo|nombres?_(y_)?apellidos?|apellidos?_(y_)?nombres?',
      '(como_(te|se)|como_voce_se)_(llamas?|chamas?)|gosc|goscie|uczestni(k|cy)|imie_(i_)?nazwisko|nazwisko_(i_)?imie',
      'jak_(sie_nazywasz|masz_na_imie|sie_pan_pani_nazywa)|nome_completo|nome_(e_)?cognome|cognome_(e_)?nome|nominativo',
      'ospit[ei]|invitat[oi]|partecipant[ei]|come_(ti|si)_chiam[ai]|convidados?|nome_(e_)?(apelido|sobrenome)',
      'volledige_naam|naam|voornaam_(en_)?achternaam|voor_en_achternaam|deelnemers?|gasten|hoe_heet_(je|u|jij)',
      'namn(et)?|(fullstandigt|hela)_namn|for_och_efternamn|fornamn_(och_)?efternamn|deltagare|gaster?|vad_heter_du',
      'navn(et)?|(fulde|fuldt|fullt|hele)_navn|for_og_(efter|etter)navn|fornavn_(og_)?(efter|etter)navn|deltag(er|ere)',
      'deltakere?|gaest(er)?|gjest(er)?|hva(d)?_he(dder|ter)_du',
    ),
  ],
  [
    'holderEmail',
    // Others say whether a mail was sent, or may be.
    /^(?!.*(opt(_|in|$)|consent|verified|confirm|sent|status|newsletter|marketing|opened|bounced))(.*e_?mail|(mail|e_?post)(s|_?adress(en?)?)?$|correo|courriel|posta_elettronica|indirizzo_mail|poczta)/,
  ],
  [
    'ticketTypeName',
    headings(
      '(ticket_?)?(type|category|kind|class|tier|art|kategorie|typ)(_name)?|ticket_name|type_of_ticket|tickets?|product',
      'billets?|categorie(_de_billet)?|type_de_billet|entrada|(tipo|categoria)(_d[ei]_(entrada|biglietto|bilhete|ingresso))?',
      'bilet|(kategoria|rodzaj|typ)(_biletu)?|biglietto|tipo_biglietto|bilhete|ingresso|(ticket|kaart)_?(soort|type)',
      'soort(_ticket|_kaart)?|biljett?(typ|kategori)?|billett?_?(type|kategori)?|kategori',
    ),
  ],
  [
    'code',
    headings(
      '((qr|bar|ticket|strich|streepjes|strek|streck|streg|entry)_?)?(code|kode?)s?(_(number|no|nr|nummer|value|content))?',
      'qr|qr_?(code|kode?)_(url|link|data)|secret|code_(barres?|a_barres?|qr)|codigo(_de_barras|_qr)?|kod_(kreskowy|qr)',
      'codice(_a_barre|_qr)?|barcode_?nummer|(qr_?|streck|strek|streg)kode?n',
    ),
  ],
  [
    'note',
    headings(
      'notes?|comments?|remarks?|bemerkung(en)?|anmerkung(en)?|notiz(en)?|hinweise?|remarques?|commentaires?',
      'notas?|observacion(es)?|comentarios?|uwag[ai]|notatk[ai]|komentarz(e)?|commenti|commento|osservazion[ie]',
      'observac(ao|oes)|opmerking(en)?|notities?|anteckning(ar)?|kommentar(er|e)?|notering(ar)?',
      'bemaerkning(er)?|noter|merknad(er)?|notat(er)?',
    ),
  ],
  [
    'seatLabel',
    /^(seat|table|row|platz|tisch|siege|asiento|mesa|miejsce|stolik)|^(place|posto|tavolo|fila|assento|lugar|stoel|tafel|zitplaats|rij|plats|bord|stol|plads|saede|plass|sete)(_?(nummer|number|nr))?s?(_|$)/,
  ],
  [
    'reference',
    headings(
      `((n(umero|o|r)?|numer|number)_)?(d([eio]|el|ella?)?_)?${ORDER}_?(number|no|nr|id|code|nummer|reference)?`,
      'ref(_(no|nr|number))?|referenz(nummer)?|riferimento|referentie',
    ),
  ],
  [
    'ticketNumber',
    headings(
      '(ticket_?)?(number|no|nr|id|nummer)|(kaart|biljett?|billett?)_?(nummer|nr)',
      '(numero|numer)(_(de|du|do|del)_(billet|entrada|bilhete|ingresso|biglietto)|_biletu|_biglietto)?',
    ),
  ],
  [
    'attendeeCompany',
    headings(
      'company(_name)?|organi[sz]ation|firma|firm|unternehmen|societe|entreprise|empresa|azienda|societa|ditta',
      'bedrijf(snaam)?|organisatie|foretag|virksomhed|bedrift|selskap',
    ),
  ],
]

/** When a form was sent. It says nothing about a guest. */
const LEFT_OUT = headings(
  'time_?stamp|submitted(_(at|on|time|date))?|(submission|start|completion)_(date|time)|zeitstempel|horodateur',
  'marca_temporal|sygnatura_czasowa|informazioni_cronologiche|carimbo_de_data_hora|tijdstempel',
  'tidsstampel|tidsstempel|tidsmerke',
)

/** What forms put before the question itself. */
const BEFORE = new RegExp(
  `^(?:${[
    'what|which|whats|s|is|are|please|enter|provide|give|type|write|add|fill_in|tell_us|the|your|ur|my|our',
    'attendee|guest|participant|gast|wie|welche[rs]?|was|ist|lautet|bitte|dein|deinen?|ihren?|ihr|eure?|der|die|das',
    'quel(?:le)?s?|est|sont|votre|ton|ta|vos|tes|mon|le|la|les|l|indiquez|entrez|saisissez|renseignez|veuillez',
    'cual|cuales|es|son|tus?|sus?|el|los|indica|indique|escribe|escriba|introduce|introduzca|ingresa|ingrese|por_favor',
    'qual|e|il|lo|i|tuo|tua|suo|sua|vostro|inserisci|inserire|scrivi|o|a|os|as|seu|teu|insira|informe|digite|escreva',
    'wat|welke|zijn|je|jouw|uw|het|de|mijn|vul|voer|vad|vilken|ar|ditt?|din|dina|er|ert|mitt|ange|skriv',
    'hvad?|hvilken|dine|jeres|mit|indtast|angiv|oppgi|jaki|jaka|jakie|jest|sa|twoj|twoje|twoja|podaj|wpisz|prosze',
  ].join('|')})_`,
)

/** What stands behind it: that it must be answered, and whose it is. */
const BEHIND = new RegExp(
  `_(?:${[
    'required|mandatory|optional|here|pflicht|pflichtfeld|pflichtangabe|erforderlich|notwendig|freiwillig|an|ein|eingeben',
    'obligatoire|requis|facultatif|obligatorio|requerido|opcional|wymagane|obowiazkowe|opcjonalne|obbligatorio',
    'richiesto|facoltativo|opzionale|obrigatorio|verplicht|optioneel|in|obligatoriskt?|valfritt|pakraevet|pakrevd',
    'valgfri(?:tt)?|ditt|din|deres|(?:of|for)_(?:the_)?(?:guest|attendee|participant)s?|de[sr]_(?:gastes?|teilnehmers?)',
    '(?:de_l_|du_)(?:invite|participant)e?|del_(?:invitado|asistente)|goscia|uczestnika|dell_ospite|do_convidado',
  ].join('|')})$`,
)

/** Letters that are no letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', đ: 'd' }

const normalize = (heading: string): string =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøæœßđ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}+]+/gu, '_')
    .replace(/^_|_$/g, '')

/** Without what makes a question of it, word by word. */
const shortened = (form: string): string[] => {
  const behind = form.replace(BEHIND, '')
  const shorter = behind === form ? form.replace(BEFORE, '') : behind
  return shorter === form ? [form] : [form, ...shortened(shorter)]
}

/** A heading without case, accents and signs, then without its question, then without what is in brackets. */
export const normalForms = (heading: string): string[] =>
  [heading, heading.replace(/\([^()]*\)/g, '')].flatMap((text) => shortened(normalize(text)))

export const isLeftOut = (heading: string): boolean =>
  normalForms(heading).some((form) => LEFT_OUT.test(form))
