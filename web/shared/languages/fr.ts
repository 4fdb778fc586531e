// French. Not yet read by a native speaker.
import type { EntranceTexts } from './en.ts'

export const makeEntranceTexts = (): EntranceTexts => ({
  title: 'Doorlist',
  starting: 'Ouverture…',
  language: 'Langue',
  sameAsDevice: 'Celle de l’appareil',
  languageFailed: 'La langue n’a pas pu être chargée. Réessayez une fois en ligne.',
  signIn: 'Se connecter',
  signInWithPasskey: 'Se connecter avec une clé d’accès',
  signInElsewhere: (host) =>
    `Les clés d’accès de ce service fonctionnent sur ${host}. Le bouton vous y mène.`,
  passkeyRefused:
    'Le service ne connaît pas cette clé d’accès. Essayez-en une autre ou demandez une invitation.',
  passkeyKnown: 'Cet appareil a déjà une clé d’accès pour ce service.',
  passkeyFailed: () => 'La clé d’accès n’a pas pu être utilisée.',
  serviceUnreachable: 'Le service est injoignable. Vérifiez le réseau et réessayez.',
  refused: (_, code) => `Le service a refusé cette demande (${code}).`,
  notConfigured: 'La connexion n’est pas configurée.',
  notConfiguredHelp:
    'L’administrateur de ce service doit définir DOORLIST_SECRET, ou AUTH_ISSUER et WEB_CLIENT_ID.',
  insecure: 'Cette adresse n’est pas sécurisée.',
  insecureHelp:
    'Les navigateurs réservent la caméra et les listes enregistrées aux adresses sécurisées. Ouvrez cette page avec https:// au début.',
  signInUnreachable: 'La page de connexion est injoignable. Vérifiez le réseau et réessayez.',
  signInFailed: () => 'Vous n’êtes pas connecté. Réessayez.',
})
