// French. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/fr.ts'
import type { DoorTexts } from './en.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) =>
    plural(count, { one: `${number(count)} billet`, other: `${number(count)} billets` })
  return {
    ...makeEntranceTexts(),
    cancel: 'Annuler',
    close: 'Fermer',

    signInLead: 'Faites entrer vos invités, avec ou sans réseau.',
    openElsewhere: 'Doorlist est ouvert dans un autre onglet.',
    useHere: 'Utiliser ici',
    signInAgain: 'Votre connexion a expiré. Vous pouvez continuer avec la liste de ce téléphone.',

    connect: 'Associer',
    connecting: 'Association…',
    connectTitle: 'Associer ce téléphone',
    connectHow: 'Visez le code affiché dans la console avec la caméra, ou collez le lien.',
    connectPaste: 'La caméra est inutilisable. Collez le lien affiché dans la console.',
    link: 'Lien',
    goOn: 'Continuer',
    notALink: 'Ce lien ne permet pas d’associer un téléphone.',
    checkingLink: 'Vérification du lien…',
    connectAs: (organizer, name) => `${organizer} associe ce téléphone sous le nom «\u00a0${name}\u00a0».`,
    connectReplaces: (who) => `${who} est connecté sur ce téléphone et sera déconnecté.`,
    connectUnsent: (count) =>
      plural(count, {
        one: `${number(count)} entrée n’est pas encore envoyée et reste sur ce téléphone.`,
        other: `${number(count)} entrées ne sont pas encore envoyées et restent sur ce téléphone.`,
      }),
    connectLost: 'Pas de réponse. Vous pouvez réessayer sans risque.',
    linkOver: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
    linkInvites: 'Ce lien est une invitation pour une personne.',
    openInvitation: 'Ouvrir l’invitation',
    connectAgain: 'Ce téléphone n’est plus associé. Demandez un nouveau lien.',
    phoneEnds: 'Demandez un nouveau lien. Ce téléphone est associé jusqu’à\u00a0:',

    sessions: 'Séances',
    earlier: 'Plus anciennes',
    earlierTitle: 'Séances passées',
    loadingSessions: 'Chargement des séances…',
    noSessions: 'Vous n’avez aucune séance à venir. Demandez un accès.',
    noSuchSession: 'Aucune séance trouvée.',
    searchSessions: 'Rechercher une séance',
    now: 'En ce moment',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    noTickets: 'Pas encore de billets',
    noEarlier: 'Vous n’avez eu aucune séance ces 60 derniers jours.',
    sessionsOffline: 'Le service est injoignable. Ces séances sont sur ce téléphone.',
    sessionsFailed: (message) => `Les séances n’ont pas pu être chargées. ${message}`,
    noneStored: 'Le service est injoignable et aucune de vos séances n’est sur ce téléphone.',
    tryAgain: 'Réessayer',
    onPhone: 'Sur ce téléphone',
    doors: (time) => `Portes ${time}`,
    sessionNotFound: 'Cette séance est introuvable, ou le service est injoignable.',

    loading: 'Chargement des billets',
    loadedOf: (count, total) => `${number(count)} sur ${tickets(total)}`,
    loadingOffline: 'En attente du réseau. Le chargement reprendra où il s’est arrêté.',
    waitingForAccess: 'Le service doit confirmer votre accès.',
    readyOffline: 'Prêt hors ligne',
    notOnDisk: 'Non enregistré sur ce téléphone\u00a0: gardez la page ouverte et en ligne',
    denied: 'Vous n’avez plus accès à cette séance. Ses billets sont masqués.',
    erased: 'Vous n’avez plus accès à cette séance. Ses billets ont été effacés de ce téléphone.',

    search: 'Rechercher un billet',
    searchHint: 'Nom, numéro, place, e-mail',
    filterLegend: 'Afficher',
    filters: { all: 'Tous', expected: 'Attendus', checkedIn: 'Entrés' },
    found: (count) => plural(count, { one: `${number(count)} trouvé`, other: `${number(count)} trouvés` }),
    tickets: 'Billets',
    showMore: 'Afficher plus',
    nothingFound: 'Essayez moins de lettres, une autre orthographe ou la fin du numéro de billet.',
    similarNames: 'Aucun résultat exact. Noms proches',
    everyoneIn: 'Tout le monde est entré.',
    nobodyHere: 'Personne pour l’instant.',
    notLoadedYet: 'Rien trouvé pour l’instant. La liste se charge encore.',
    arrived: (count, total) => `${number(count)} sur ${number(total)} entrés`,
    toCome: (count) => `${number(count)} attendus`,
    ofTotal: (count) => `sur ${number(count)}`,
    recent: 'Dernières entrées',
    noName: 'Sans nom',
    status: { Valid: 'Attendu', CheckedIn: 'Entré', Refunded: 'Remboursé', Voided: 'Annulé' },

    number: 'Numéro',
    type: 'Catégorie',
    seat: 'Place',
    company: 'Société',
    reference: 'Référence',
    partyIn: (inside, all) => `${number(inside)} sur ${number(all)} à l’intérieur`,
    email: 'Adresse e-mail',
    holder: 'Acheté par',
    showEmail: 'Afficher l’e-mail',
    checkedInAt: 'Entré à',
    transferred: (count) =>
      plural(count, { one: 'Transféré une fois', other: `Transféré ${number(count)} fois` }),
    checkIn: 'Faire entrer',
    checkInAll: (count) => `Tous les faire entrer (${number(count)})`,
    undoCheckIn: 'Annuler l’entrée',
    undo: 'Annuler l’entrée',
    checkInAgain: 'Faire entrer de nouveau',
    howMany: 'Combien sont là\u00a0?',
    hereOf: (count) => `Invités présents (sur ${number(count)})`,
    fewer: 'Moins',
    more: 'Plus',
    checkInMany: (count) => `En faire entrer ${number(count)}`,
    sureAboutMany: (count) => `${tickets(count)} d’un coup. Tout le monde est là\u00a0?`,
    yesCheckIn: (count) => `Oui, en faire entrer ${number(count)}`,
    andMore: (count) => plural(count, { one: 'et 1 autre', other: `et ${number(count)} autres` }),
    justRead: 'Lu à l’instant',
    messages: {
      undone: (guests) => `Entrée annulée\u00a0: ${guests}`,
      undoElsewhere: () => 'Un autre système a validé cette entrée. Elle ne peut pas être annulée ici.',
      undoOffline: () => 'Un autre appareil a validé cette entrée. Il faut du réseau pour l’annuler.',
    },

    addGuest: 'Ajouter un invité',
    addNamed: (name) => `Ajouter «\u00a0${name}\u00a0» sans billet`,
    name: 'Nom',
    addAndCheckIn: (count) =>
      count === 1 ? 'Ajouter et faire entrer' : `Ajouter et faire entrer ${number(count)} invités`,
    overCapacity: (count) => `${number(count)} au-delà de la capacité`,
    wouldBeOver: (count) => `La capacité serait dépassée de ${number(count)}.`,
    walkInType: 'Sans billet',

    note: 'Remarque',
    readFirst: 'À lire d’abord',
    letIn: 'Laisser entrer',
    dontLetIn: 'Ne pas laisser entrer',
    notCheckedIn: (guests) => `Entrée non validée\u00a0: ${guests}`,
    checking: 'Vérification…',
    in: 'Entrés',
    notIn: 'Non entrés',
    checkedIn: 'Entrée validée',
    checkedInMany: (count, total) =>
      count === total
        ? plural(count, { one: 'Entrée validée', other: `Entrées validées\u00a0: ${tickets(count)}` })
        : `Entrées validées\u00a0: ${number(count)} sur ${tickets(total)}`,
    alreadyCheckedIn: 'Déjà entré',
    alreadyAt: (at, device) =>
      [at === null ? '' : `à ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    notValid: 'Non valable',
    notAllowed: 'Interdit',
    notAllowedHelp: 'Cet événement n’accepte personne sans billet. Ne laissez pas entrer l’invité.',
    unknownTicket: 'Billet inconnu',
    wrongCode: 'Mauvais code',
    wrongCodeHelp:
      'C’est un numéro de billet, que tout le monde peut connaître. Recherchez l’invité par son nom.',
    searchGuest: 'Rechercher',
    otherSession: 'Pour une autre séance',
    unknownHelp: 'Absent de cette liste. Vérifiez la date et l’événement.',
    forSession: (event, start) => `Ce billet est pour ${event}, ${start}.`,
    stillLoading: 'La liste se charge encore. Réessayez dans un instant.',
    onThisPhone: 'Sur ce téléphone.',
    notShown: 'Entrée validée à l’instant sur ce téléphone. Le résultat n’a pas été affiché.',
    notSaved: 'Non enregistré',
    notSavedHelp:
      'Ce téléphone ne peut pas enregistrer l’entrée. Ne laissez pas entrer l’invité. Réessayez une fois en ligne.',
    connection: 'Connexion',
    upToDate: 'À jour',
    sending: 'Envoi en cours',
    offlineSignIn: 'Hors ligne\u00a0: reconnectez-vous pour envoyer',
    offlineConnect: 'Hors ligne\u00a0: associez de nouveau pour envoyer',
    offlineSince: (time) => `Hors ligne depuis ${time}`,
    toSend: (count, oldest) => `${number(count)} à envoyer, depuis ${oldest}`,
    separator: ', ',

    conflicts: {
      twice: (count) => `Entrés deux fois (${number(count)})`,
      notValid: (count) => `Entrés, non valables (${number(count)})`,
    },
    conflictTitle: { twice: 'Entrés deux fois', notValid: 'Entrés, non valables' },
    conflictHelp: {
      twice: 'Des invités sont entrés ici sans réseau, avec des billets qui avaient déjà servi.',
      notValid: 'Des invités sont entrés ici sans réseau, avec des billets non valables.',
    },
    here: (time) => `Ici à ${time}`,
    before: (text) => `Avant\u00a0: ${text}`,
    findSecond: 'Cherchez la deuxième personne ou prévenez votre responsable.',
    seen: 'Marquer comme vu',
    hiddenGuests: (count) => `${tickets(count)} d’une séance à laquelle vous n’avez pas accès.`,
    cannotSend: (count) =>
      plural(count, {
        one: `${number(count)} entrée ne peut pas être envoyée`,
        other: `${number(count)} entrées ne peuvent pas être envoyées`,
      }),
    deniedTitle: 'Envoi impossible',
    deniedHelp:
      'Vous n’avez plus accès à la séance de ces entrées\u00a0: elles n’ont pas été envoyées. Un responsable doit se connecter sur ce téléphone pour les envoyer.',
    discard: 'Supprimer',
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
    unreadableHelp:
      'Ces entrées sont endommagées sur ce téléphone et ne peuvent pas être envoyées. Si les invités sont à l’intérieur, validez leur entrée de nouveau, puis supprimez celles-ci.',
    rejected: (count) =>
      plural(count, { one: `Refusée (${number(count)})`, other: `Refusées (${number(count)})` }),
    rejectedTitle: 'Refusées par le service',
    rejectedHelp: 'Le service n’a pas accepté ces entrées. Montrez-les à votre responsable.',
    sendAgain: 'Renvoyer',
    remove: 'Retirer',

    scan: 'Scanner',
    stopScanning: 'Arrêter le scan',
    scanning: 'Scan en cours',
    torch: 'Lampe',
    scanHint: 'Présentez le code QR devant la caméra.',
    camera: 'Caméra',
    noCamera: 'La caméra est inutilisable. Autorisez-la pour cette page ou tapez le numéro.',

    settings: 'Réglages',
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
    signOutUnsent: (count) =>
      plural(count, {
        one: `${number(count)} entrée n’est pas encore envoyée. Elle sera perdue.`,
        other: `${number(count)} entrées ne sont pas encore envoyées. Elles seront perdues.`,
      }),
    othersSending: (count, subject) =>
      plural(count, {
        one: `${number(count)} entrée de ${subject} n’est pas encore envoyée. La page l’envoie.`,
        other: `${number(count)} entrées de ${subject} ne sont pas encore envoyées. La page les envoie.`,
      }),
    phonesDenied: (count, phone) =>
      plural(count, {
        one: `${number(count)} entrée de ${phone} n’est pas encore envoyée, et vous ne pouvez pas l’envoyer. Un responsable doit se connecter sur ce téléphone.`,
        other: `${number(count)} entrées de ${phone} ne sont pas encore envoyées, et vous ne pouvez pas les envoyer. Un responsable doit se connecter sur ce téléphone.`,
      }),
    othersDenied: (count, subject) =>
      plural(count, {
        one: `${number(count)} entrée de ${subject} n’est pas encore envoyée, et vous ne pouvez pas l’envoyer. ${subject} doit se connecter sur ce téléphone.`,
        other: `${number(count)} entrées de ${subject} ne sont pas encore envoyées, et vous ne pouvez pas les envoyer. ${subject} doit se connecter sur ce téléphone.`,
      }),
  }
}
