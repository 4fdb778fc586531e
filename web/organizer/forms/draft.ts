// The values of a form, and the part of them that is sent.

/** The values of the fields by their names. An empty text is no value. */
export type Draft = Readonly<Record<string, string>>

/** As the service keeps it. A `<textarea>` has only line feeds (HTML, section 4.10.11). */
const toPlain = (text: string): string => text.replace(/\r\n?/g, '\n').trim()

export const plain = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, toPlain(text)]))

/** The names of the fields in which they differ. */
export const differingFields = (a: Draft, b: Draft): string[] =>
  Object.keys(a).filter((name) => toPlain(a[name] ?? '') !== toPlain(b[name] ?? ''))

type Body = Readonly<Record<string, unknown>>

/** The fields of a body that differ from those of the body before. */
export const changesOf = (before: Body, after: Body): Body =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  )

/** The field that a message of the service begins with, and the rest, to stand beside the field. */
export const splitMessage = (message: string): { field: string | undefined; text: string } => {
  const [, field, rest = message] =
    /^(?:\w+\.\d+\.)?(?:(?:attendee|settings)\.)?(\w+): (.*)$/s.exec(message) ?? []
  return { field, text: rest.charAt(0).toUpperCase() + rest.slice(1) }
}
