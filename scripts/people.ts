/** The people of the demo. Each name is an argument of `npm run token` and the subject (`sub`) of its token. */
export const PEOPLE = ['door', 'door-one-event', 'manager', 'owner', 'outsider', 'outsider-owner'] as const

/** Not a secret: the local issuer listens on loopback only. */
export const CLIENT_SECRET = 'local-development-only'

export type Person = (typeof PEOPLE)[number]

export const isPerson = (value: string | undefined): value is Person => PEOPLE.includes(value as Person)
