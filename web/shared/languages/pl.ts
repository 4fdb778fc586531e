// Polish. Not yet read by a native speaker.
import type { EntranceTexts } from './en.ts'

export const makeEntranceTexts = (): EntranceTexts => ({
  title: 'Doorlist',
  starting: 'Otwieranie…',
  language: 'Język',
  sameAsDevice: 'Jak na urządzeniu',
  languageFailed: 'Nie udało się wczytać języka. Spróbuj ponownie, gdy będzie sieć.',
  signIn: 'Zaloguj się',
  signInWithPasskey: 'Zaloguj się kluczem dostępu',
  signInElsewhere: (host) => `Klucze dostępu tej usługi działają na ${host}. Przycisk tam prowadzi.`,
  passkeyRefused: 'Usługa nie zna tego klucza dostępu. Użyj innego lub poproś o zaproszenie.',
  passkeyKnown: 'To urządzenie ma już klucz dostępu do tej usługi.',
  passkeyFailed: () => 'Nie udało się użyć klucza dostępu.',
  serviceUnreachable: 'Brak połączenia z usługą. Sprawdź sieć i spróbuj ponownie.',
  refused: (_, code) => `Usługa odrzuciła to żądanie (${code}).`,
  notConfigured: 'Logowanie nie jest skonfigurowane.',
  notConfiguredHelp:
    'Administrator tej usługi musi ustawić DOORLIST_SECRET albo AUTH_ISSUER i WEB_CLIENT_ID.',
  insecure: 'Ten adres nie jest bezpieczny.',
  insecureHelp:
    'Przeglądarki udostępniają aparat i zapisane listy tylko pod bezpiecznymi adresami. Otwórz tę stronę z https:// na początku.',
  signInUnreachable: 'Brak połączenia ze stroną logowania. Sprawdź sieć i spróbuj ponownie.',
  signInFailed: () => 'Logowanie nie powiodło się. Spróbuj ponownie.',
})
