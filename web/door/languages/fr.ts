// French. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/fr.ts'
import type { DoorTexts } from './en.ts'
import { fr } from './names.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) =>
    plural(count, { one: `${number(count)} billet`, other: `${number(count)} billets` })
  return {
    ...fr,
    ...makeEntranceTexts(),
    close: 'Fermer',

    signInLead: 'Faites entrer vos invités, avec ou sans réseau.',
    openElsewhere: 'Doorlist est ouvert dans un autre onglet.',
    useHere: 'Utiliser ici',

    connect: 'Associer',
    connectHow: 'Visez le code affiché dans la console avec la caméra, ou collez le lien.',

    sessions: 'Séances',
    earlier: 'Plus anciennes',
    loadingSessions: 'Chargement des séances…',
    noSessions: 'Vous n’avez aucune séance à venir. Demandez un accès.',
    noSuchSession: 'Aucune séance trouvée.',
    searchSessions: 'Rechercher une séance',
    cancelled: 'Annulé',
    now: 'En ce moment',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    noTickets: 'Pas encore de billets',
    sessionsOffline: 'Le service est injoignable. Ces séances sont sur ce téléphone.',
    sessionsFailed: (message) => `Les séances n’ont pas pu être chargées. ${message}`,
    noneStored: 'Le service est injoignable et aucune de vos séances n’est sur ce téléphone.',
    tryAgain: 'Réessayer',
    onPhone: 'Sur ce téléphone',
    doors: (time) => `Portes ${time}`,

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
    arrived: (count, total) => `${number(count)} sur ${number(total)} entrés`,
    ofTotal: (count) => `sur ${number(count)}`,
    noName: 'Sans nom',
    status: { Valid: 'Attendu', CheckedIn: 'Entré', Refunded: 'Remboursé', Voided: 'Annulé' },

    listOf: (name) => `Liste de ${name}`,
    partyIn: (inside, all) => `${number(inside)} sur ${number(all)} à l’intérieur`,
    checkIn: 'Faire entrer',
    undo: 'Annuler l’entrée',
    andMore: (count) => plural(count, { one: 'et 1 autre', other: `et ${number(count)} autres` }),
    justRead: 'Lu à l’instant',

    overCapacity: (count) => `${number(count)} au-delà de la capacité`,

    note: 'Remarque',
    readFirst: 'À lire d’abord',
    letIn: 'Laisser entrer',
    dontLetIn: 'Ne pas laisser entrer',
    notCheckedIn: (guests) => `Entrée non validée\u00a0: ${guests}`,
    checking: 'Vérification…',
    askingShop: 'Demande à la billetterie…',
    in: 'Entrés',
    notIn: 'Non entrés',
    checkedInMany: (count, total) =>
      count === total
        ? plural(count, { one: 'Entrée validée', other: `Entrées validées\u00a0: ${tickets(count)}` })
        : `Entrées validées\u00a0: ${number(count)} sur ${tickets(total)}`,
    alreadyAt: (at, device) =>
      [at === null ? '' : `à ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    searchGuest: 'Rechercher',
    stillLoading: 'La liste se charge encore. Réessayez dans un instant.',
    onThisPhone: 'Sur ce téléphone.',
    notShown: 'Entrée validée à l’instant sur ce téléphone. Le résultat n’a pas été affiché.',
    venue: 'Lieu',
    checkOut: 'Faire sortir',
    undoExit: 'Annuler la sortie',

    connection: 'Connexion',
    upToDate: 'À jour',
    sending: 'Envoi en cours',
    offlineSignIn: 'Hors ligne\u00a0: reconnectez-vous',
    offlineConnect: 'Hors ligne\u00a0: associez de nouveau',
    offlineSince: (time) => `Hors ligne depuis ${time}`,
    toSend: (count, oldest) => `${number(count)} à envoyer${oldest && `, depuis ${oldest}`}`,
    separator: ', ',

    conflictTitle: { twice: 'Entrés deux fois', notValid: 'Entrés, non valables' },
    before: (text) => `Avant\u00a0: ${text}`,
    findSecond: 'Cherchez la deuxième personne ou prévenez votre responsable.',

    scan: 'Scanner',

    settings: 'Réglages',
  }
}
