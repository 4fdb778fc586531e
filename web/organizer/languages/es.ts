// Spanish. Not yet read by a native speaker.
import { makeEntranceTexts } from '../../shared/languages/es.ts'
import type { ArrivalTexts } from './en.ts'

export const makeArrivalTexts = (): ArrivalTexts => ({
  ...makeEntranceTexts(),
  loading: 'Cargando…',
  tryAgain: 'Reintentar',
  newVersion:
    'Doorlist se ha actualizado. Vuelve a cargar la página para continuar. Lo que has escrito se perderá: cópialo antes.',
  loadAgain: 'Volver a cargar',
  signInLead: 'Eventos, series, funciones y anuncios de tu organización.',

  createPasskey: 'Crear llave de acceso',
  yourName: 'Tu nombre',
  nameMissing: 'Escribe un nombre.',
  organizer: 'Organizador',
  organizerHint: 'El nombre de tu sala o empresa. Los invitados lo leen en su entrada.',
  organizerMissing: 'Escribe el nombre de tu organización.',
  setupCode: 'Código de instalación',
  setupCodeMissing: 'Escribe el código de instalación.',
  setupLead: 'Configura este servicio. Serás propietario de su primer organizador.',
  setupRefused: 'El código de instalación no es correcto o el servicio ya está configurado.',
  setupOver: 'Este servicio ya está configurado.',
  passkeyHelp:
    'Una llave de acceso sustituye a la contraseña: inicias sesión con la huella, la cara o el PIN.',
  havePasskey: 'Tengo una llave de acceso',
  signUpLost:
    'Se perdió la conexión. Inténtalo de nuevo. Si el servicio ya tiene tu llave de acceso, inicia sesión con ella.',
  signUpRepeated:
    'Puede que el servicio ya tenga tu llave de acceso: inicia sesión con ella. Si no, inténtalo de nuevo.',
  roles: { owner: 'Propietario', manager: 'Responsable', staff: 'Personal de puerta' },
  invitedBy: (organizer, role) => `${organizer} te invita. Rol: ${role}.`,
  invitationOver: 'Esta invitación ha caducado o ya se ha usado. Pide una nueva.',
  connectLink: 'Enlace de vinculación',
})
