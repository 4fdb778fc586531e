// Example bodies of the operations on check-ins.
import type * as z from 'zod'
import { V1_PATH } from '../../src/api/paths.ts'
import type { CheckInBatch, CheckInResults } from '../../src/api/schemas/check-ins.ts'
import type { Admissions, CheckInPage } from '../../src/api/schemas/recorded-check-ins.ts'
import { demoId } from '../data/demo.ts'
import { type Examples, ids } from './examples.ts'

const ticketId = '9aa1093d-6f0e-4c86-9d57-0b6b3c1f2a10'
const checkInId = '019a7f3e-2b64-7cc1-8f0a-5d1e9b7c4a21'
const at = '2026-06-12T17:59:00.000Z'

export const checkInBatches: Examples<typeof CheckInBatch> = {
  ask: {
    summary: 'Harmless: asks about a ticket that does not exist',
    value: {
      device: 'Gate B',
      items: [{ type: 'CheckIn', id: checkInId, ticketId: demoId('ff'), at, admitted: false }],
    },
  },
  admitted: {
    summary: 'Records that somebody was let in, and takes another check-in back',
    value: {
      device: 'Gate B',
      items: [
        { type: 'CheckIn', id: '019a7f3e-2b65-7a10-9c33-1f2e3d4c5b6a', ticketId, at, admitted: true },
        { type: 'Undo', id: '019a7f3e-2b66-7d05-b1c2-9a8b7c6d5e4f', checkInId, at },
      ],
    },
  },
}

const counts = { Valid: 15, CheckedIn: 39, Refunded: 4, Voided: 2 }

export const checkInResults: Record<string, { summary: string; value: z.infer<typeof CheckInResults> }> = {
  checkedIn: {
    summary: 'Checked in',
    value: {
      results: [
        {
          id: checkInId,
          outcome: 'CheckedIn',
          ticket: { id: ticketId, status: 'CheckedIn', checkedInAt: at },
          earlier: null,
        },
      ],
      counts,
    },
  },
  already: {
    summary: 'Checked in already, and an unknown ticket',
    value: {
      results: [
        {
          id: '019a7f3e-2b65-7a10-9c33-1f2e3d4c5b6a',
          outcome: 'AlreadyCheckedIn',
          ticket: { id: ticketId, status: 'CheckedIn', checkedInAt: at },
          earlier: { at, device: 'Gate A' },
        },
        {
          id: '019a7f3e-2b67-7e21-a4d5-0c1b2a394857',
          outcome: 'UnknownTicket',
          ticket: null,
          earlier: null,
        },
      ],
      counts,
    },
  },
}

const checkInsPath = `${V1_PATH}/sessions/${ids.sessionId}/check-ins`

export const checkInPage: z.infer<typeof CheckInPage> = {
  data: [
    {
      id: checkInId,
      ticketId,
      ticketNumber: 'NL006-000384',
      attendeeName: 'Mélodie Garcia',
      at,
      receivedAt: '2026-06-12T17:59:02.481Z',
      device: 'Gate B',
      by: 'door',
      admitted: true,
      outcome: 'AlreadyCheckedIn',
      undoneAt: null,
      undoneBy: null,
    },
  ],
  links: {
    self: `${checkInsPath}?problem=true&pageSize=1`,
    next: `${checkInsPath}?problem=true&pageSize=1&cursor=WyJVaFh`,
  },
}

export const admissions: z.infer<typeof Admissions> = {
  data: [
    { from: '2026-06-12T17:55:00.000Z', device: 'Gate A', count: 31 },
    { from: '2026-06-12T17:55:00.000Z', device: 'Gate B', count: 28 },
  ],
}
