// Spanish. Not yet read by a native speaker.
import type { EntranceTexts } from './en.ts'

export const makeEntranceTexts = (): EntranceTexts => ({
  title: 'Doorlist',
  starting: 'Abriendo…',
  language: 'Idioma',
  sameAsDevice: 'El del dispositivo',
  languageFailed: 'No se pudo cargar el idioma. Inténtalo de nuevo cuando haya red.',
  signIn: 'Iniciar sesión',
  signInWithPasskey: 'Iniciar sesión con una llave de acceso',
  signInElsewhere: (host) =>
    `Las llaves de acceso de este servicio funcionan en ${host}. El botón te lleva allí.`,
  passkeyRefused: 'El servicio no conoce esta llave de acceso. Prueba con otra o pide una invitación.',
  passkeyKnown: 'Este dispositivo ya tiene una llave de acceso para este servicio.',
  passkeyFailed: () => 'No se pudo usar la llave de acceso.',
  serviceUnreachable: 'No se puede contactar con el servicio. Comprueba la red e inténtalo de nuevo.',
  refused: (_, code) => `El servicio no lo ha aceptado (${code}).`,
  notConfigured: 'El inicio de sesión no está configurado.',
  notConfiguredHelp:
    'Quien administra este servicio debe definir DOORLIST_SECRET, o AUTH_ISSUER y WEB_CLIENT_ID.',
  insecure: 'Esta dirección no es segura.',
  insecureHelp:
    'Los navegadores reservan la cámara y las listas guardadas para direcciones seguras. Abre esta página con https:// delante.',
  signInUnreachable:
    'No se puede contactar con la página de inicio de sesión. Comprueba la red e inténtalo de nuevo.',
  signInFailed: () => 'No has iniciado sesión. Inténtalo de nuevo.',
})
