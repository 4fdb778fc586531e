import * as z from 'zod'

/** What the health check answers while all is well. */
export const Health = z.strictObject({
  status: z.literal('ok'),
  version: z.string().meta({ description: 'Of the service, as in its changelog.' }),
})
