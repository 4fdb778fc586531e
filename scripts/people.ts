/** The people of the demo: their names are the commands', and the subjects of their tokens. */
export const PEOPLE = ['door', 'door-one-event', 'manager', 'owner', 'outsider', 'outsider-owner'] as const

/** Known to everybody, and good for nothing but this machine's loopback. */
export const CLIENT_SECRET = 'local-development-only'

export type Person = (typeof PEOPLE)[number]

export const isPerson = (value: string | undefined): value is Person => PEOPLE.includes(value as Person)
