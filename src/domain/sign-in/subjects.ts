// The subjects of people who sign in at the service itself.
const PREFIX = 'person:'

export const subjectOf = (personId: string): string => `${PREFIX}${personId}`

/** The person of a subject; undefined for every other subject. */
export const personOf = (subject: string): string | undefined =>
  subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : undefined
