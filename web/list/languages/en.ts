import type { Words } from '../../shared/language.ts'

export const makeTexts = ({ number, plural, isolate }: Words) => ({
  title: 'Guest list',
  listOf: (name: string) => `List of ${isolate(name)}`,
  left: (places: number) =>
    places === 0
      ? 'No places left'
      : plural(places, { one: `${number(places)} place left`, other: `${number(places)} places left` }),
  used: (used: number, quota: number) => `${number(used)} of ${number(quota)}`,
  openUntil: (time: string) => `Open until ${time}`,
  closed: 'This list is closed. Nothing can be changed any more.',
  names: 'Names',
  namesHint: 'One a line, or paste a list. “+2” brings two friends.',
  add: (persons: number) => `Add ${number(persons)}`,
  added: (persons: number) =>
    plural(persons, { one: `${number(persons)} person added.`, other: `${number(persons)} persons added.` }),
  tooMany: (left: number) => `That is more than the ${number(left)} left.`,
  tooManyFriends: (most: number) => `An entry can bring at most ${number(most)}.`,
  notRead: (line: number) => `Line ${number(line)} has no name.`,
  onList: 'On the list',
  nobody: 'Nobody yet.',
  arrived: (arrived: number, persons: number) =>
    arrived === 0 ? '' : arrived === persons ? 'Arrived' : `${number(arrived)} of ${number(persons)} arrived`,
  erased: '(erased)',
  change: 'Change',
  name: 'Name',
  friends: 'Friends',
  note: 'Note for the door',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Remove',
  removeWhom: (name: string) => `Remove ${isolate(name)}?`,
  loading: 'Loading…',
  unknownLink: 'This link does not work. Ask the sender for a new one.',
  noNetwork: 'No connection. Try again.',
  tryAgain: 'Try again',
  busy: 'Too many attempts. Wait a minute.',
  inUse: 'Somebody of this entry is here already, or the organizer has changed it.',
  usedUp: 'This list takes no more entries.',
  notAccepted: 'That was not accepted. Shorten the name or the note.',
})

export type ListTexts = ReturnType<typeof makeTexts>
