// Spanish. Not yet read by a native speaker.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/es.ts'
import type { DoorTexts } from './en.ts'
import { es } from './names.ts'

export const makeTexts = ({ number, plural }: Words): DoorTexts => {
  const tickets = (count: number) => plural(count, { one: '1 entrada', other: `${number(count)} entradas` })
  return {
    ...es,
    ...makeEntranceTexts(),
    close: 'Cerrar',

    signInLead: 'Registra el acceso de tus invitados, con o sin red.',
    openElsewhere: 'Doorlist está abierto en otra pestaña.',
    useHere: 'Usar aquí',

    connect: 'Vincular',
    connectHow: 'Apunta la cámara al código que muestra la consola o pega el enlace.',

    sessions: 'Funciones',
    earlier: 'Anteriores',
    loadingSessions: 'Cargando funciones…',
    noSessions: 'No tienes próximas funciones. Pide que te den acceso.',
    noSuchSession: 'Ninguna función coincide.',
    searchSessions: 'Buscar funciones',
    cancelled: 'Cancelada',
    now: 'Ahora',
    today: 'Hoy',
    tomorrow: 'Mañana',
    noTickets: 'Aún no hay entradas',
    sessionsOffline: 'No se puede contactar con el servicio. Estas funciones están en este teléfono.',
    sessionsFailed: (message) => `No se pudieron cargar las funciones. ${message}`,
    noneStored: 'No se puede contactar con el servicio y ninguna de tus funciones está en este teléfono.',
    tryAgain: 'Reintentar',
    onPhone: 'En este teléfono',
    doors: (time) => `Puertas ${time}`,

    loading: 'Cargando entradas',
    loadedOf: (count, total) => `${number(count)} de ${tickets(total)}`,
    loadingOffline: 'Esperando la red. La carga seguirá donde se detuvo.',
    waitingForAccess: 'Esperando que el servicio confirme tu acceso.',
    readyOffline: 'Listo sin red',
    notOnDisk: 'No se guardó en este teléfono: deja la página abierta y con red',
    denied: 'Ya no tienes acceso a esta función. Sus entradas están ocultas.',
    erased: 'Ya no tienes acceso a esta función. Sus entradas se han borrado de este teléfono.',

    search: 'Buscar entradas',
    searchHint: 'Nombre, número, asiento, correo',
    filterLegend: 'Mostrar',
    filters: { all: 'Todas', expected: 'Pendientes', checkedIn: 'Dentro' },
    found: (count) => plural(count, { one: '1 encontrada', other: `${number(count)} encontradas` }),
    tickets: 'Entradas',
    showMore: 'Mostrar más',
    arrived: (count, total) => `${number(count)} de ${number(total)} dentro`,
    ofTotal: (count) => `de ${number(count)}`,
    noName: 'Sin nombre',
    status: { Valid: 'Pendiente', CheckedIn: 'Dentro', Refunded: 'Reembolsada', Voided: 'Anulada' },

    listOf: (name) => `Lista de ${name}`,
    partyIn: (inside, all) => `${number(inside)} de ${number(all)} dentro`,
    checkIn: 'Registrar acceso',
    undo: 'Deshacer',
    andMore: (count) => `y ${number(count)} más`,
    justRead: 'Leído hace un momento',

    overCapacity: (count) => `${number(count)} sobre el aforo`,

    note: 'Nota',
    readFirst: 'Lee esto primero',
    letIn: 'Dejar pasar',
    dontLetIn: 'No dejar pasar',
    notCheckedIn: (guests) => `Sin registrar: ${guests}`,
    checking: 'Comprobando…',
    askingShop: 'Preguntando a la tienda…',
    in: 'Dentro',
    notIn: 'Fuera',
    checkedInMany: (count, total) =>
      count === total ? `Dentro: ${tickets(count)}` : `Dentro: ${number(count)} de ${tickets(total)}`,
    alreadyAt: (at, device) =>
      [at === null ? '' : `desde las ${at}`, device === null ? '' : `(${device})`].filter(Boolean).join(' '),
    searchGuest: 'Buscar',
    stillLoading: 'La lista aún se está cargando. Inténtalo en un momento.',
    onThisPhone: 'En este teléfono.',
    notShown: 'Acceso registrado en este teléfono ahora mismo. No se mostró el resultado.',
    venue: 'Recinto',
    checkOut: 'Registrar salida',
    undoExit: 'Deshacer salida',

    connection: 'Conexión',
    upToDate: 'Al día',
    sending: 'Enviando',
    offlineSignIn: 'Sin red: inicia sesión de nuevo',
    offlineConnect: 'Sin red: vincula de nuevo',
    offlineSince: (time) => `Sin red desde las ${time}`,
    toSend: (count, oldest) => `${number(count)} por enviar${oldest && `, desde las ${oldest}`}`,
    separator: ', ',

    conflictTitle: { twice: 'Entraron dos veces', notValid: 'Entraron con entrada no válida' },
    before: (text) => `Ya estaba dentro ${text}`,
    findSecond: 'Busca a la segunda persona o avisa a la persona responsable.',

    scan: 'Escanear',

    settings: 'Ajustes',
  }
}
