// What the public may see without a token, where the deployment has switched it on.
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../errors.ts'
import type { AppEnv } from './context.ts'
import { countVisitor } from './rate-limit.ts'

/** Answers as if the path did not exist unless `PUBLIC_LISTINGS` is `on`. Counts requests by address. */
export const admitPublic: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.env.PUBLIC_LISTINGS !== 'on') throw new AppError('route_not_found')
  await countVisitor(c)
  await next()
}
