// Checks on a body before it is parsed.
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../errors.ts'
import type { AppEnv } from './context.ts'

/** Fits a description of 10,000 four-byte characters. */
const MAX_BODY_BYTES = 64 * 1024

const requireType = (c: Context<AppEnv>, expected: string): void => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== expected)
    throw new AppError('unsupported_media_type', `Send the body as Content-Type: ${expected}.`)
}

const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('payload_too_large', `The body must not exceed ${maxSize / 1024} KiB.`)
    },
  })

/** Receives the whole body. An interrupted upload is the client's error. */
const receiveBody = async (c: Context<AppEnv>, maxBytes: number): Promise<ArrayBuffer> => {
  let body = new ArrayBuffer()
  try {
    await limitBody(maxBytes)(c, async () => {
      body = await c.req.arrayBuffer()
    })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', { message: 'The body was cut short.', cause })
  }
  return body
}

/** A lenient decoder would replace invalid bytes with U+FFFD, which would be stored. */
const requireUtf8 = (body: ArrayBuffer, form: string): void => {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new AppError('invalid_request', `The body is not ${form} in UTF-8.`)
  }
}

/**
 * Receives a body of `application/json` in UTF-8. Hono keeps it for the validator, which reads none as `{}`.
 *
 * @throws AppError `unsupported_media_type`, `payload_too_large`, or `invalid_request` for an interrupted
 *   upload or invalid UTF-8
 */
export const receiveJson = async (
  c: Context<AppEnv>,
  maxBytes = MAX_BODY_BYTES,
  isOptional = false,
): Promise<void> => {
  const isAbsent = isOptional && c.req.header('Content-Type') === undefined
  if (isAbsent && (await receiveBody(c, maxBytes)).byteLength === 0) return
  requireType(c, 'application/json')
  requireUtf8(await receiveBody(c, maxBytes), 'JSON')
}

/** Receives a form as {@link receiveJson} receives JSON. */
export const receiveForm = async (c: Context<AppEnv>, maxBytes = MAX_BODY_BYTES): Promise<void> => {
  requireType(c, 'application/x-www-form-urlencoded')
  requireUtf8(await receiveBody(c, maxBytes), 'a form')
}
