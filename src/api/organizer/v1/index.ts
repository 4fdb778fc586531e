// For the organizer's console.
import { authenticate } from '../../auth/authenticate.ts'
import { routeGroup } from '../../operation.ts'
import { areaOperations } from './areas.ts'
import { bulkUpdateOperations } from './bulk-update.ts'
import { checkInOperations } from './check-ins.ts'
import { deviceOperations } from './devices.ts'
import { eraseOperations } from './erase.ts'
import { eventOperations } from './events.ts'
import { feedOperations } from './feed.ts'
import { guestListOperations } from './guest-lists.ts'
import { historyOperations } from './history.ts'
import { importOperations } from './imports.ts'
import { invitationOperations } from './invitations.ts'
import { listingOperations } from './listings.ts'
import { memberOperations } from './members.ts'
import { organizerOperations } from './organizers.ts'
import { programOperations } from './programs.ts'
import { searchOperations } from './search.ts'
import { seriesOperations } from './series.ts'
import { sessionOperations } from './sessions.ts'
import { sourceOperations } from './sources.ts'
import { ticketTypeOperations } from './ticket-types.ts'
import { ticketOperations } from './tickets.ts'
import { venueOperations } from './venues.ts'
import { webhookOperations } from './webhooks.ts'

export const organizerV1 = routeGroup(
  '/api/organizer/v1',
  [authenticate],
  [
    ...organizerOperations,
    ...memberOperations,
    ...invitationOperations,
    ...deviceOperations,
    ...programOperations,
    ...feedOperations,
    ...webhookOperations,
    ...historyOperations,
    ...eventOperations,
    ...areaOperations,
    ...ticketTypeOperations,
    ...sessionOperations,
    ...ticketOperations,
    ...searchOperations,
    ...eraseOperations,
    ...importOperations,
    ...sourceOperations,
    ...bulkUpdateOperations,
    ...guestListOperations,
    ...checkInOperations,
    ...venueOperations,
    ...listingOperations,
    ...seriesOperations,
  ],
)
