// Whether an answer is one that the OpenAPI document tells of. The document is the committed file; the
// validator is one that interprets, because workerd makes no code from text.
import { type Schema, Validator } from '@cfworker/json-schema'
import file from '../../public/api/openapi.json'

type Reference = { $ref: string }
type Header = { required?: boolean; schema: Schema }
type Answer = {
  headers: Record<string, Reference>
  content?: Record<string, { schema: Schema; examples: object }>
}
type Operation = { responses: Record<string, Answer> }

/** The document, as OpenAPI 3.1 has it: the file's own type is that of its every example. */
export const DOCUMENT = file as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; headers: Record<string, Header> }
}
const { schemas, headers } = DOCUMENT.components

/** The operations of the document's path that a request's path is one of. */
const operationsAt = (path: string): Record<string, Operation> | undefined =>
  Object.entries(DOCUMENT.paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.[1]

const validators = new Map<Schema, Validator>()

/** What is wrong with a value, by its schema in the document. */
const faultsOf = (schema: Schema, value: unknown): string[] => {
  const known =
    validators.get(schema) ?? new Validator({ ...schema, components: { schemas } }, '2020-12', false)
  validators.set(schema, known)
  return known.validate(value).errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
}

const headerFaults = (answer: Answer, response: Response): string[] =>
  Object.values(answer.headers).flatMap(({ $ref }) => {
    const name = $ref.slice('#/components/headers/'.length)
    const { required, schema } = headers[name] as Header
    const value = response.headers.get(name)
    if (value === null) return required ? [`${name} is missing`] : []
    return faultsOf(schema, schema.type === 'integer' ? Number(value) : value).map(
      (fault) => `${name} ${fault}`,
    )
  })

const bodyFaults = (answer: Answer, type: string | null, text: string): string[] => {
  if (answer.content === undefined) return text === '' ? [] : ['has a body']
  const content = answer.content[type?.split(';')[0] ?? '']
  if (content === undefined) return [`the content type is ${type}`]
  return faultsOf(content.schema, JSON.parse(text))
}

/**
 * Fails where an answer is not one that the document has for the operation: its status, content type, headers
 * and body. A path that no operation has is no concern of the document; a method that the path has not is
 * answered with the 405 of any of its operations.
 */
export const expectDocumented = async (method: string, path: string, response: Response): Promise<void> => {
  const operations = operationsAt(path)
  if (operations === undefined) return
  // A preflight is answered before any operation.
  if (method === 'OPTIONS' && response.status === 204) return
  const isHead = method === 'HEAD'
  const own = operations[isHead ? 'get' : method.toLowerCase()]
  const { responses } = (own ?? Object.values(operations)[0]) as Operation
  const answer = own === undefined && response.status !== 405 ? undefined : responses[response.status]
  const text = await response.clone().text()
  const faults =
    answer === undefined
      ? ['the status is not in the document']
      : [
          ...headerFaults(answer, response),
          ...(isHead ? [] : bodyFaults(answer, response.headers.get('Content-Type'), text)),
        ]
  if (faults.length > 0) {
    throw new Error(
      `${method} ${path}: ${response.status} is not as documented: ${faults.join('; ')}\n${text}`,
    )
  }
}
