// French: the texts of what is loaded after the start. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import type { DialogTexts } from './dialogs-en.ts'
import { frFields } from './names.ts'

const from = (gate: string | null) => (gate === null ? '' : ` de ${gate}`)

export const makeDialogTexts = ({ number, plural }: Words): DialogTexts => ({
  ...frFields,
  toCome: (count) => `${number(count)} attendus`,
  hiddenGuests: (count) =>
    `${plural(count, { one: `${number(count)} billet`, other: `${number(count)} billets` })} d’une séance à laquelle vous n’avez pas accès.`,
  connectAgain: 'Ce téléphone n’est plus associé. Demandez un nouveau lien.',
  signInAgain: 'Votre connexion a expiré. Vous pouvez continuer avec la liste de ce téléphone.',
  addGuest: 'Ajouter un invité',
  addNamed: (name) => `Ajouter «\u00a0${name}\u00a0» sans billet`,
  checkInAll: (count) => `Tous les faire entrer (${number(count)})`,
  askSupervisor: 'Demandez à un responsable',
  connecting: 'Association…',
  connectTitle: 'Associer ce téléphone',
  connectPaste: 'La caméra est inutilisable. Collez le lien affiché dans la console.',
  link: 'Lien',
  goOn: 'Continuer',
  notALink: 'Ce lien ne permet pas d’associer un téléphone.',
  checkingLink: 'Vérification du lien…',
  connectAs: (organizer, name) => `${organizer} associe ce téléphone sous le nom «\u00a0${name}\u00a0».`,
  connectReplaces: (who) => `${who} est connecté sur ce téléphone et sera déconnecté.`,
  connectLost: 'Pas de réponse. Vous pouvez réessayer sans risque.',
  linkOver: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
  linkInvites: 'Ce lien est une invitation pour une personne.',
  openInvitation: 'Ouvrir l’invitation',
  earlierTitle: 'Séances passées',
  noEarlier: 'Vous n’avez eu aucune séance ces 60 derniers jours.',
  showEmail: 'Afficher l’e-mail',
  transferred: (count) =>
    plural(count, { one: 'Transféré une fois', other: `Transféré ${number(count)} fois` }),
  undoCheckIn: 'Annuler l’entrée',
  checkInAgain: 'Faire entrer de nouveau',
  messages: {
    undone: (guests) => `Entrée annulée\u00a0: ${guests}`,
    exitUndone: (guests) => `Sortie annulée\u00a0: ${guests}`,
    undoElsewhere: () => 'Un autre système a validé cette entrée. Elle ne peut pas être annulée ici.',
    undoBySupervisor: () =>
      'Quelqu’un d’autre a validé cette entrée. Demandez à un responsable de l’annuler.',
    undoOffline: () =>
      'Cette entrée a été validée ailleurs, ou il y a un moment. Il faut du réseau pour l’annuler.',
  },
  howMany: 'Combien sont là\u00a0?',
  hereOf: (count) => `Invités présents (sur ${number(count)})`,
  fewer: 'Moins',
  more: 'Plus',
  checkInMany: (count) => `En faire entrer ${number(count)}`,
  yesCheckIn: (count) => `Oui, en faire entrer ${number(count)}`,
  name: 'Nom',
  addAndCheckIn: (count) =>
    count === 1 ? 'Ajouter et faire entrer' : `Ajouter et faire entrer ${number(count)} invités`,
  wouldBeOver: (count) => `La capacité serait dépassée de ${number(count)}.`,
  walkInType: 'Sans billet',
  exits: 'Sorties et comptage',
  direction: 'Sens',
  enter: 'Entrée',
  leave: 'Sortie',
  area: 'Zone',
  insideNow: (count, of) => `${number(count)} ${of} à l’intérieur`,
  count: 'Compter',
  countHelp: 'Compte les personnes sans billet. Les invités avec billet sont comptés d’eux-mêmes.',
  oneMore: 'Une personne de plus',
  oneLess: 'Une personne de moins',
  peopleInside: 'Personnes à l’intérieur',
  setTo: (count) => `Mettre à ${number(count)}`,
  conflictHelp: {
    twice: 'Des invités sont entrés ici sans réseau, avec des billets qui avaient déjà servi.',
    notValid: 'Des invités sont entrés ici sans réseau, avec des billets non valables.',
  },
  here: (time) => `Ici à ${time}`,
  seen: 'Marquer comme vu',
  deniedTitle: 'Envoi impossible',
  deniedHelp:
    'Vous n’avez plus accès à la séance de ces entrées\u00a0: elles n’ont pas été envoyées. Elles le seront dès qu’une personne qui peut les envoyer se connectera sur ce téléphone ou l’associera.',
  discard: 'Supprimer',
  unreadableHelp:
    'Ces entrées sont endommagées sur ce téléphone et ne peuvent pas être envoyées. Si les invités sont à l’intérieur, validez leur entrée de nouveau, puis supprimez celles-ci.',
  rejectedTitle: 'Refusées par le service',
  rejectedHelp: 'Le service n’a pas accepté ces entrées. Montrez-les à votre responsable.',
  sendAgain: 'Renvoyer',
  remove: 'Retirer',
  stopScanning: 'Arrêter le scan',
  scanning: 'Scan en cours',
  torch: 'Lampe',
  scanHint: 'Présentez le code devant la caméra.',
  qrOnly: 'Codes QR uniquement',
  camera: 'Caméra',
  noCamera: 'La caméra est inutilisable. Autorisez-la pour cette page ou tapez le numéro.',
  checkPhone: 'Vérifier ce téléphone',
  deviceName: 'Nom de l’appareil',
  deviceHint: 'Visible aux autres portes, par exemple «\u00a0Porte B\u00a0».',
  sound: 'Son',
  vibration: 'Vibreur',
  storage: 'Stockage',
  storageKept: 'Le navigateur conserve les données de cette page.',
  storageBestEffort:
    'Le navigateur peut supprimer les données de cette page s’il manque de place. Installez la page pour les garder.',
  signedInAs: (subject) => `Connecté en tant que ${subject}`,
  update: 'Mettre la page à jour',
  updateReady: 'Une nouvelle version est prête. La mise à jour prend quelques secondes.',
  signOut: 'Se déconnecter et effacer',
  signOutHelp: 'Efface tous les billets de ce téléphone.',
  sessionNotFound: 'Cette séance est introuvable, ou le service est injoignable.',
  sureAboutMany: (count) => `${number(count)} billets d’un coup. Tout le monde est là\u00a0?`,
  nothingFound: 'Essayez moins de lettres, une autre orthographe ou la fin du numéro de billet.',
  everyoneIn: 'Tout le monde est entré.',
  nobodyHere: 'Personne pour l’instant.',
  notLoadedYet: 'Rien trouvé pour l’instant. La liste se charge encore.',
  similarNames: 'Aucun résultat exact. Noms proches',
  othersSending: (count, subject) =>
    plural(count, {
      one: `${number(count)} entrée de ${subject} n’est pas encore envoyée. La page l’envoie.`,
      other: `${number(count)} entrées de ${subject} ne sont pas encore envoyées. La page les envoie.`,
    }),
  unsentOf: (count, gate) =>
    plural(count, {
      one: `${number(count)} entrée${from(gate)} n’est pas encore envoyée. Elle le sera dès qu’une personne qui peut l’envoyer se connectera sur ce téléphone ou l’associera.`,
      other: `${number(count)} entrées${from(gate)} ne sont pas encore envoyées. Elles le seront dès qu’une personne qui peut les envoyer se connectera sur ce téléphone ou l’associera.`,
    }),
  othersDenied: (count, subject) =>
    plural(count, {
      one: `${number(count)} entrée de ${subject} n’est pas encore envoyée, et vous ne pouvez pas l’envoyer. ${subject} doit se connecter sur ce téléphone.`,
      other: `${number(count)} entrées de ${subject} ne sont pas encore envoyées, et vous ne pouvez pas les envoyer. ${subject} doit se connecter sur ce téléphone.`,
    }),
  connectSends: (count, gate, name) =>
    plural(count, {
      one: `${number(count)} entrée${from(gate)} sera envoyée sous le nom ${name}.`,
      other: `${number(count)} entrées${from(gate)} seront envoyées sous le nom ${name}.`,
    }),
  connectKeeps: 'Ce qu’il ne peut pas envoyer reste sur ce téléphone.',
  signOutKept: (count) =>
    plural(count, {
      one: `${number(count)} entrée n’est pas encore envoyée. Elle reste sur ce téléphone, sans l’invité, jusqu’à ce qu’une personne qui peut l’envoyer se connecte.`,
      other: `${number(count)} entrées ne sont pas encore envoyées. Elles restent sur ce téléphone, sans les invités, jusqu’à ce qu’une personne qui peut les envoyer se connecte.`,
    }),
  eraseToo: 'Les effacer aussi',
  signOutUnsent: (count) =>
    plural(count, {
      one: `${number(count)} entrée n’est pas encore envoyée. Elle sera perdue.`,
      other: `${number(count)} entrées ne sont pas encore envoyées. Elles seront perdues.`,
    }),
  cancel: 'Annuler',
  phoneEnds: 'Demandez un nouveau lien. Ce téléphone est associé jusqu’à\u00a0:',
  isCancelled: 'Cette date est annulée.',
  recent: 'Dernières entrées',
  conflicts: {
    twice: (count) => `Entrés deux fois (${number(count)})`,
    notValid: (count) => `Entrés, non valables (${number(count)})`,
  },
  cannotSend: (count) =>
    plural(count, {
      one: `${number(count)} entrée ne peut pas être envoyée`,
      other: `${number(count)} entrées ne peuvent pas être envoyées`,
    }),
  discardWarning: (count) =>
    plural(count, {
      one: `${number(count)} entrée sera perdue. Touchez encore pour supprimer.`,
      other: `${number(count)} entrées seront perdues. Touchez encore pour supprimer.`,
    }),
  unreadable: (count, guests) =>
    plural(count, {
      one: `${number(count)} entrée de ce téléphone est illisible${guests && `\u00a0: ${guests}`}`,
      other: `${number(count)} entrées de ce téléphone sont illisibles${guests && `\u00a0: ${guests}`}`,
    }),
  rejected: (count) =>
    plural(count, { one: `Refusée (${number(count)})`, other: `Refusées (${number(count)})` }),
})
