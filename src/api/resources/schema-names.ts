// Schemas with a name in the OpenAPI document: `schema.register(responseSchemas, { id: 'Ticket' })`.
import * as z from 'zod'

export const responseSchemas = z.registry<{ id: string }>()
export const requestSchemas = z.registry<{ id: string }>()
