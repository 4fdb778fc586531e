// The schemas that have a name in the OpenAPI document: `schema.register(responses, { id: 'Ticket' })`.
import * as z from 'zod'

export const responses = z.registry<{ id: string }>()
export const requests = z.registry<{ id: string }>()
