// Spanish. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/es.ts'
import type { DoorTexts } from './en.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) => plural(count, { one: '1 entrada', other: `${number(count)} entradas` })
  const checkIns = (count: number) => plural(count, { one: '1 acceso', other: `${number(count)} accesos` })
  return {
    ...makeEntranceTexts(),
    cancel: 'Cancelar',
    close: 'Cerrar',

    signInLead: 'Registra el acceso de tus invitados, con o sin red.',
    signInAgain: 'Tu sesión ha caducado. Puedes seguir trabajando con la lista de este teléfono.',

    connect: 'Vincular',
    connecting: 'Vinculando…',
    connectTitle: 'Vincular este teléfono',
    connectHow: 'Apunta la cámara al código que muestra la consola o pega el enlace.',
    connectPaste: 'No se puede usar la cámara. Pega el enlace que muestra la consola.',
    link: 'Enlace',
    goOn: 'Continuar',
    notALink: 'Este enlace no sirve para vincular un teléfono.',
    lookingAtLink: 'Comprobando el enlace…',
    connectAs: (organizer, name) => `${organizer} vincula este teléfono como «${name}».`,
    connectReplaces: (who) => `En este teléfono está ${who}, y se cerrará su sesión.`,
    connectUnsent: (count) =>
      plural(count, {
        one: '1 acceso aún no se ha enviado y se queda en este teléfono.',
        other: `${number(count)} accesos aún no se han enviado y se quedan en este teléfono.`,
      }),
    connectLost: 'No hubo respuesta. Inténtalo de nuevo: no hay riesgo.',
    linkOver: 'Este enlace ha caducado o ya se ha usado. Pide uno nuevo.',
    linkInvites: 'Este enlace es una invitación para una persona.',
    openInvitation: 'Abrir la invitación',
    connectAgain: 'Este teléfono ya no está vinculado. Pide un enlace nuevo.',

    sessions: 'Funciones',
    earlier: 'Anteriores',
    earlierTitle: 'Antes de hoy',
    loadingSessions: 'Cargando funciones…',
    noSessions: 'No tienes funciones hoy ni más adelante. Pide que te den acceso.',
    noSuchSession: 'Ninguna función coincide.',
    searchSessions: 'Buscar funciones',
    now: 'Ahora',
    today: 'Hoy',
    tomorrow: 'Mañana',
    noTickets: 'Aún no hay entradas',
    noEarlier: 'No tuviste funciones en los últimos 60 días.',
    sessionsOffline: 'No se puede contactar con el servicio. Estas funciones están en este teléfono.',
    sessionsFailed: (message) => `No se pudieron cargar las funciones. ${message}`,
    nothingHeld: 'No se puede contactar con el servicio y este teléfono no tiene ninguna función tuya.',
    tryAgain: 'Reintentar',
    onPhone: 'En este teléfono',
    doors: (time) => `Puertas ${time}`,
    sessionNotFound: 'No se encontró esta función o no se puede contactar con el servicio.',

    loading: 'Cargando entradas',
    loadedOf: (count, total) => `${number(count)} de ${tickets(total)}`,
    loadingOffline: 'Esperando la red. La carga seguirá donde se detuvo.',
    waitingForAccess: 'Esperando que el servicio confirme tu acceso.',
    readyOffline: 'Listo sin red',
    notOnDisk: 'No se guardó en este teléfono: deja la página abierta y con red',
    denied: 'El servicio dice que ya no tienes acceso a esta función. Las entradas están ocultas.',
    erased: 'Ya no tienes acceso a esta función. Sus entradas se han borrado de este teléfono.',

    search: 'Buscar entradas',
    searchHint: 'Nombre, número, asiento, correo',
    filterLegend: 'Mostrar',
    filters: { all: 'Todas', expected: 'Pendientes', checkedIn: 'Dentro' },
    found: (count) => plural(count, { one: '1 encontrada', other: `${number(count)} encontradas` }),
    tickets: 'Entradas',
    showMore: 'Mostrar más',
    emptyHint: 'Escribe para buscar, escanea un código o elige una lista.',
    nothingFound: 'Prueba con menos letras, otra grafía o el final del número de entrada.',
    nobodyLeft: 'Ya están todos dentro.',
    nobodyHere: 'Nadie todavía.',
    notLoadedYet: 'Nada encontrado por ahora. La lista aún se está cargando.',
    arrived: (count, total) => `${number(count)} de ${number(total)} registradas`,
    recent: 'Últimos accesos',
    noName: 'Sin nombre',
    status: { Valid: 'Válida', CheckedIn: 'Registrada', Refunded: 'Reembolsada', Voided: 'Anulada' },

    number: 'Número',
    type: 'Tipo',
    seat: 'Asiento',
    company: 'Empresa',
    email: 'Correo',
    holder: 'Comprada por',
    showEmail: 'Mostrar correo',
    checkedInAt: 'Registrada a las',
    transferred: (count) =>
      plural(count, { one: 'Transferida una vez', other: `Transferida ${number(count)} veces` }),
    checkIn: 'Registrar acceso',
    checkInAll: (count) => `Registrar todas (${number(count)})`,
    undoCheckIn: 'Deshacer acceso',
    undo: 'Deshacer',
    checkInAgain: 'Registrar de nuevo',
    howMany: '¿Cuántos han venido?',
    haveCome: (count) => `Han venido, de ${number(count)}`,
    fewer: 'Menos',
    more: 'Más',
    checkInMany: (count) => `Registrar ${number(count)}`,
    sureAboutMany: (count) => `Se registran ${tickets(count)} a la vez. ¿Han venido todos?`,
    yesCheckIn: (count) => `Sí, registrar ${number(count)}`,
    andMore: (count) => `y ${number(count)} más`,
    messages: {
      justRead: (code) => `Leído hace un momento: ${code}`,
      undone: (guests) => `Acceso deshecho: ${guests}`,
      undoElsewhere: () => 'Otro sistema registró esta entrada. No se puede deshacer aquí.',
      undoOffline: () => 'Otro dispositivo registró esta entrada. Para deshacerlo hace falta red.',
    },

    addGuest: 'Añadir invitado',
    name: 'Nombre',
    howManyCome: '¿Cuántos entran?',
    addAndCheckIn: (count) => (count === 1 ? 'Añadir y registrar' : `Añadir ${number(count)} y registrar`),
    overCapacity: (count) => `${number(count)} sobre el aforo`,
    wouldBeOver: (count) => `La función superaría su aforo en ${number(count)}.`,
    walkInType: 'Sin entrada',

    note: 'Nota',
    done: 'Hecho',
    notCheckedIn: (guests) => `Sin registrar: ${guests}`,
    checking: 'Comprobando…',
    in: 'Dentro',
    notIn: 'Fuera',
    checkedIn: 'Acceso registrado',
    checkedInMany: (count, total) =>
      count === total
        ? `Acceso registrado: ${tickets(count)}`
        : `Acceso registrado: ${number(count)} de ${tickets(total)}`,
    alreadyCheckedIn: 'Ya registrada',
    alreadyAt: (at, device) =>
      [at === null ? '' : `a las ${at}`, device === null ? '' : `por ${device}`].filter(Boolean).join(' '),
    notValid: 'No válida',
    notAllowed: 'No permitido',
    notAllowedHelp: 'Este evento no admite invitados sin entrada. No le dejes pasar.',
    unknownTicket: 'Entrada desconocida',
    wrongCode: 'Código incorrecto',
    wrongCodeHelp: 'Es un número de entrada, que cualquiera puede saber. Busca al invitado por su nombre.',
    searchGuest: 'Buscar',
    otherSession: 'Para otra función',
    unknownHelp: 'No está en esta lista. Compara la fecha y el evento.',
    forSession: (event, start) => `Esta entrada es para ${event}, ${start}.`,
    stillLoading: 'La lista aún se está cargando. Inténtalo en un momento.',
    onThisPhone: 'En este teléfono.',
    notShown: 'Registrada en este teléfono ahora mismo. No se mostró el resultado.',
    notSaved: 'Sin guardar',
    notSavedHelp:
      'Este teléfono no puede guardar el acceso. No dejes entrar al invitado. Inténtalo de nuevo con red.',
    connection: 'Conexión',
    upToDate: 'Al día',
    sending: 'Enviando',
    offlineSignIn: 'Sin red: inicia sesión de nuevo para enviar',
    offlineConnect: 'Sin red: vincula de nuevo para enviar',
    offlineSince: (time) => `Sin red desde las ${time}`,
    toSend: (count, oldest) => `${number(count)} por enviar, desde las ${oldest}`,
    separator: ', ',

    trouble: {
      twice: (count) => `Entraron dos veces (${number(count)})`,
      notValid: (count) => `Entraron sin validez (${number(count)})`,
    },
    troubleTitle: { twice: 'Entraron dos veces', notValid: 'Entraron sin validez' },
    troubleHelp: {
      twice: 'Con estas entradas se dejó pasar aquí a invitados, sin red. Ya estaban registradas.',
      notValid: 'Con estas entradas se dejó pasar aquí a invitados, sin red. No son válidas.',
    },
    here: (time) => `Aquí a las ${time}`,
    before: (text) => `Antes: ${text}`,
    seen: 'Marcar como visto',
    hiddenGuests: (count) => `${tickets(count)} de una función que no puedes ver.`,
    cannotSend: (count) =>
      plural(count, {
        one: '1 acceso no se puede enviar',
        other: `${number(count)} accesos no se pueden enviar`,
      }),
    deniedTitle: 'No se pueden enviar',
    deniedHelp:
      'Ya no tienes acceso a la función de estos registros, así que el servicio no los tiene. Un responsable debe iniciar sesión en este teléfono para enviarlos.',
    discard: 'Descartar',
    discardWarning: (count) => `El servicio nunca sabrá de ${checkIns(count)}. Toca otra vez para descartar.`,
    unreadable: (count, guests) =>
      plural(count, {
        one: `1 acceso de este teléfono no se puede leer${guests && `: ${guests}`}`,
        other: `${number(count)} accesos de este teléfono no se pueden leer${guests && `: ${guests}`}`,
      }),
    unreadableHelp:
      'Los datos de estos accesos están dañados en este teléfono, así que el servicio no los tiene. Registra de nuevo a quienes ya están dentro y después descarta estos accesos.',
    aside: (count) => `No aceptados (${number(count)})`,
    asideTitle: 'No aceptados',
    asideHelp: 'El servicio no aceptó estos accesos. Enséñaselos a tu responsable.',
    sendAgain: 'Enviar de nuevo',
    remove: 'Quitar',

    scan: 'Escanear',
    stopScanning: 'Dejar de escanear',
    scanning: 'Escaneando',
    torch: 'Linterna',
    scanHint: 'Pon el código QR delante de la cámara.',
    camera: 'Cámara',
    noCamera: 'No se puede usar la cámara. Permítela para esta página o escribe el número.',

    settings: 'Ajustes',
    testSound: 'Probar sonido',
    deviceName: 'Nombre del dispositivo',
    deviceHint: 'Se ve en las otras puertas, por ejemplo «Puerta B».',
    sound: 'Sonido',
    vibration: 'Vibración',
    storage: 'Almacenamiento',
    storageKept: 'El navegador conserva los datos de esta página.',
    storageBestEffort:
      'El navegador puede borrar los datos de esta página si falta espacio. Para conservarlos, instala la página.',
    signedInAs: (subject) => `Sesión iniciada como ${subject}`,
    update: 'Actualizar la página',
    updateReady: 'Hay una versión nueva. Actualizar tarda unos segundos.',
    signOut: 'Cerrar sesión y borrar',
    signOutHelp: 'Borra todas las entradas de este teléfono.',
    signOutUnsent: (count) =>
      plural(count, {
        one: '1 acceso aún no se ha enviado. Se perderá.',
        other: `${number(count)} accesos aún no se han enviado. Se perderán.`,
      }),
    othersSending: (count, subject) =>
      plural(count, {
        one: `1 acceso de ${subject} aún no se ha enviado. La página lo está enviando.`,
        other: `${number(count)} accesos de ${subject} aún no se han enviado. La página los está enviando.`,
      }),
    phonesDenied: (count, phone) =>
      plural(count, {
        one: `1 acceso de ${phone} aún no se ha enviado y tú no puedes enviarlo. Un responsable debe iniciar sesión en este teléfono.`,
        other: `${number(count)} accesos de ${phone} aún no se han enviado y tú no puedes enviarlos. Un responsable debe iniciar sesión en este teléfono.`,
      }),
    othersDenied: (count, subject) =>
      plural(count, {
        one: `1 acceso de ${subject} aún no se ha enviado y tú no puedes enviarlo. ${subject} debe iniciar sesión en este teléfono.`,
        other: `${number(count)} accesos de ${subject} aún no se han enviado y tú no puedes enviarlos. ${subject} debe iniciar sesión en este teléfono.`,
      }),
  }
}
