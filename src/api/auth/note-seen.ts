// Notes when a phone was last seen, so that an organizer finds a phone that has lost its network.
import type { Context } from 'hono'
import { openDatabase } from '../../db/client.ts'
import { noteSeen } from '../../domain/sign-in/devices.ts'
import { deviceOf } from '../../domain/sign-in/subjects.ts'
import type { AppEnv } from '../http/context.ts'

const PERIOD_MS = 60_000

/** When this isolate last noted each phone. */
const noted = new Map<string, number>()
const MAX_NOTED = 10_000

/** Writes after the response, once a minute and isolate. A write that fails is made up for a minute later. */
export const noteDevice = (c: Context<AppEnv>): void => {
  const device = deviceOf(c.get('subject'))
  const now = Date.now()
  if (device === undefined || now - (noted.get(device) ?? 0) < PERIOD_MS) return
  if (noted.size >= MAX_NOTED) noted.clear()
  noted.set(device, now)
  const db = openDatabase(c.env.DB, undefined)
  c.executionCtx.waitUntil(noteSeen(db, device, now).catch(() => undefined))
}
