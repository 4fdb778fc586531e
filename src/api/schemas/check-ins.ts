// Check-ins: the batch that a device sends, and its results.
import * as z from 'zod'
import { OUTCOMES } from '../../domain/check-ins/items.ts'
import type { CheckInResult as ResultRow, SentItem } from '../../domain/check-ins/record-check-ins.ts'
import { TicketCounts, TicketStatus } from './tickets.ts'
import {
  formatNullableInstant,
  hasCharacters,
  Instant,
  instantSchema,
  strictBody,
  uuidSchema,
} from './values.ts'

const MAX_ITEMS = 100
const MAX_DEVICE_CHARACTERS = 60

const ITEMS_RULE = `must be a list of 1 to ${MAX_ITEMS} items`

const at = instantSchema
  .refine((value) => value.getTime() >= 0, 'must not be before 1970')
  .transform((value) => value.getTime())
  .meta({
    description:
      'When it happened, by the clock of the device. A time after the service’s clock is taken for now.',
  })

const CheckInItem = z
  .strictObject({
    type: z.literal('CheckIn'),
    id: uuidSchema.meta({ description: 'Made by the device. The item may be sent again under this id.' }),
    ticketId: uuidSchema,
    at,
    admitted: z.boolean('must be true or false').default(false).meta({
      description: 'True if the person has been let in already, false to ask whether to let them in.',
    }),
  })
  .meta({ description: 'Checks a ticket in, or reports that somebody was let in.' })

const UndoItem = z
  .strictObject({
    type: z.literal('Undo'),
    id: uuidSchema.meta({ description: 'Made by the device, and another than that of the check-in.' }),
    checkInId: uuidSchema.meta({ description: 'The check-in to undo. It may arrive later than its undo.' }),
    at,
  })
  .meta({ description: 'Undoes a check-in of any device or person.' })

export const CheckInOrUndo = z.discriminatedUnion(
  'type',
  [CheckInItem, UndoItem],
  'must be a CheckIn or an Undo',
)

/** The index of the first item that has the id of an earlier one, but not its content. */
const findContradiction = (items: readonly SentItem[]): number => {
  const seen = new Map<string, string>()
  return items.findIndex((item) => {
    const content = JSON.stringify(item)
    const earlier = seen.get(item.id)
    seen.set(item.id, earlier ?? content)
    return earlier !== undefined && earlier !== content
  })
}

const device = z
  .string('must be text or null')
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
  .trim()
  .refine(hasCharacters(0, MAX_DEVICE_CHARACTERS), `must have at most ${MAX_DEVICE_CHARACTERS} characters`)
  .regex(/^\P{Cc}*$/u, 'must have no control characters')
  .meta({ maxLength: MAX_DEVICE_CHARACTERS })
  .nullish()
  .transform((value) => value || null)

export const CheckInBatch = strictBody({
  device: device.meta({ description: 'The name of the gate or device. Null or left out if it has none.' }),
  items: z.array(CheckInOrUndo, ITEMS_RULE).min(1, ITEMS_RULE).max(MAX_ITEMS, ITEMS_RULE),
})
  .superRefine(({ items }, context) => {
    const index = findContradiction(items)
    if (index === -1) return
    context.addIssue({
      code: 'custom',
      path: ['items', index, 'id'],
      message: 'is the id of an earlier item with different content',
    })
  })
  .meta({
    description: 'Check-ins and undos, which take effect in their order. Either all are recorded or none.',
  })

export const CheckInOutcome = z.enum(OUTCOMES)

const CheckedTicket = z.strictObject({ id: z.uuid(), status: TicketStatus, checkedInAt: Instant.nullable() })

export const CheckInResult = z.strictObject({
  id: z.uuid(),
  outcome: CheckInOutcome,
  ticket: CheckedTicket.nullable().meta({
    description: 'The ticket after the batch. Null if the session has no such ticket.',
  }),
  earlier: z.strictObject({ at: Instant.nullable(), device: z.string().nullable() }).nullable().meta({
    description:
      'Of an `AlreadyCheckedIn`: when and by which device the ticket had been checked in. The device is null if another part of the platform did it, and the time is null if that part gave none.',
  }),
})

export const CheckInResults = z.strictObject({
  results: z.array(CheckInResult).meta({ description: 'One for each item, in their order.' }),
  counts: TicketCounts.meta({ description: 'The session’s tickets after the batch.' }),
})

export const serializeResult = ({
  id,
  outcome,
  ticket,
  earlier,
}: ResultRow): z.infer<typeof CheckInResult> => ({
  id,
  outcome,
  ticket: ticket && { ...ticket, checkedInAt: formatNullableInstant(ticket.checkedInAt) },
  earlier: earlier && { at: formatNullableInstant(earlier.at), device: earlier.device },
})
