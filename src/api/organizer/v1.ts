// /api/organizer/v1: for the organizer dashboard.
import { Hono } from 'hono'
import { guard } from '../auth/guard.ts'
import type { AppEnv } from '../context.ts'

export const organizerV1 = new Hono<AppEnv>().use(guard)
