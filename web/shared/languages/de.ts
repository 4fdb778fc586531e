// German. Not yet read by a native speaker.
import type { EntranceTexts } from './en.ts'

export const makeEntranceTexts = (): EntranceTexts => ({
  title: 'Doorlist',
  starting: 'Wird geöffnet …',
  language: 'Sprache',
  sameAsDevice: 'Wie auf dem Gerät',
  languageFailed:
    'Die Sprache konnte nicht geladen werden. Versuchen Sie es noch einmal, sobald Sie online sind.',
  signIn: 'Anmelden',
  signInWithPasskey: 'Mit Passkey anmelden',
  signInElsewhere: (host) =>
    `Die Passkeys dieses Dienstes gelten auf ${host}. Die Schaltfläche führt Sie dorthin.`,
  passkeyRefused:
    'Der Dienst kennt diesen Passkey nicht. Versuchen Sie einen anderen oder bitten Sie um eine Einladung.',
  passkeyKnown: 'Dieses Gerät hat schon einen Passkey für diesen Dienst.',
  passkeyFailed: () => 'Der Passkey konnte nicht verwendet werden.',
  serviceUnreachable:
    'Der Dienst ist nicht erreichbar. Prüfen Sie das Netz und versuchen Sie es noch einmal.',
  refused: (_, code) => `Der Dienst hat das abgelehnt (${code}).`,
  notConfigured: 'Die Anmeldung ist nicht eingerichtet.',
  notConfiguredHelp:
    'Wer diesen Dienst verwaltet, muss DOORLIST_SECRET oder AUTH_ISSUER und WEB_CLIENT_ID setzen.',
  insecure: 'Diese Adresse ist nicht sicher.',
  insecureHelp:
    'Browser erlauben Kamera und gespeicherte Listen nur auf sicheren Adressen. Öffnen Sie diese Seite mit https:// davor.',
  signInUnreachable:
    'Die Anmeldeseite ist nicht erreichbar. Prüfen Sie das Netz und versuchen Sie es noch einmal.',
  signInFailed: () => 'Sie sind nicht angemeldet. Versuchen Sie es noch einmal.',
})
