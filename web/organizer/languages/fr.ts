// French. Not yet read by a native speaker.
import { makeEntranceTexts } from '../../shared/languages/fr.ts'
import type { ArrivalTexts } from './en.ts'

export const makeArrivalTexts = (): ArrivalTexts => ({
  ...makeEntranceTexts(),
  loading: 'Chargement…',
  tryAgain: 'Réessayer',
  newVersion:
    'Doorlist a été mis à jour. Rechargez la page pour continuer. Votre saisie sera perdue\u00a0: copiez-la d’abord.',
  loadAgain: 'Recharger',
  signInLead: 'Événements, séries, séances et annonces de votre organisation.',

  createPasskey: 'Créer une clé d’accès',
  yourName: 'Votre nom',
  nameMissing: 'Saisissez un nom.',
  organizer: 'Organisateur',
  organizerHint: 'Le nom de votre salle ou de votre entreprise. Les invités le lisent sur leur billet.',
  organizerMissing: 'Saisissez le nom de votre organisation.',
  setupCode: 'Code d’installation',
  setupCodeMissing: 'Saisissez le code d’installation.',
  setupLead: 'Installez ce service. Vous devenez propriétaire de son premier organisateur.',
  setupRefused: 'Le code d’installation est faux, ou le service est déjà installé.',
  setupOver: 'Ce service est déjà installé.',
  passkeyHelp:
    'Une clé d’accès remplace le mot de passe\u00a0: vous vous connectez par empreinte, visage ou code PIN.',
  havePasskey: 'J’ai une clé d’accès',
  signUpLost:
    'La connexion a été coupée. Réessayez. Si le service a déjà votre clé d’accès, connectez-vous avec elle.',
  signUpRepeated:
    'Le service a peut-être déjà votre clé d’accès\u00a0: connectez-vous avec elle. Sinon, réessayez.',
  roles: { owner: 'Propriétaire', manager: 'Responsable', staff: 'Accueil' },
  invitedBy: (organizer, role) => `${organizer} vous invite. Rôle\u00a0: ${role}.`,
  invitationOver: 'Cette invitation a expiré ou a déjà servi. Demandez-en une nouvelle.',
  connectLink: 'Lien d’association',
})
