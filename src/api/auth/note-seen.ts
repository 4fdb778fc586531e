// Notes when a phone was last seen and what it holds, so that an organizer finds a phone that has lost its
// network, or that nobody connects again.
import type { Context } from 'hono'
import { openDatabase } from '../../db/client.ts'
import { perDatabase } from '../../db/databases.ts'
import { noteSeen } from '../../domain/sign-in/devices.ts'
import { deviceOf } from '../../domain/sign-in/subjects.ts'
import type { AppEnv } from '../http/context.ts'

const PERIOD_MS = 60_000

/** When this isolate last noted each phone, and how many unsent check-ins. */
const notedAt = perDatabase(() => new Map<string, { at: number; unsent: number }>())
const MAX_NOTED = 10_000

/** How many check-ins a phone says that it could not send yet. A phone without any says nothing. */
export const readUnsent = (c: Context<AppEnv>): number => {
  const said = c.req.header('X-Unsent') ?? ''
  return /^\d{1,6}$/.test(said) ? Number(said) : 0
}

/**
 * Writes after the response, once a minute and isolate, and when the number of unsent check-ins changes. A
 * write that fails is made up for a minute later.
 */
export const noteDevice = (c: Context<AppEnv>): void => {
  const device = deviceOf(c.get('subject'))
  if (device === undefined) return
  const at = Date.now()
  const unsent = readUnsent(c)
  const noted = notedAt(c.get('db').binding)
  const last = noted.get(device)
  if (last !== undefined && at - last.at < PERIOD_MS && last.unsent === unsent) return
  if (noted.size >= MAX_NOTED) noted.clear()
  noted.set(device, { at, unsent })
  const db = openDatabase(c.env, undefined)
  c.executionCtx.waitUntil(noteSeen(db, device, at, unsent).catch(() => undefined))
}
