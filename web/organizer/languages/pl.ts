// Polish. Not yet read by a native speaker.
import { makeEntranceTexts } from '../../shared/languages/pl.ts'
import type { ArrivalTexts } from './en.ts'

export const makeArrivalTexts = (): ArrivalTexts => ({
  ...makeEntranceTexts(),
  loading: 'Wczytywanie…',
  tryAgain: 'Spróbuj ponownie',
  newVersion:
    'Doorlist został zaktualizowany. Wczytaj stronę ponownie, aby kontynuować. Wpisany tekst przepadnie, więc najpierw go skopiuj.',
  loadAgain: 'Wczytaj ponownie',
  signInLead: 'Wydarzenia, serie, terminy i ogłoszenia organizacji.',

  createPasskey: 'Utwórz klucz dostępu',
  yourName: 'Imię i nazwisko',
  nameMissing: 'Podaj nazwę.',
  organizer: 'Organizator',
  organizerHint: 'Nazwa klubu lub firmy. Goście widzą ją na bilecie.',
  organizerMissing: 'Podaj nazwę organizacji.',
  setupCode: 'Kod konfiguracji',
  setupCodeMissing: 'Podaj kod konfiguracji.',
  setupLead: 'Skonfiguruj tę usługę i zostań właścicielem jej pierwszego organizatora.',
  setupRefused: 'Kod konfiguracji jest błędny albo usługa jest już skonfigurowana.',
  setupOver: 'Ta usługa jest już skonfigurowana.',
  passkeyHelp: 'Klucz dostępu zastępuje hasło: logowanie odciskiem palca, twarzą albo kodem PIN.',
  havePasskey: 'Mam klucz dostępu',
  signUpLost:
    'Połączenie zostało przerwane. Spróbuj ponownie. Jeśli usługa ma już ten klucz dostępu, zaloguj się nim.',
  signUpRepeated: 'Usługa może mieć już ten klucz dostępu: zaloguj się nim. Jeśli nie, spróbuj ponownie.',
  roles: { owner: 'Właściciel', manager: 'Kierownik', staff: 'Obsługa wejścia' },
  invitedBy: (organizer, role) => `${organizer} zaprasza. Rola: ${role}.`,
  invitationOver: 'To zaproszenie wygasło albo zostało już użyte. Poproś o nowe.',
  connectLink: 'Link do połączenia',
})
