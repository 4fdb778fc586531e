// The subjects of the service's own issuer: `device:`, `program:` or `person:`, and the id.

export const isOwnSubject = (subject: string): boolean => /^(device|program|person):/.test(subject)

/** Whether it is the subject of a phone or a program. */
export const isMachine = (subject: string): boolean => /^(device|program):/.test(subject)

const PREFIX = 'person:'

export const subjectOf = (personId: string): string => `${PREFIX}${personId}`

/** The person of a subject; undefined for every other subject. */
export const personOf = (subject: string): string | undefined =>
  subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : undefined
