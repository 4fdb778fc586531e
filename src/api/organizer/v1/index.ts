// /api/organizer/v1: for the organizer's console.
import { authenticate } from '../../auth/authenticate.ts'
import { routeGroup } from '../../operation.ts'
import { bulkUpdateSessions } from './bulk-update-sessions.ts'
import { connectDeviceAgain } from './connect-device-again.ts'
import { createDevice } from './create-device.ts'
import { createEvent } from './create-event.ts'
import { createInvitation } from './create-invitation.ts'
import { createOrganizer } from './create-organizer.ts'
import { createProgram } from './create-program.ts'
import { createSeries } from './create-series.ts'
import { createSessions } from './create-sessions.ts'
import { createTicketType } from './create-ticket-type.ts'
import { createTickets } from './create-tickets.ts'
import { createVenue } from './create-venue.ts'
import { deleteDevice } from './delete-device.ts'
import { deleteEvent } from './delete-event.ts'
import { deleteInvitation } from './delete-invitation.ts'
import { deleteProgram } from './delete-program.ts'
import { deleteSeries } from './delete-series.ts'
import { deleteSession } from './delete-session.ts'
import { deleteTicket } from './delete-ticket.ts'
import { deleteTicketType } from './delete-ticket-type.ts'
import { deleteVenue } from './delete-venue.ts'
import { downloadTickets } from './download-tickets.ts'
import { getDevice } from './get-device.ts'
import { getEvent } from './get-event.ts'
import { getInvitation } from './get-invitation.ts'
import { getOrganizerListing } from './get-listing.ts'
import { getManagedSession } from './get-managed-session.ts'
import { getOrganizer } from './get-organizer.ts'
import { getProgram } from './get-program.ts'
import { getSeries } from './get-series.ts'
import { getTicket } from './get-ticket.ts'
import { getTicketType } from './get-ticket-type.ts'
import { getVenue } from './get-venue.ts'
import { importTickets } from './import-tickets.ts'
import { listDevices } from './list-devices.ts'
import { listEventSessions } from './list-event-sessions.ts'
import { listEvents } from './list-events.ts'
import { listInvitations } from './list-invitations.ts'
import { listListings } from './list-listings.ts'
import { listMembers } from './list-members.ts'
import { listOrganizerHistory } from './list-organizer-history.ts'
import { listOrganizers } from './list-organizers.ts'
import { listPrograms } from './list-programs.ts'
import { listSeriesHistory } from './list-series-history.ts'
import { listSeriesSessions } from './list-series-sessions.ts'
import { listTicketTypes } from './list-ticket-types.ts'
import { listVenues } from './list-venues.ts'
import { previewBulkUpdate } from './preview-bulk-update.ts'
import { previewImport } from './preview-import.ts'
import { previewRevert } from './preview-revert.ts'
import { putMember } from './put-member.ts'
import { removeMember } from './remove-member.ts'
import { renewTicketCode } from './renew-ticket-code.ts'
import { revertChange } from './revert.ts'
import { revertImport } from './revert-import.ts'
import { updateCheckIn } from './update-check-in.ts'
import { updateEvent } from './update-event.ts'
import { updateOrganizer } from './update-organizer.ts'
import { updateSeries } from './update-series.ts'
import { updateSession } from './update-session.ts'
import { updateTicket } from './update-ticket.ts'
import { updateTicketType } from './update-ticket-type.ts'
import { updateVenue } from './update-venue.ts'

export const organizerV1 = routeGroup(
  '/api/organizer/v1',
  [authenticate],
  [
    listOrganizers,
    createOrganizer,
    getOrganizer,
    updateOrganizer,
    listMembers,
    putMember,
    removeMember,
    listInvitations,
    createInvitation,
    getInvitation,
    deleteInvitation,
    listDevices,
    createDevice,
    getDevice,
    connectDeviceAgain,
    deleteDevice,
    listPrograms,
    createProgram,
    getProgram,
    deleteProgram,
    listOrganizerHistory,
    listEvents,
    createEvent,
    getEvent,
    updateEvent,
    deleteEvent,
    listTicketTypes,
    createTicketType,
    getTicketType,
    updateTicketType,
    deleteTicketType,
    listEventSessions,
    createSessions,
    getManagedSession,
    updateSession,
    deleteSession,
    createTickets,
    getTicket,
    updateTicket,
    renewTicketCode,
    deleteTicket,
    previewImport,
    importTickets,
    revertImport,
    downloadTickets,
    updateCheckIn,
    listVenues,
    createVenue,
    getVenue,
    updateVenue,
    deleteVenue,
    listListings,
    getOrganizerListing,
    createSeries,
    getSeries,
    updateSeries,
    deleteSeries,
    listSeriesSessions,
    bulkUpdateSessions,
    previewBulkUpdate,
    listSeriesHistory,
    previewRevert,
    revertChange,
  ],
)
