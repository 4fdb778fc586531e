// Every operation of the API, by version prefix.
import { organizerV1 } from './organizer/v1/index.ts'
import { service } from './service/index.ts'
import { v1 } from './v1/index.ts'

export const ROUTE_GROUPS = [service, v1, organizerV1]
