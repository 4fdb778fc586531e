// German. Not yet read by a native speaker.
import { makeEntranceTexts } from '../../shared/languages/de.ts'
import type { ArrivalTexts } from './en.ts'

export const makeArrivalTexts = (): ArrivalTexts => ({
  ...makeEntranceTexts(),
  loading: 'Wird geladen …',
  tryAgain: 'Erneut versuchen',
  newVersion:
    'Doorlist wurde aktualisiert. Laden Sie die Seite neu, um fortzufahren. Ihre Eingaben gehen dabei verloren, kopieren Sie sie vorher.',
  loadAgain: 'Neu laden',
  signInLead: 'Veranstaltungen, Reihen, Termine und Ankündigungen Ihrer Organisation.',

  createPasskey: 'Passkey erstellen',
  yourName: 'Ihr Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  organizer: 'Veranstalter',
  organizerHint: 'Der Name Ihres Hauses oder Ihrer Firma. Gäste lesen ihn auf ihrem Ticket.',
  organizerMissing: 'Geben Sie den Namen Ihrer Organisation ein.',
  setupCode: 'Einrichtungscode',
  setupCodeMissing: 'Geben Sie den Einrichtungscode ein.',
  setupLead: 'Richten Sie diesen Dienst ein. Ihnen gehört dann der erste Veranstalter.',
  setupRefused: 'Der Einrichtungscode ist falsch, oder der Dienst ist schon eingerichtet.',
  setupOver: 'Dieser Dienst ist schon eingerichtet.',
  passkeyHelp: 'Ein Passkey ersetzt das Passwort: Sie melden sich mit Fingerabdruck, Gesicht oder PIN an.',
  havePasskey: 'Ich habe einen Passkey',
  signUpLost:
    'Die Verbindung ist abgebrochen. Versuchen Sie es noch einmal. Wenn der Dienst Ihren Passkey schon hat, melden Sie sich damit an.',
  signUpRepeated:
    'Vielleicht hat der Dienst Ihren Passkey schon: Melden Sie sich damit an. Sonst versuchen Sie es noch einmal.',
  roles: { owner: 'Inhaber', manager: 'Leitung', staff: 'Einlass' },
  invitedBy: (organizer, role) => `${organizer} lädt Sie ein. Rolle: ${role}.`,
  invitationOver: 'Diese Einladung ist abgelaufen oder wurde schon benutzt. Bitten Sie um eine neue.',
  connectLink: 'Link zum Verbinden',
})
