// Subjects of the service’s own issuer: `device:`, `program:` or `person:`, and the id.

export const isOwnSubject = (subject: string): boolean => /^(device|program|person):/.test(subject)

export const isMachine = (subject: string): boolean => /^(device|program):/.test(subject)

const PREFIX = 'person:'

export const subjectOf = (personId: string): string => `${PREFIX}${personId}`

/** The id of a person; undefined for other subjects. */
export const personOf = (subject: string): string | undefined =>
  subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : undefined
