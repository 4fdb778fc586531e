/**
 * The people of the demo. Each name is an argument of `npm run token` and the subject (`sub`) of its token.
 */
export const PEOPLE = ['door', 'door-one-event', 'manager', 'owner', 'outsider', 'outsider-owner'] as const

export type Person = (typeof PEOPLE)[number]

/** What each person may see, for the sign-in page. */
export const ABOUT: Readonly<Record<Person, string>> = {
  door: 'Door staff of Northlight: every session of both events.',
  'door-one-event': 'Door staff of Northlight, for the event Northlight Nights only.',
  manager: 'Manager of Northlight: tickets, series, sessions and listings.',
  owner: 'Owner of Northlight: the same as the manager.',
  outsider: 'Not a member of any organizer: sees nothing.',
  'outsider-owner': 'Owner of another organizer, Southbank: sees nothing of Northlight.',
}

export const isPerson = (value: string | undefined): value is Person => PEOPLE.includes(value as Person)
