import type { Words } from '../../shared/language.ts'
import type { ListTexts } from './en.ts'

export const makeTexts = ({ number, plural, isolate }: Words): ListTexts => ({
  title: 'Lista de invitados',
  listOf: (name) => `Lista de ${isolate(name)}`,
  left: (places) =>
    places === 0
      ? 'No quedan plazas'
      : plural(places, {
          one: `Queda ${number(places)} plaza`,
          other: `Quedan ${number(places)} plazas`,
        }),
  used: (used, quota) => `${number(used)} de ${number(quota)}`,
  openUntil: (time) => `Abierta hasta ${time}`,
  closed: 'Esta lista está cerrada. Ya no se puede cambiar nada.',
  names: 'Nombres',
  namesHint: 'Uno por línea, o pega una lista. «+2» añade dos amigos.',
  add: (persons) => `Añadir ${number(persons)}`,
  added: (persons) =>
    plural(persons, {
      one: `${number(persons)} persona añadida.`,
      other: `${number(persons)} personas añadidas.`,
    }),
  tooMany: (left) => `Son más que las ${number(left)} plazas libres.`,
  tooManyFriends: (most) => `Una entrada puede traer como máximo ${number(most)}.`,
  notRead: (line) => `La línea ${number(line)} no tiene nombre.`,
  onList: 'En la lista',
  nobody: 'Nadie todavía.',
  arrived: (arrived, persons) =>
    arrived === 0
      ? ''
      : arrived === persons
        ? 'Ha llegado'
        : `${number(arrived)} de ${number(persons)} han llegado`,
  erased: '(borrado)',
  change: 'Cambiar',
  name: 'Nombre',
  friends: 'Amigos',
  note: 'Nota para la puerta',
  save: 'Guardar',
  cancel: 'Cancelar',
  remove: 'Quitar',
  removeWhom: (name) => `¿Quitar a ${isolate(name)}?`,
  loading: 'Cargando…',
  unknownLink: 'Este enlace no funciona. Pide uno nuevo.',
  noNetwork: 'Sin conexión. Inténtalo otra vez.',
  tryAgain: 'Otra vez',
  busy: 'Demasiados intentos. Espera un minuto.',
  inUse: 'Alguien de esta entrada ya está aquí, o el organizador la ha cambiado.',
  usedUp: 'Esta lista no admite más entradas.',
  notAccepted: 'No se ha aceptado. Acorta el nombre o la nota.',
})
