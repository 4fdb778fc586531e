// What people write above the columns of a list, and what forms ask, in English, German, French, Spanish,
// Polish, Italian, Portuguese, Dutch, Swedish, Danish and Norwegian. docs/data.md lists the usual ones.
import type { Column } from './table/columns.ts'

type Worded = Column | 'firstName' | 'lastName' | 'plusOnes' | 'quantity'

/** Whole headings, as {@link normalForms} makes them. */
const headings = (...words: string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`)

/** A number, as it stands before what it numbers. */
const NUMBER = '(?:number|no?|nr|num|numer[oi]?|nummer)'
/** How many, as it stands before what is counted. */
const COUNT = `(?:(?:${NUMBER}|nb|nbre|nombre|how_many|total|anz(?:ahl)?|wie_viele|combien|cantidad|cuant[oa]s|liczba|ilosc|ile|quantita|quant[oiae]s?|quantidade|aantal|hoeveel|antall?|hur_manga|hvor_mange)_(?:of_|de[rs]?_|d_|di_)?)`

/** Several seats: how many, or which. */
const SEVERAL_SEATS = 'places|platze|plazas|posti|lugares|plaatsen|platser|pladser|plasser|miejsca|seats'

/** Where somebody sits, by what a column says of it. */
const PLACES = {
  table: 'table|tisch|mesa|stolik(?:a)?|tavolo|tafel|bord',
  row: 'row|reihe|fila|rzad|fileira|rij|rad|raekke|rekke',
  // In French a row, in German a balcony with rows.
  tier: 'rang',
  seat: [
    'seat|chair|sitz|(?:sitz)?platz|stuhl|siege|place|asiento|butaca|miejsc[ea]|posto|assento|lugar|stoel|zitplaats|plats',
    `stol|plads|saede|plass|sete|${SEVERAL_SEATS}`,
  ].join('|'),
} as const
const PLACE = `(?:${Object.values(PLACES).join('|')})`

/** What groups tickets at a shop. */
const ORDER = [
  '(?:order|booking|reservation|reference|confirmation|invoice|transaction|bestell(?:ung)?|buchungs?|auftrags?|reservierungs?',
  'rechnungs?|commande|facture|pedido|reserva|referencia|factura|zamowieni[ae]|rezerwacj[ai]|ordine|prenotazione',
  'encomenda|bestel(?:ling)?|boekings?|reserverings?|bestallnings?|boknings?|ordre|bestillings?)s?',
].join('|')

/** Who buys. It is the guest where nobody else is named. */
const BUYER = [
  '(?:customer|buyer|purchaser|payer|booker|billing|contact|client|kunden?|kaufer|besteller|acheteur|clientes?|comprador',
  'contacto|klient|kupujacy|acquirente|contatto|contato|koper|klant|kopare|kund|kober|kjoper|kontakt)',
].join('|')

/** Who has a ticket. */
const HOLDER = '(?:ticket|(?:ticket_?)?holder|registrant|delegate|passenger|visitor|invitee|member)'

/** The first one that fits counts. */
export const HEADING_WORDS: readonly (readonly [Worded, RegExp])[] = [
  [
    'firstName',
    headings(
      `(${HOLDER}_)?(first|given|fore|christian)_?names?`,
      'first|given|(full_)?name_(first|given)(_name)?|(vor|ruf)namen?|prenoms?|(primer_)?nombres?|imie|nome(_di_battesimo)?',
      '(primeiro_)?nome(_proprio)?|(voor|roep)naam|fornamn(et)?|tilltalsnamn|fornavn(et)?',
    ),
  ],
  [
    'lastName',
    headings(
      `(${HOLDER}_)?(last|family|sur|second)_?names?`,
      'last|family|(full_)?name_(last|family)(_name)?|(nach|familien|zu)namen?|nom(_de_famille)?|(primer_)?apellidos?|nazwisko',
      'cognome|apelidos?|sobrenomes?|ultimo_nome|(achter|familie)naam|efternamn(et)?|(efter|etter)navn(et)?|slektsnavn',
    ),
  ],
  [
    'plusOnes',
    headings(
      String.raw`\+|plus|(plus_?(1|n|ones?)|\+_?[1n])s?(_(s_)?(full_)?name_?s?)?|guests?_of_guests?`,
      `${COUNT}?((extra|additional|accompanying)_(guest|person|people)_?s?|companion_?s?|plus_?(1|ones?))`,
      'name_?s?_of_(your_)?(plus_?(1|ones?)|companions?)|companions?_name_?s?',
      String.raw`((are|will|do|would)_you_)?((like|want)_to_)?(be_)?bring(ing)?_(a_|any_)?(guest|(plus|\+)_?(1|one)|companion)_?s?`,
      '(are|will|do|would)_you_(be_)?bring(ing)?_(anyone|anybody|someone|somebody)(_else)?(_with_you)?',
      '(how_many_(companions|plus_ones)|wie_viele_begleit(er|ungen|personen)|combien_d_accompagn(ants|ateurs)|cuantos_acompanantes)(_.*)?',
      'how_many_(people|persons|guests)(?!.*(total|(?<!not_)incl))_.*(with_you|besides|in_addition|not_including|excluding|apart_from).*',
      '(quanti_accompagnatori|quantos_acompanhantes|hoeveel_(begeleiders|introducees)|ile_osob_towarzyszacych)(_.*)?',
      'how_many_(additional_|extra_)?guests_(are|will)_you_(be_)?bring(ing)?',
      '(anzahl_)?begleit(er|ung(en)?|person(en)?)|(mit|name_der)_begleit(ung|person)|((nombre|nb)_d_)?accompagn(ants?|ateurs?)',
      '(kommst_du_mit|bringst_du)_((eine_)?begleit(ung|person)|jemanden)(_mit)?|kommst_du_(allein|in_begleitung)',
      'venez_vous_(accompagnee?(_e)?|seul)|vien(es|e)_(con_acompanante|acompanad[oa](_a)?)|porti_(un_)?accompagnator[ei]',
      'tra(z|ras|ra)_(um_)?acompanhante|neem_(je|u)_(iemand|een_introducee?)_mee|tar_du_med_(dig_)?(nagon|nogen|noen)',
      `${COUNT}?(guests|people|persons)_(that_)?you_(are|will|ll)_(be_)?bring(ing)?|guests_brought|plus_ones?_count`,
      String.raw`(other|extra|weitere|zusatzliche|\+)_(guests|people|persons|personen|gaste)|autres_(personnes|invites)|otr[oa]s_(personas|invitados)`,
      'har_du_(en_)?(ledsager|folge|sallskap)(_med)?|har_du_med_(folge|ledsager|sallskap)|czy_przy(chodzisz|jdziesz)_z_osoba_towarzyszaca',
      '(numero_de_)?(acompanantes?|acompanhantes?)|(liczba_)?os(oby|ob)_towarzysz(ace|acych)|osoba_towarzyszaca',
      '(numero_(di_)?)?accompagnator[ei]|(aantal_)?(begeleiders?|introduce(s|es|e)?)|(antal_)?medfoljande|sallskap',
      '(antall?_)?(ledsager(e|en)?|folge)',
    ),
  ],
  [
    'quantity',
    headings(
      'quantity|qty|qtde?|persons|people|pax|guests|headcount|(party|group)_(size|of)|(tickets?|guests?|(line_?)?items?)_(quantity|count|qty)',
      `${COUNT}(guests|people|persons|tickets|seats|personen|gaste|tickets|karten|personnes|billets|places|invites)`,
      `${COUNT}(personas|entradas|boletos|invitados|osob|biletow|gosci|persone|ospiti|biglietti|pessoas|convidados)`,
      'tickets|karten|billets|entradas|boletos|biglietti|bilety|bilhetes|ingressos|kaarten|biljetter|billett?er',
      SEVERAL_SEATS,
      `${COUNT}(bilhetes|ingressos|gasten|kaarten|personer|gaster|gaester|gjester|biljetter|billett?er)`,
      'how_many_(people|persons|tickets)(_.*)?|(wie_viele_personen|hoeveel_personen|cuantas_personas|combien_de_personnes)(_.*)?',
      '(quante_persone|quantas_pessoas|ile_osob|hur_manga_personer|hvor_mange_personer|met_hoeveel_personen)(_.*)?|combien_serez_vous|zu_wievielt(_.*)?',
      `${COUNT}(attendees|participants|pax|pers|entries|heads|covers|spots|tix|teilnehmer|${SEVERAL_SEATS})`,
      'count|covers|heads|spots|tix|entries|admits|admissions|attendees?_count|number_in_(the_)?party|how_many_of_you(_.*)?',
      '(seats|tickets|places)_(booked|reserved|bought|purchased|ordered)|(personen|gaste)_gesamt|(teilnehmer|gaste)_?zahl',
      '(no_)?pax|pers|anz|cant|personen|person(en)?_?(an)?zahl|ticket_?anzahl|anzahl|menge|stuck(zahl)?|gaste|quantite|invites|cantidad|personas',
      'invitados|goscie|ilosc|ile_osob|persone|ospiti|invitati|quantita|quantidade|pessoas|convidados|aantal|gasten',
      'personer|gaster|gaester|gjester|antall?|hur_manga|hvor_mange',
    ),
  ],
  [
    'attendeeName',
    headings(
      '((full|complete|lead|attendee|guest|gast|participant|visitor|invitee|member|fan|display)_)*name_?s?|lead_(guest|booker)',
      '(guest|attendee|participant|visitor|invitee|person|member|ticket_?holder|holder)_?s?|ticket_?holder_name_?s?',
      '(first|given)_(name_)?(and_)?(last|family|sur)_?(names?)?|last_(name_)?(and_)?first(_names?)?|name_(and_)?surname',
      'who|who_are_you|who_is_coming|name_on_(the_)?(ticket|list)|passenger(_name)?s?|registrant(_name)?s?|delegate(_name)?s?',
      'gast|gaste|gaste?name|teilnehmer|teilnehmer(in|innen)|besucher|vor_(und_)?(nach|zu)name|nach_(und_)?vorname',
      'vorname_(und_)?(nach|zu)name|(nach|zu)name_(und_)?vorname|name_(und_)?vorname|vorname_(und_)?name',
      '(vollstandiger|ganzer)_name|wie_heiss(t_du|en_sie)|wer_bist_du|wer_kommt',
      'invites?|participante?s?|visiteurs?|nom_complet|nom_(et_)?prenoms?|prenoms?_(et_)?nom',
      'comment_(vous_appelez_vous|t_appelles_tu)',
      'invitad[oa](_[oa])?s?|invitados|asistentes?|nombre_completo|nombres?_(y_)?apellidos?|apellidos?_(y_)?nombres?',
      '(como_(te|se)|como_voce_se)_(llamas?|chamas?)|gosc|goscie|uczestni(k|cy)|imie_(i_)?nazwisko|nazwisko_(i_)?imie',
      'jak_(sie_nazywasz|masz_na_imie|sie_pan_pani_nazywa)|nome_completo|nome_(e_)?cognome|cognome_(e_)?nome|nominativo',
      'ospit[ei]|invitat[oi]|partecipant[ei]|come_(ti|si)_chiam[ai]|convidad[oa](_[oa])?s?|nome_(e_)?(apelido|sobrenome)',
      'volledige_naam|naam|voornaam_(en_)?achternaam|voor_en_achternaam|deelnemers?|gasten|hoe_heet_(je|u|jij)',
      'namn(et)?|(fullstandigt|hela)_namn|for_och_efternamn|fornamn_(och_)?efternamn|deltagare|gast(er)?|vad_heter_du',
      'navn(et)?|(fulde|fuldt|fullt|hele)_navn|for_og_(efter|etter)navn|fornavn_(og_)?(efter|etter)navn|deltag(er|ere)',
      'deltakere?|gaest(er)?|gjest(er)?|hva(d)?_he(dder|ter)_du',
    ),
  ],
  [
    'holderEmail',
    // Others say whether a mail was sent, or may be.
    /^(?!.*(opt(_|in|$)|consent|verified|confirm|sent|status|newsletter|marketing|opened|bounced))(.*e_?mail|(mail|e_?post)(s|_?adress(en?)?)?$|mailadres$|mejl(adress)?$|(direccion_de_)?correo|correio|(adresse_)?courriel|mel$|adresse_(electronique|mail|de_messagerie)$|posta_elettronica|indirizzo_mail|poczta)/,
  ],
  [
    'ticketTypeName',
    headings(
      '(ticket_?)?(type|category|kind|class|tier|art|kategorie|typ)(_name)?|(ticket|product|(line_?)?item)_?name|(type|name)_of_(the_)?ticket(_type)?|tickets?',
      '(ticket|item)_description|admission|access(_(level|type))?|(registration|entry)_type|package|ticket_option',
      'product|produkt|produit|producto|prodotto|produto|item|(admission|pass|price)_(type|category)|pass|karten_?(art|typ|kategorie)|preis_?(kategorie|gruppe|klasse)|tarif',
      'billets?|categorie(_de_billet)?|type_de_(billet|place)|formule|entrada',
      '(tipo|categoria)(_d[ei]_(entrada|boleto|biglietto|bilhete|ingresso))?|boleto|tarifa|tariffa|lote',
      'bilet|(kategoria|rodzaj|typ)(_biletu)?|biglietto|tipo_biglietto|bilhete|ingresso|(ticket|kaart)_?(soort|type)',
      'soort(_ticket|_kaart)?|type_(ticket|billett?)|biljett?(typ|kategori)?|typ_av_biljett|billett?_?(type|kategori)?|kategori',
    ),
  ],
  [
    'code',
    headings(
      '(ticket_)?((qr|bar|ticket|scan|strich|streepjes|strek|streck|streg|entry)_?)?(code|kode?)s?(_(number|no|nr|nummer|value|content|id|data))?',
      'qr|qr_?(code|kode?)_(url|link)|(ticket_)?secret|security_code|code_(barres?|a_barres?|qr)|codigo(_de_barras|_qr)?',
      'kod_(kreskowy|qr|biletu)|codice(_a_barre|_qr|_biglietto)?|barcode_?nummer|(qr_?|streck|strek|streg)kode?n',
    ),
  ],
  [
    'note',
    headings(
      '((internal|additional|check_?in)_)?(notes?|comments?|remarks?)|special_requests?|bemerkung(en)?|anmerkung(en)?|notiz(en)?|hinweise?',
      'sonstiges|remarques?|commentaires?|notes?_internes?|notas?|observacion(es)?|comentarios?|uwag[ai]|notatk[ai]',
      'komentarz(e)?|commenti|commento|osservazion[ie]|observac(ao|oes)|opmerking(en)?|notities?|anteckning(ar)?',
      'kommentar(er|e)?|notering(ar)?|ovrigt|bemaerkning(er)?|noter|merknad(er)?|notat(er)?',
    ),
  ],
  [
    'seatLabel',
    headings(
      `(${NUMBER}_)?(d[eiou]_|della?_)?${PLACE}s?(_((and|und|et|y|i|e|en|og|och)_)?${PLACE}s?)?_?((s_)?${NUMBER}|label|name|assignment)?`,
    ),
  ],
  [
    'reference',
    headings(
      `(${NUMBER}_)?(d([eio]|el|ella?)?_)?${ORDER}_?(number|no|nr|ref|id|code|nummer|reference)?`,
      `(codice|code|codigo|kod)_(d([eio]|el|ella?)?_(la_)?)?${ORDER}`,
      `(ref|reference)_(de_(la_)?|d_|der_|del_)?${ORDER}`,
      'ref(_(no|nr|number))?|referenz(nummer)?|riferimento|referentie|localizador',
    ),
  ],
  [
    'ticketNumber',
    headings(
      `(ticket_?)?(${NUMBER}|id)|(karten|kaart|biljett?|billett?)_?(nummer|nr)`,
      `${NUMBER}_((de|du|do|del)_)?(billet|entrada|boleto|bilhete|ingresso|biglietto|biletu)`,
    ),
  ],
  [
    'status',
    headings(
      '((ticket|order|payment|financial|booking|attendee|guest|registration|approval|rsvp|invite)_)?(status|state)|rsvp|attending|attendance',
      '(will|can|are)_you_(be_)?(attend|attending|come|coming|there|make_it|join(ing)?)(_us)?|zahlungsstatus|bestellstatus',
      'teilnehmerstatus|zusage|kommst_du|nimmst_du_teil|teilnahme|statut(_de_la_commande|_du_(billet|participant)|_paiement)?|etat|viendrez_vous',
      'serez_vous_presente?(_e)?|presence|estado(_del_(asistente|participante|pedido))?|asistencia|asistiras|vendras|stato|presenza|partecip(i|erai)|situacao|presenca',
      'confirmed|confirmad[oa]s?|confirmacion|confirmacao|confirmee?|conferma(to)?|bestatigt|bevestigd|bekraftad|bekraeftet|bekreftet',
      '(is_)?(coming|going)|will_(attend|come|be_there)|((rsvp|invitation)_)?(response|reply|answer)|accepted|kommt|(bist_du_|sind_sie_)?dabei',
      'ruckmeldung|antwort|zugesagt|(kommen|nehmen)_sie(_teil)?|present(_e)?s?|participation|particip(e|ez_vous|era)|viendra|(venue_confirmee?|reponse)',
      'asiste[sn]?|asistiran?|confirma_(su_)?asistencia|confirmacion_de_asistencia|respuesta|vien(e|es)|partecipa|ci_sarai|risposta|vieni|verrai',
      '(voce_)?(vai|vem)(_(comparecer|participar|vir))?|comparecera|resposta|komt|ben_je_erbij|reactie|antwoord|kommer|deltar|deltager|svar|osa',
      'obecn[ay]|potwierdzenie(_obecnosci)?|czy_bedziesz(_obecn[ay])?|odpowiedz|przyjdzie|bedzie',
      `(estado|situacao|stato|status|statut|etat)_(d[eiou]_|del_|de_la_|dell_?)?(pago|pagamento|paiement|platnosci|biletu|inscripcion|${ORDER})`,
      '(betaal|betalnings|betalings)_?status',
      'aanwezig|kom_je|narvaro|kommer_du|deltager_du|deltar_du|status_zamowienia|obecnosc|czy_przyjdziesz',
    ),
  ],
  [
    'attendeeCompany',
    headings(
      'company(_name)?|organi[sz]ation|employer|affiliation|institution|business|firma|firmenname|firm|unternehmen|arbeitgeber',
      'societe|entreprise|organisme|empresa|compania|organizacion|nazwa_firmy|azienda|societa|ditta|organizzazione',
      'organizacao|bedrijf(snaam)?|organisatie|foretag|virksomhed|bedrift|selskap',
    ),
  ],
]

/** People by age or sex, of whom a row says how many come. */
const people = (...words: string[]): RegExp =>
  headings(
    `${COUNT}?(${words.join('|')})(_(tickets?|guests?|attending|coming|count|qty|quantity|(under|over|up_to|unter|ab|bis)_.*|\\d.*))?`,
  )

/** Where somebody sits. */
const place = (words: string): RegExp =>
  headings(`(${NUMBER}_)?(d[eiou]_|della?_)?(${words})s?_?((s_)?${NUMBER}|name)?`)

/** Around what happened to a ticket: `is_cancelled`, `refunded_at`, `date_cancelled`. */
const [WAS, WHEN] = [
  '((is|was|has_been|ist|wurde|est|esta|fue|e|jest|is|ar|er|date|datum)_)',
  '(_(at|on|date|time|datum|am|le|el|il|op|den))',
]

/** Headings of a part of a value: the rest of a name, some of the people, a row of seats. */
export const PART_WORDS: readonly (readonly [Worded, part: string, words: RegExp])[] = [
  [
    'status',
    'Voided',
    headings(
      `${WAS}?(cancel?led|voided|storniert|abgesagt|annulee?s?|cancelad[oa]|anulad[oa]|annullat[oa]|anulowan[eya])${WHEN}?`,
      `${WAS}?(geannuleerd|avbokad|installd|annulleret|aflyst|kansellert|avlyst)${WHEN}?`,
    ),
  ],
  [
    'status',
    'Refunded',
    headings(
      `${WAS}?(refunded|(ruck)?erstattet|remboursee?s?|reembolsad[oa]|rimborsat[oa]|zwrocon[eya])${WHEN}?`,
      `${WAS}?(terugbetaald|aterbetald|refunderet|refundert)${WHEN}?`,
    ),
  ],
  [
    'firstName',
    'middle',
    headings(
      'middle_?(names?|initials?)|(zweiter_vor|mittel)name|deuxieme_prenom|segundo_nombre|drugie_imie|secondo_nome',
      'segundo_nome|tweede_voornaam|mellannamn(et)?|mell(em|om)navn(et)?',
    ),
  ],
  ['lastName', 'infix', headings('(tussen|voor)voegsels?|tussenv')],
  [
    'quantity',
    'adults',
    people(
      'adults?|grown_?ups?|erwachsene[rn]?|adultes?|adultos?|adult[io]|doros(li|ly|lych)|volwassenen?|vux(na|en)|voks(ne|en)',
    ),
  ],
  [
    'quantity',
    'men',
    people(
      'men|males?|gents|gentlemen|guys|herren|manner|hommes|hombres|uomini|homens|mezczyzni|heren|mannen|man|herrar|maend',
      'herrer|menn',
    ),
  ],
  [
    'quantity',
    'women',
    people(
      'women|females?|ladies|damen|frauen|femmes|mujeres|donne|mulheres|kobiety|dames|vrouwen|kvinnor|damer|kvinder',
      'kvinner',
    ),
  ],
  [
    'quantity',
    'children',
    people(
      'child(ren)?|kids?|kindern?|enfants?|nin[oa]s?|menores|bambin[io]|criancas?|dzieci|dziecko|kinderen|barn|born',
    ),
  ],
  ['quantity', 'boys', people('boys')],
  ['quantity', 'girls', people('girls')],
  [
    'quantity',
    'youths',
    people('teen(ager)?s?|youths?|jugendliche|adolescents|jovenes|mlodziez|jongeren|ungdomar'),
  ],
  ['quantity', 'babies', people('bab(y|ies)|infants?|toddlers?|babys|kleinkinder|bebes?|niemowleta')],
  ['quantity', 'seniors', people('seniors?|senioren|pensioners?|aines|anziani|idosos|seniorzy')],
  [
    'quantity',
    'students',
    people('students?|studenten|studierende|etudiants?|estudiantes|studenti|studenci'),
  ],
  ['seatLabel', 'table', place(PLACES.table)],
  ['seatLabel', 'row', place(PLACES.row)],
  ['seatLabel', 'tier', place(PLACES.tier)],
  ['seatLabel', 'seat', place(PLACES.seat)],
]

/** A part of the seats, if the row or seat in it is named, too. */
const SECTION = place(
  'section|sector|block|zone|area|stand|sektor|bereich|bloc|secteur|tribune|bloque|zona|settore|setor|sektion|vak|blok|omrade',
)

export const SEATS = headings(SEVERAL_SEATS)

/** They count where no other column has names. */
export const BUYER_WORDS: typeof HEADING_WORDS = [
  ['attendeeName', headings(`${BUYER}(_?(full_)?names?|_person|_?naam|_?navn|_?namn)?|ansprechpartner(in)?`)],
  [
    'attendeeName',
    headings(
      '(booking|reservation|account|card_?holder)_names?|name_(on|of)_(the_)?(order|booking|reservation)|reserviert_(auf|fur)',
      'reservierungsname|name_der_(buchung|reservierung)|nom_de_(la_)?reservation|nombre_de_(la_)?reserva',
    ),
  ],
  ['firstName', headings(`${BUYER}_(first|given)_?name`)],
  ['lastName', headings(`${BUYER}_(last|family|sur)_?name`)],
]

/** When a form was sent. It says nothing about a guest. */
const LEFT_OUT = headings(
  'time_?stamp|submitted(_(at|on|time|date))?|(submission|start|completion)_(date|time)|zeitstempel|horodateur',
  'startzeit|fertigstellungszeit|heure_de_(debut|fin)|hora_de_(inicio|finalizacion)',
  'marca_temporal|sygnatura_czasowa|informazioni_cronologiche|carimbo_de_data_hora|tijdstempel',
  'tids?stampel|tidsstempel|tidsmerke',
)

/** What forms put before the question itself. */
const BEFORE = new RegExp(
  `^(?:${[
    'may|can|we|i|have|what|which|whats|s|is|are|please|enter|provide|give|type|write|add|fill_in|tell_us|the|your|ur|my|our',
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
    '(?:per|por|pro|par|je|x)_(?:customers?|orders?|bookings?|guests?|client[ei]?s?|pedido|commande|kunden?|gast|bestellung|klant)',
    'valgfri(?:tt)?|ditt|din|deres|(?:of|for)_(?:the_)?(?:guest|attendee|participant)s?|(?:de[sr]_)?(?:gastes?|teilnehmers?)',
    '(?:de_l_|du_)?(?:invite|participant)e?|del_(?:invitado|asistente)|goscia|uczestnika|dell_ospite|do_convidado',
    '(?:van_de_)?gast|pa_g(?:a|ae|je)ste?r?',
  ].join('|')})$`,
)

/** A question of a form has up to a few hundred. */
const MAX_HEADING_CHARACTERS = 500

/** Letters that are no letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', đ: 'd' }

/** Alone, a # is over the numbers of rows, or over what a form was sent with. */
const withNumber = (heading: string): string =>
  /\p{L}/u.test(heading) ? heading.replaceAll('#', ' no ') : heading

const normalize = (heading: string): string =>
  withNumber(heading.replace(/^(?:q(?:uestion)?\s?)?\d{1,2}[.):]\s*(?=\p{L})/iu, ''))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\bn\s?\.?\s?[º°]/g, 'no ')
    .replace(/[łøæœßđ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}+]+/gu, '_')
    .replace(/^_|_$/g, '')

/** Without what makes a question of it, word by word. */
const shortened = (form: string): string[] => {
  const behind = form.replace(BEHIND, '')
  const shorter = behind === form ? form.replace(BEFORE, '') : behind
  return shorter === form ? [form] : [form, ...shortened(shorter)]
}

/** `fullName` as `full Name`. */
const withSpaces = (heading: string): string => heading.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')

/**
 * A heading without case, accents and signs, then without its question, then without what is in brackets,
 * then in words.
 */
export const normalForms = (heading: string): string[] => {
  const whole = heading.slice(0, MAX_HEADING_CHARACTERS)
  return [whole, whole.replace(/\([^()]*\)/g, ''), withSpaces(whole)].flatMap((text) =>
    shortened(normalize(text)),
  )
}

/** Which part of a value a column has; undefined if it has all of it. */
export const partOf = (meaning: string, heading: string): string | undefined => {
  const forms = normalForms(heading)
  if (meaning === 'seatLabel' && forms.some((form) => SECTION.test(form))) return 'section'
  return PART_WORDS.find(([one, , words]) => one === meaning && forms.some((form) => words.test(form)))?.[1]
}

const SAYS_WHEN = new RegExp(`^(date|datum)_|${WHEN}$`)
/** Whether a column has dates, which may be numbers. */
export const saysWhen = (heading: string): boolean =>
  normalForms(heading).some((form) => SAYS_WHEN.test(form))

export const isLeftOut = (heading: string): boolean =>
  normalForms(heading).some((form) => LEFT_OUT.test(form))
