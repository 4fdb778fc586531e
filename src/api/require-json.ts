// What must be true of a body before anybody reads it.

import { bodyLimit } from 'hono/body-limit'
import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../errors.ts'
import type { AppEnv } from './context.ts'

const MAX_BODY_BYTES = 64 * 1024

const isJson = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  }
  await next()
})

const isSmall = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new AppError('payload_too_large', 'The body must have at most 64 KiB.')
  },
})

/** A decoder that is kind would put other characters in the place of what it cannot read, and they would be stored. */
const isUtf8 = createMiddleware<AppEnv>(async (c, next) => {
  const bytes = await c.req.arrayBuffer()
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new AppError('invalid_request', 'The body is not JSON in UTF-8.')
  }
  await next()
})

/** Lets bodies of up to 64 KiB in UTF-8 that say they are JSON through; a GET or HEAD has none. */
export const requireJson = createMiddleware<AppEnv>(async (c, next) =>
  c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : every(isJson, isSmall, isUtf8)(c, next),
)
