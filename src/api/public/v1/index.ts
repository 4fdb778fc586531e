// For websites, without a token.
import { admitPublic } from '../../http/public.ts'
import { routeGroup } from '../../operation.ts'
import { publicListingOperations } from './listings.ts'

export const publicV1 = routeGroup('/api/public/v1', [], publicListingOperations, [admitPublic])
