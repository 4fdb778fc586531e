// Responses that are made while they are sent.
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/**
 * Sends text as it is made. An error breaks the connection, because the status has been sent. `streamed`
 * resolves at the end, with the error if there was one.
 */
export const respondWithStream = (c: Context<AppEnv>, parts: AsyncGenerator<string>): Response => {
  // The response to a HEAD has no body that anybody would read.
  if (c.req.method === 'HEAD') return c.body(null)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  c.set('streamed', promise)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await parts.next()
          if (value !== undefined) controller.enqueue(encoder.encode(value))
          if (!done) return
          controller.close()
          resolve(undefined)
        } catch (error) {
          controller.error(error)
          resolve(error)
        }
      },
      cancel: () => resolve(undefined),
    },
    { highWaterMark: 0 },
  )
  return c.body(body)
}
