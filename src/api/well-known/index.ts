// /.well-known: what others need to verify the service's own tokens.
import { routeGroup } from '../operation.ts'
import { getJwks } from './get-jwks.ts'

export const wellKnown = routeGroup('/.well-known', [], [getJwks])
