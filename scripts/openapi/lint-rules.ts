// The rules that the OpenAPI document must follow: the official schema, and what that schema cannot express.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Record<string, unknown>
type Content = Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>
type Parameter = { name: string; in: string; $ref?: string }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type OpenApiDocument = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> }
}

/** Formats that the document may use. The test suite checks the values; here an unknown name is a fault. */
const FORMATS = ['date-time', 'duration', 'int32', 'uri-reference', 'uuid']

/** The values of every `$ref` in a part of the document. */
const findReferences = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : findReferences(value),
  )
}

/** Every component is used. */
const lintComponents = (document: OpenApiDocument): string[] => {
  const used = new Set(findReferences(document))
  const defined = Object.entries(document.components).flatMap(([kind, components]) =>
    kind === 'securitySchemes' ? [] : Object.keys(components).map((name) => `#/components/${kind}/${name}`),
  )
  return defined.filter((name) => !used.has(name)).map((name) => `${name} is never used`)
}

const hasStatus = ({ responses }: Operation, firstDigit: string): boolean =>
  Object.keys(responses).some((status) => status.startsWith(firstDigit))

const lintOperation = (path: string, operation: Operation, tags: string[]): string[] => {
  const { operationId, summary, parameters = [] } = operation
  const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const checks: [boolean, string][] = [
    [operationId !== undefined, 'has no operationId'],
    [summary !== undefined, 'has no summary'],
    [
      operation.tags?.length === 1 && operation.tags.every((tag) => tags.includes(tag)),
      'needs one known tag',
    ],
    [inTemplate.join() === inPath.join(), 'has other path parameters than its path'],
    [hasStatus(operation, '2'), 'has no successful response'],
    [hasStatus(operation, '4'), 'has no client error'],
  ]
  return checks.filter(([holds]) => !holds).map(([, fault]) => fault)
}

const lintOperations = ({ paths, tags }: OpenApiDocument): string[] => {
  const names = tags.map(({ name }) => name)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  return [
    ...operations.flatMap(({ path, method, operation }) =>
      lintOperation(path, operation, names).map((fault) => `${method} ${path}: ${fault}`),
    ),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `operationId ${id} is used twice`),
  ]
}

/** Every schema is valid JSON Schema (2020-12) without unknown keywords, and every example matches its schema. */
const lintExamples = ({ paths, components }: OpenApiDocument): string[] => {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    formats: Object.fromEntries(FORMATS.map((format) => [format, true as const])),
  })
  const lintContent = (place: string, content: Content = {}): string[] =>
    Object.values(content).flatMap(({ schema, examples = {} }) => {
      const validate = ajv.compile({ ...schema, components: { schemas: components.schemas } })
      return Object.entries(examples).flatMap(([name, { value }]) =>
        validate(value) ? [] : [`${place}: example ${name}: ${ajv.errorsText(validate.errors)}`],
      )
    })
  ajv.addKeyword('components')
  try {
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, responses }]) => [
        ...lintContent(`${method} ${path}`, requestBody?.content),
        ...Object.entries(responses).flatMap(([status, { content }]) =>
          lintContent(`${method} ${path} ${status}`, content),
        ),
      ]),
    )
  } catch (error) {
    return [`a schema is not valid: ${(error as Error).message}`]
  }
}

/** One sentence for each fault of the document. */
export const lintDocument = async (document: OpenApiDocument): Promise<string[]> => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  if (!valid) return [`not valid OpenAPI: ${JSON.stringify(errors)}`]
  return [...lintComponents(document), ...lintOperations(document), ...lintExamples(document)]
}
