// The JSON values of the API, by the names of the OpenAPI document. Types alone: rules without browser APIs use them too.
import type { components } from './generated/api-types.ts'

export type Schemas = components['schemas']
