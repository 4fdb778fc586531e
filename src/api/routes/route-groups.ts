// All operations, by path prefix.

import { organizerV1 } from '../organizer/v1/index.ts'
import { publicV1 } from '../public/v1/index.ts'
import { signInV1 } from '../sign-in/v1/index.ts'
import { v1 } from '../v1/index.ts'
import { health } from './health.ts'
import { wellKnown } from './well-known.ts'

export const ROUTE_GROUPS = [health, wellKnown, v1, signInV1, organizerV1, publicV1]
