// /api: for monitors, without a token.
import { routeGroup } from '../operation.ts'
import { getHealth } from './get-health.ts'

export const health = routeGroup('/api', [], [getHealth])
