// French. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/fr.ts'
import type { DoorTexts } from './en.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) =>
    plural(count, { one: `${number(count)} billet`, other: `${number(count)} billets` })
  const checkIns = (count: number) =>
    plural(count, { one: `${number(count)} entrée`, other: `${number(count)} entrées` })
  return {
    ...makeEntranceTexts(),
    cancel: 'Annuler',
    close: 'Fermer',

    signInLead: 'Faites entrer vos invités, avec ou sans réseau.',
    signInAgain: 'Votre connexion a expiré. Vous pouvez continuer avec la liste de ce téléphone.',

    connect: 'Associer',
    connecting: 'Association…',
    connectTitle: 'Associer ce téléphone',
    connectHow: 'Visez le code affiché dans la console avec la caméra, ou collez le lien.',
    connectPaste: 'La caméra est inutilisable. Collez le lien affiché dans la console.',
    link: 'Lien',
    goOn: 'Continuer',
    notALink: 'Ce lien ne permet pas d’associer un téléphone.',
    lookingAtLink: 'Vérification du lien…',
    connectAs: (organizer, name) => `${organizer} associe ce téléphone sous le nom «\u00a0${name}\u00a0».`,
    connectReplaces: (who) => `${who} est connecté sur ce téléphone et sera déconnecté.`,
    connectUnsent: (count) =>
      plural(count, {
        one: `${number(count)} entrée n’est pas encore envoyée et reste sur ce téléphone.`,
        other: `${number(count)} entrées ne sont pas encore envoyées et restent sur ce téléphone.`,
      }),
    connectLost: 'Pas de réponse. Réessayez\u00a0: c’est sans risque.',
    linkOver: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
    linkInvites: 'Ce lien est une invitation pour une personne.',
    openInvitation: 'Ouvrir l’invitation',
    connectAgain: 'Ce téléphone n’est plus associé. Demandez un nouveau lien.',

    sessions: 'Séances',
    earlier: 'Plus anciennes',
    earlierTitle: 'Avant aujourd’hui',
    loadingSessions: 'Chargement des séances…',
    noSessions: 'Vous n’avez pas de séance aujourd’hui ni plus tard. Demandez un accès.',
    noSuchSession: 'Aucune séance ne correspond.',
    searchSessions: 'Rechercher une séance',
    now: 'En ce moment',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    noTickets: 'Pas encore de billets',
    noEarlier: 'Vous n’avez eu aucune séance ces 60 derniers jours.',
    sessionsOffline: 'Le service est injoignable. Ces séances sont sur ce téléphone.',
    sessionsFailed: (message) => `Les séances n’ont pas pu être chargées. ${message}`,
    nothingHeld: 'Le service est injoignable et ce téléphone n’a aucune de vos séances.',
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
    denied: 'Le service indique que vous n’avez plus accès à cette séance. Les billets sont masqués.',
    erased: 'Vous n’avez plus accès à cette séance. Ses billets ont été retirés de ce téléphone.',

    search: 'Rechercher un billet',
    searchHint: 'Nom, numéro, place, e-mail',
    filterLegend: 'Afficher',
    filters: { all: 'Tous', expected: 'Attendus', checkedIn: 'Entrés' },
    found: (count) => plural(count, { one: `${number(count)} trouvé`, other: `${number(count)} trouvés` }),
    tickets: 'Billets',
    showMore: 'Afficher plus',
    emptyHint: 'Tapez pour rechercher, scannez un code ou choisissez une liste.',
    nothingFound: 'Essayez moins de lettres, une autre orthographe ou la fin du numéro de billet.',
    nobodyLeft: 'Tout le monde est entré.',
    nobodyHere: 'Encore personne.',
    notLoadedYet: 'Rien trouvé pour l’instant. La liste se charge encore.',
    arrived: (count, total) => `${number(count)} sur ${number(total)} entrés`,
    recent: 'Dernières entrées',
    noName: 'Sans nom',
    status: { Valid: 'Valable', CheckedIn: 'Entré', Refunded: 'Remboursé', Voided: 'Annulé' },

    number: 'Numéro',
    type: 'Catégorie',
    seat: 'Place',
    company: 'Société',
    email: 'Adresse e-mail',
    holder: 'Acheté par',
    showEmail: 'Afficher l’e-mail',
    checkedInAt: 'Entré à',
    transferred: (count) =>
      plural(count, { one: 'Transféré une fois', other: `Transféré ${number(count)} fois` }),
    checkIn: 'Faire entrer',
    checkInAll: (count) => `Faire entrer tous (${number(count)})`,
    undoCheckIn: 'Annuler l’entrée',
    undo: 'Annuler',
    checkInAgain: 'Faire entrer de nouveau',
    howMany: 'Combien sont venus\u00a0?',
    haveCome: (count) => `Venus, sur ${number(count)}`,
    fewer: 'Moins',
    more: 'Plus',
    checkInMany: (count) => `Faire entrer ${number(count)}`,
    sureAboutMany: (count) => `${tickets(count)} d’un coup. Sont-ils tous venus\u00a0?`,
    yesCheckIn: (count) => `Oui, faire entrer ${number(count)}`,
    andMore: (count) => plural(count, { one: 'et 1 autre', other: `et ${number(count)} autres` }),
    messages: {
      justRead: (code) => `Déjà lu à l’instant\u00a0: ${code}`,
      undone: (guests) => `Entrée annulée\u00a0: ${guests}`,
      undoElsewhere: () => 'Un autre système a enregistré cette entrée. Elle ne peut pas être annulée ici.',
      undoOffline: () => 'Un autre appareil a enregistré cette entrée. Il faut du réseau pour l’annuler.',
    },

    addGuest: 'Ajouter un invité',
    name: 'Nom',
    howManyCome: 'Combien entrent\u00a0?',
    addAndCheckIn: (count) =>
      count === 1 ? 'Ajouter et faire entrer' : `Ajouter ${number(count)} et faire entrer`,
    overCapacity: (count) => `${number(count)} au-delà de la capacité`,
    wouldBeOver: (count) => `La séance dépasserait sa capacité de ${number(count)}.`,
    walkInType: 'Sans billet',

    note: 'Remarque',
    done: 'C’est fait',
    notCheckedIn: (guests) => `Non entrés\u00a0: ${guests}`,
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
      [at === null ? '' : `à ${at}`, device === null ? '' : `par ${device}`].filter(Boolean).join(' '),
    notValid: 'Non valable',
    notAllowed: 'Interdit',
    notAllowedHelp: 'Cet événement n’accepte personne sans billet. Ne faites pas entrer.',
    unknownTicket: 'Billet inconnu',
    wrongCode: 'Mauvais code',
    wrongCodeHelp:
      'C’est un numéro de billet, que tout le monde peut connaître. Recherchez l’invité par son nom.',
    searchGuest: 'Rechercher',
    otherSession: 'Autre séance',
    unknownHelp: 'Absent de cette liste. Comparez la date et l’événement.',
    forSession: (event, start) => `Ce billet est pour ${event}, ${start}.`,
    stillLoading: 'La liste se charge encore. Réessayez dans un instant.',
    onThisPhone: 'Sur ce téléphone.',
    notShown: 'Entrée enregistrée à l’instant sur ce téléphone. Le résultat n’a pas été affiché.',
    notSaved: 'Non enregistré',
    notSavedHelp:
      'Ce téléphone ne peut pas enregistrer l’entrée. Ne laissez pas entrer l’invité. Réessayez avec du réseau.',
    connection: 'Connexion',
    upToDate: 'À jour',
    sending: 'Envoi en cours',
    offlineSignIn: 'Hors ligne\u00a0: reconnectez-vous pour envoyer',
    offlineConnect: 'Hors ligne\u00a0: associez de nouveau pour envoyer',
    offlineSince: (time) => `Hors ligne depuis ${time}`,
    toSend: (count, oldest) => `${number(count)} à envoyer, depuis ${oldest}`,
    separator: ', ',

    trouble: {
      twice: (count) => `Entrés deux fois (${number(count)})`,
      notValid: (count) => `Entrés, non valables (${number(count)})`,
    },
    troubleTitle: { twice: 'Entrés deux fois', notValid: 'Entrés, non valables' },
    troubleHelp: {
      twice: 'Des invités sont entrés ici avec ces billets, sans réseau. Ces billets avaient déjà servi.',
      notValid:
        'Des invités sont entrés ici avec ces billets, sans réseau. Ces billets ne sont pas valables.',
    },
    here: (time) => `Ici à ${time}`,
    before: (text) => `Avant\u00a0: ${text}`,
    seen: 'Marquer comme vu',
    hiddenGuests: (count) => `${tickets(count)} d’une séance que vous ne pouvez pas voir.`,
    cannotSend: (count) =>
      plural(count, {
        one: `${number(count)} entrée ne peut pas être envoyée`,
        other: `${number(count)} entrées ne peuvent pas être envoyées`,
      }),
    deniedTitle: 'Envoi impossible',
    deniedHelp:
      'Vous n’avez plus accès à la séance de ces entrées\u00a0: le service ne les a donc pas. Un responsable doit se connecter sur ce téléphone pour les envoyer.',
    discard: 'Abandonner',
    discardWarning: (count) =>
      `Le service ne saura jamais rien\u00a0: ${checkIns(count)}. Touchez encore pour abandonner.`,
    unreadable: (count, guests) =>
      plural(count, {
        one: `${number(count)} entrée de ce téléphone est illisible${guests && `\u00a0: ${guests}`}`,
        other: `${number(count)} entrées de ce téléphone sont illisibles${guests && `\u00a0: ${guests}`}`,
      }),
    unreadableHelp:
      'Les données de ces entrées sont endommagées sur ce téléphone\u00a0: le service ne les a donc pas. Enregistrez de nouveau les personnes déjà entrées, puis abandonnez ces entrées.',
    aside: (count) =>
      plural(count, { one: `Refusée (${number(count)})`, other: `Refusées (${number(count)})` }),
    asideTitle: 'Refusées par le service',
    asideHelp: 'Le service n’a pas accepté ces entrées. Montrez-les à votre responsable.',
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
    testSound: 'Tester le son',
    deviceName: 'Nom de l’appareil',
    deviceHint: 'Visible aux autres portes, par exemple «\u00a0Porte B\u00a0».',
    sound: 'Son',
    vibration: 'Vibreur',
    storage: 'Stockage',
    storageKept: 'Le navigateur conserve les données de cette page.',
    storageBestEffort:
      'Le navigateur peut supprimer les données de cette page s’il manque de place. Pour les garder, installez la page.',
    signedInAs: (subject) => `Connecté en tant que ${subject}`,
    update: 'Mettre la page à jour',
    updateReady: 'Une nouvelle version est prête. La mise à jour prend quelques secondes.',
    signOut: 'Se déconnecter et effacer',
    signOutHelp: 'Retire tous les billets de ce téléphone.',
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
