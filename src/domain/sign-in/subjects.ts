// Subjects of the service’s own issuer: `device:`, `program:` or `person:`, and the id.

export const isOwnSubject = (subject: string): boolean => /^(device|program|person):/.test(subject)

export const isMachine = (subject: string): boolean => /^(device|program):/.test(subject)

const [DEVICE, PERSON] = ['device:', 'person:']

const idAfter = (prefix: string, subject: string): string | undefined =>
  subject.startsWith(prefix) ? subject.slice(prefix.length) : undefined

export const deviceSubject = (id: string): string => `${DEVICE}${id}`
export const personSubject = (id: string): string => `${PERSON}${id}`

/** The id of a device; undefined for other subjects. */
export const deviceOf = (subject: string): string | undefined => idAfter(DEVICE, subject)
/** The id of a person; undefined for other subjects. */
export const personOf = (subject: string): string | undefined => idAfter(PERSON, subject)
