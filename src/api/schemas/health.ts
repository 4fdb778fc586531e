import * as z from 'zod'

/** The response of the health check while the service is healthy. */
export const Health = z.strictObject({
  status: z.literal('ok'),
  version: z.string().meta({ description: 'The version of the service, as in its changelog.' }),
})
