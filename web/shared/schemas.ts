// The JSON types of the API, named as in the OpenAPI document. Modules without browser APIs use them too.
import type { components } from './generated/api-types.ts'

export type Schemas = components['schemas']
