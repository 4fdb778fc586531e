import type { Words } from '../../shared/language.ts'
import type { ListTexts } from './en.ts'

export const makeTexts = ({ number, plural, isolate }: Words): ListTexts => ({
  title: 'Liste d’invités',
  listOf: (name) => `Liste de ${isolate(name)}`,
  left: (places) =>
    places === 0
      ? 'Plus de place'
      : plural(places, {
          one: `Encore ${number(places)} place`,
          other: `Encore ${number(places)} places`,
        }),
  used: (used, quota) => `${number(used)} sur ${number(quota)}`,
  openUntil: (time) => `Ouverte jusqu’à ${time}`,
  closed: 'Cette liste est fermée. Plus rien ne peut être modifié.',
  names: 'Noms',
  namesHint: 'Un par ligne, ou collez une liste. « +2 » ajoute deux amis.',
  add: (persons) => `Ajouter ${number(persons)}`,
  added: (persons) =>
    plural(persons, {
      one: `${number(persons)} personne ajoutée.`,
      other: `${number(persons)} personnes ajoutées.`,
    }),
  tooMany: (left) => `C’est plus que les ${number(left)} places restantes.`,
  tooManyFriends: (most) => `Une entrée peut amener au plus ${number(most)} amis.`,
  notRead: (line) => `La ligne ${number(line)} n’a pas de nom.`,
  onList: 'Sur la liste',
  nobody: 'Personne pour l’instant.',
  arrived: (arrived, persons) =>
    arrived === 0 ? '' : arrived === persons ? 'Arrivé' : `${number(arrived)} sur ${number(persons)} arrivés`,
  erased: '(effacé)',
  change: 'Modifier',
  name: 'Nom',
  friends: 'Amis',
  note: 'Note pour l’entrée',
  save: 'Enregistrer',
  cancel: 'Annuler',
  remove: 'Retirer',
  removeWhom: (name) => `Retirer ${isolate(name)} ?`,
  loading: 'Chargement…',
  unknownLink: 'Ce lien ne fonctionne pas. Demandez-en un nouveau.',
  noNetwork: 'Pas de connexion. Réessayez.',
  tryAgain: 'Réessayer',
  busy: 'Trop d’essais. Attendez une minute.',
  inUse: 'Quelqu’un de cette entrée est déjà là, ou l’organisateur l’a modifiée.',
  usedUp: 'Cette liste n’accepte plus d’entrées.',
  notAccepted: 'Cela n’a pas été accepté. Raccourcissez le nom ou la note.',
})
