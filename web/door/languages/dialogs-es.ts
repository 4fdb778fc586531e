// Spanish: the texts of what is loaded after the start. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import type { DialogTexts } from './dialogs-en.ts'
import { esFields } from './names.ts'

const from = (gate: string | null) => (gate === null ? '' : ` de ${gate}`)

export const makeDialogTexts = ({ number, plural }: Words): DialogTexts => ({
  ...esFields,
  toCome: (count) => `faltan ${number(count)}`,
  hiddenGuests: (count) =>
    `${plural(count, { one: '1 entrada', other: `${number(count)} entradas` })} de una función que no puedes abrir.`,
  connectAgain: 'Este teléfono ya no está vinculado. Pide un enlace nuevo.',
  signInAgain: 'Tu sesión ha caducado. Puedes seguir trabajando con la lista de este teléfono.',
  addGuest: 'Añadir invitado',
  addNamed: (name) => `Añadir a «${name}» sin entrada`,
  checkInAll: (count) => `Registrar a todos (${number(count)})`,
  askSupervisor: 'Pregunta a un responsable',
  connecting: 'Vinculando…',
  connectTitle: 'Vincular este teléfono',
  connectPaste: 'No se puede usar la cámara. Pega el enlace que muestra la consola.',
  link: 'Enlace',
  goOn: 'Continuar',
  notALink: 'Este enlace no sirve para vincular un teléfono.',
  checkingLink: 'Comprobando el enlace…',
  connectAs: (organizer, name) => `${organizer} vincula este teléfono como «${name}».`,
  connectReplaces: (who) => `En este teléfono se cerrará la sesión de ${who}.`,
  connectLost: 'Sin respuesta. Puedes intentarlo de nuevo sin riesgo.',
  linkOver: 'Este enlace ha caducado o ya se ha usado. Pide uno nuevo.',
  linkInvites: 'Este enlace es una invitación para una persona.',
  openInvitation: 'Abrir la invitación',
  earlierTitle: 'Funciones pasadas',
  noEarlier: 'No tuviste funciones en los últimos 60 días.',
  showEmail: 'Mostrar correo',
  transferred: (count) =>
    plural(count, { one: 'Transferida una vez', other: `Transferida ${number(count)} veces` }),
  undoCheckIn: 'Deshacer acceso',
  checkInAgain: 'Registrar de nuevo',
  messages: {
    undone: (guests) => `Acceso deshecho: ${guests}`,
    exitUndone: (guests) => `Salida deshecha: ${guests}`,
    undoElsewhere: () => 'Otro sistema registró este acceso. No se puede deshacer aquí.',
    undoBySupervisor: () => 'Otra persona registró este acceso. Pide a un responsable que lo deshaga.',
    undoOffline: () =>
      'Este acceso se registró en otro lugar o hace un rato. Para deshacerlo hace falta red.',
  },
  howMany: '¿Cuántos están aquí?',
  hereOf: (count) => `Invitados presentes (de ${number(count)})`,
  fewer: 'Menos',
  more: 'Más',
  checkInMany: (count) => `Registrar a ${number(count)}`,
  yesCheckIn: (count) => `Sí, registrar a ${number(count)}`,
  name: 'Nombre',
  addAndCheckIn: (count) => (count === 1 ? 'Añadir y registrar' : `Añadir y registrar a ${number(count)}`),
  wouldBeOver: (count) => `Se superaría el aforo en ${number(count)}.`,
  walkInType: 'Sin entrada',
  exits: 'Salidas y aforo',
  direction: 'Sentido',
  enter: 'Entrada',
  leave: 'Salida',
  area: 'Zona',
  insideNow: (count, of) => `${number(count)} ${of} dentro`,
  count: 'Contar',
  countHelp: 'Cuenta a las personas sin entrada. Los invitados con entrada se cuentan solos.',
  oneMore: 'Una persona más',
  oneLess: 'Una persona menos',
  peopleInside: 'Personas dentro',
  setTo: (count) => `Fijar en ${number(count)}`,
  conflictHelp: {
    twice: 'Aquí se dejó pasar, sin red, a invitados con entradas que ya se habían usado.',
    notValid: 'Aquí se dejó pasar, sin red, a invitados con entradas no válidas.',
  },
  here: (time) => `Aquí a las ${time}`,
  seen: 'Marcar como visto',
  deniedTitle: 'No se pueden enviar',
  deniedHelp:
    'Ya no puedes abrir la función de estos accesos, así que no se han enviado. Se enviarán en cuanto alguien que pueda enviarlos inicie sesión en este teléfono o lo vincule.',
  discard: 'Descartar',
  unreadableHelp:
    'Estos accesos están dañados en este teléfono y no se pueden enviar. Registra de nuevo a quienes ya están dentro y después descarta estos accesos.',
  rejectedTitle: 'No aceptados',
  rejectedHelp: 'El servicio no aceptó estos accesos. Enséñaselos a tu responsable.',
  sendAgain: 'Enviar de nuevo',
  remove: 'Quitar',
  stopScanning: 'Dejar de escanear',
  scanning: 'Escaneando',
  torch: 'Linterna',
  scanHint: 'Pon el código delante de la cámara.',
  qrOnly: 'Solo códigos QR',
  camera: 'Cámara',
  noCamera: 'No se puede usar la cámara. Permítela para esta página o escribe el número.',
  checkPhone: 'Comprobar este teléfono',
  deviceName: 'Nombre del dispositivo',
  deviceHint: 'Se ve en las otras puertas, por ejemplo «Puerta B».',
  sound: 'Sonido',
  vibration: 'Vibración',
  storage: 'Almacenamiento',
  storageKept: 'El navegador conserva los datos de esta página.',
  storageBestEffort:
    'El navegador puede borrar los datos de esta página si falta espacio. Instala la página para conservarlos.',
  signedInAs: (subject) => `Sesión iniciada como ${subject}`,
  update: 'Actualizar la página',
  updateReady: 'Hay una versión nueva. Actualizar tarda unos segundos.',
  signOut: 'Cerrar sesión y borrar',
  signOutHelp: 'Borra todas las entradas de este teléfono.',
  sessionNotFound: 'No se encontró esta función o no se puede contactar con el servicio.',
  sureAboutMany: (count) => `Se registran ${number(count)} entradas a la vez. ¿Están todos aquí?`,
  nothingFound: 'Prueba con menos letras, otra ortografía o el final del número de entrada.',
  everyoneIn: 'Ya están todos dentro.',
  nobodyHere: 'Nadie todavía.',
  notLoadedYet: 'Nada encontrado por ahora. La lista aún se está cargando.',
  similarNames: 'Sin coincidencia exacta. Nombres parecidos',
  othersSending: (count, subject) =>
    plural(count, {
      one: `1 acceso de ${subject} aún no se ha enviado. La página lo está enviando.`,
      other: `${number(count)} accesos de ${subject} aún no se han enviado. La página los está enviando.`,
    }),
  unsentOf: (count, gate) =>
    plural(count, {
      one: `1 acceso${from(gate)} aún no se ha enviado. Se enviará en cuanto alguien que pueda enviarlo inicie sesión en este teléfono o lo vincule.`,
      other: `${number(count)} accesos${from(gate)} aún no se han enviado. Se enviarán en cuanto alguien que pueda enviarlos inicie sesión en este teléfono o lo vincule.`,
    }),
  othersDenied: (count, subject) =>
    plural(count, {
      one: `1 acceso de ${subject} aún no se ha enviado y tú no puedes enviarlo. ${subject} debe iniciar sesión en este teléfono.`,
      other: `${number(count)} accesos de ${subject} aún no se han enviado y tú no puedes enviarlos. ${subject} debe iniciar sesión en este teléfono.`,
    }),
  connectSends: (count, gate, name) =>
    plural(count, {
      one: `1 acceso${from(gate)} se enviará como ${name}.`,
      other: `${number(count)} accesos${from(gate)} se enviarán como ${name}.`,
    }),
  connectKeeps: 'Lo que no pueda enviar se queda en este teléfono.',
  signOutKept: (count) =>
    plural(count, {
      one: '1 acceso aún no se ha enviado. Se queda en este teléfono, sin el invitado, hasta que inicie sesión alguien que pueda enviarlo.',
      other: `${number(count)} accesos aún no se han enviado. Se quedan en este teléfono, sin los invitados, hasta que inicie sesión alguien que pueda enviarlos.`,
    }),
  eraseToo: 'Borrarlos también',
  signOutUnsent: (count) =>
    plural(count, {
      one: '1 acceso aún no se ha enviado. Se perderá.',
      other: `${number(count)} accesos aún no se han enviado. Se perderán.`,
    }),
  cancel: 'Cancelar',
  phoneEnds: 'Pide un enlace nuevo. Este teléfono está vinculado hasta:',
  isCancelled: 'Esta fecha está cancelada.',
  recent: 'Últimos accesos',
  conflicts: {
    twice: (count) => `Entraron dos veces (${number(count)})`,
    notValid: (count) => `Entraron con entrada no válida (${number(count)})`,
  },
  cannotSend: (count) =>
    plural(count, {
      one: '1 acceso no se puede enviar',
      other: `${number(count)} accesos no se pueden enviar`,
    }),
  discardWarning: (count) =>
    plural(count, {
      one: 'Se perderá 1 acceso. Toca otra vez para descartar.',
      other: `Se perderán ${number(count)} accesos. Toca otra vez para descartar.`,
    }),
  unreadable: (count, guests) =>
    plural(count, {
      one: `1 acceso de este teléfono no se puede leer${guests && `: ${guests}`}`,
      other: `${number(count)} accesos de este teléfono no se pueden leer${guests && `: ${guests}`}`,
    }),
  rejected: (count) => `No aceptados (${number(count)})`,
})
