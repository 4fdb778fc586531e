// What those who have the link of a guest list may do, without an account.
import type { Context } from 'hono'
import * as z from 'zod'
import { addEntries } from '../../domain/guest-lists/add-entries.ts'
import { changeEntry, removeEntry } from '../../domain/guest-lists/change-entries.ts'
import { MAX_PLUS_ONES, MAX_QUOTA } from '../../domain/guest-lists/guest-list.ts'
import { inspectList, type LinkedList } from '../../domain/guest-lists/linked-list.ts'
import { hashOf } from '../../domain/secrets.ts'
import { type AppEnv, requestOf } from '../http/context.ts'
import { countAs, limitGuesses, tooManyGuesses } from '../http/rate-limit.ts'
import { operation } from '../operation.ts'
import { TimeZone } from '../resources/event.ts'
import { EXAMPLE_CODE } from '../resources/examples.ts'
import { requestSchemas, responseSchemas } from '../resources/schema-names.ts'
import { noteSchema } from '../resources/ticket-type.ts'
import {
  changeBody,
  guestName,
  Instant,
  lineSchema,
  linkCode,
  serializer,
  strictBody,
  uuidSchema,
} from '../resources/values.ts'

const count = z.int().min(0)

const List = z
  .strictObject({
    name: z.string(),
    eventName: z.string(),
    startsAt: Instant,
    timeZone: TimeZone,
    venueName: z.string().nullable(),
    closesAt: Instant,
    isOpen: z.boolean().meta({ description: 'Whether entries can be added and changed now.' }),
    quota: z.int().min(1).max(MAX_QUOTA),
    used: count.meta({
      description: 'Persons on the list. May exceed `quota`, because managers may add guests.',
    }),
    maxPlusOnes: z.int().min(0).max(MAX_PLUS_ONES).meta({ description: 'Companions of an entry.' }),
    showArrivals: z.boolean(),
  })
  .register(responseSchemas, { id: 'LinkedList' })

const Entry = z
  .strictObject({
    id: z.uuid(),
    name: z.string().nullable().meta({ description: 'Null once the guest was erased.' }),
    plusOnes: count,
    note: z.string().nullable(),
    arrived: count.nullable().meta({ description: 'Persons who have arrived. Null without `showArrivals`.' }),
  })
  .register(responseSchemas, { id: 'ListEntry' })

const ListView = z
  .strictObject({ list: List, entries: z.array(Entry) })
  .register(responseSchemas, { id: 'ListView' })

const serialize = serializer(List)

const serializeList = (list: LinkedList): z.infer<typeof List> =>
  serialize({ ...list, isOpen: list.isOpen === 1, showArrivals: list.showArrivals === 1 })

const exampleList: z.infer<typeof List> = {
  name: 'DJ Tom',
  eventName: 'Northlight Nights',
  startsAt: '2026-06-19T18:30:00.000Z',
  timeZone: 'Europe/Berlin',
  venueName: 'Glass Hall',
  closesAt: '2026-06-19T17:30:00.000Z',
  isOpen: true,
  quota: 20,
  used: 3,
  maxPlusOnes: 3,
  showArrivals: true,
}

const ENTRY_ID = '2b6f1d7c-7a51-4f0e-9c1d-5e8a3b9f6c42'

const exampleEntry: z.infer<typeof Entry> = {
  id: ENTRY_ID,
  name: 'Ana García',
  plusOnes: 2,
  note: null,
  arrived: 0,
}

const view = (description: string) => ({
  description,
  body: ListView,
  examples: { list: { summary: 'A list', value: { list: exampleList, entries: [exampleEntry] } } },
})

const PLUS_ONES_RULE = `must be a whole number from 0 to ${MAX_PLUS_ONES}`
const plusOnes = z.int(PLUS_ONES_RULE).min(0, PLUS_ONES_RULE).max(MAX_PLUS_ONES, PLUS_ONES_RULE)
const email = lineSchema(200).nullable()

const MAX_ENTRIES = 100
const COUNT_RULE = `must be a list of 1 to ${MAX_ENTRIES} entries`
/** Two names, an address and notes of the longest, in the longest characters, for each entry. */
const MAX_BODY_BYTES = 512 * 1024

const entryId = uuidSchema.meta({
  description: 'Chosen by the client, so that the call can be repeated. One that was removed stays removed.',
})

/**
 * Counts wrong codes under the address, and each list’s requests under its code. What it answers is for those
 * who have the link alone.
 */
const byLink = async <Result>(
  c: Context<AppEnv>,
  code: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  c.header('Cache-Control', 'no-store')
  return limitGuesses(c, async () => {
    await countAs(c, `list ${await hashOf(code)}`)
    return work()
  })
}

const common = { tag: 'Guest lists', method: 'POST' as const, access: 'public' as const }

const errors = { guest_list_not_found: true, ...tooManyGuesses } as const

export const linkedListOperations = [
  operation({
    ...common,
    id: 'inspectGuestList',
    path: '/lists/inspect',
    summary: 'Read a guest list by its link',
    description: 'The entries are those of this list alone, oldest first.',
    isRead: true,
    body: strictBody({ code: linkCode }).register(requestSchemas, { id: 'ListCode' }),
    bodyExamples: { code: { summary: 'The code of a link', value: { code: EXAMPLE_CODE } } },
    response: view('The list and its entries.'),
    errors,
    handle: (c, { body: { code } }) =>
      byLink(c, code, async () => {
        const { list, entries } = await inspectList(c.get('db'), code, new Date())
        return {
          list: serializeList(list),
          entries: entries.map(({ id, name, plusOnes, note, arrived }) => ({
            ...{ id, name, plusOnes, note },
            arrived: list.showArrivals === 1 ? arrived : null,
          })),
        }
      }),
  }),
  operation({
    ...common,
    id: 'addListEntries',
    path: '/lists/entries',
    summary: 'Add entries to a guest list by its link',
    description:
      'All or none, until the list closes. A repeat gets the same response and adds nothing, even if an entry was removed since. In all, a list takes ten times its quota of entries.',
    body: strictBody({
      code: linkCode,
      entries: z
        .array(
          z.strictObject({
            id: entryId,
            name: guestName,
            plusOnes: plusOnes.exactOptional().meta({ description: 'Companions; 0 by default.' }),
            email: email.exactOptional(),
            note: noteSchema.exactOptional().meta({ description: 'For door staff.' }),
          }),
          COUNT_RULE,
        )
        .min(1, COUNT_RULE)
        .max(MAX_ENTRIES, COUNT_RULE)
        .refine(
          (entries) => new Set(entries.map(({ id }) => id)).size === entries.length,
          'must have different ids',
        ),
    }).register(requestSchemas, { id: 'NewListEntries' }),
    maxBodyBytes: MAX_BODY_BYTES,
    bodyExamples: {
      two: {
        summary: 'A guest with two companions',
        value: { code: EXAMPLE_CODE, entries: [{ id: ENTRY_ID, name: 'Ana García', plusOnes: 2 }] },
      },
    },
    response: view('The list, and the entries of the request.'),
    errors: { ...errors, id_taken: true, list_full: true, list_closed: true, limit_reached: true },
    handle: (c, { body: { code, entries } }) =>
      byLink(c, code, async () => {
        const given = entries.map(({ plusOnes = 0, email = null, note = null, ...entry }) => ({
          ...{ ...entry, plusOnes, email, note },
        }))
        const list = await addEntries(c.get('db'), requestOf(c), code, given)
        const arrived = list.showArrivals === 1 ? 0 : null
        return {
          list: serializeList(list),
          entries: given.map(({ id, name, plusOnes, note }) => ({ id, name, plusOnes, note, arrived })),
        }
      }),
  }),
  operation({
    ...common,
    id: 'changeListEntry',
    path: '/lists/entries/change',
    summary: 'Change an entry of a guest list by its link',
    description:
      'Until the list closes, and while nobody of the entry has arrived and no manager has changed it.',
    body: changeBody(
      {
        name: guestName.exactOptional(),
        plusOnes: plusOnes.exactOptional(),
        email: email.exactOptional(),
        note: noteSchema.exactOptional(),
      },
      { code: linkCode, id: entryId },
    ).register(requestSchemas, { id: 'ListEntryChange' }),
    bodyExamples: {
      one: { summary: 'One companion', value: { code: EXAMPLE_CODE, id: ENTRY_ID, plusOnes: 1 } },
    },
    response: {
      description: 'The list.',
      body: z.strictObject({ list: List }).register(responseSchemas, { id: 'ChangedList' }),
      examples: { list: { summary: 'The list', value: { list: exampleList } } },
    },
    errors: {
      ...errors,
      entry_not_found: true,
      list_closed: true,
      in_use: 'Somebody of the entry has arrived, or a manager has changed it. Nothing was changed.',
      list_full: true,
      limit_reached: true,
    },
    handle: (c, { body: { code, ...change } }) =>
      byLink(c, code, async () => ({
        list: serializeList(await changeEntry(c.get('db'), requestOf(c), code, change)),
      })),
  }),
  operation({
    ...common,
    id: 'removeListEntry',
    path: '/lists/entries/remove',
    summary: 'Remove an entry from a guest list by its link',
    description:
      'Voids its tickets and frees its places. Until the list closes, and while nobody of the entry has arrived and no manager has changed it. A repeat gets the same response.',
    body: strictBody({ code: linkCode, id: entryId }).register(requestSchemas, { id: 'ListEntryRemoval' }),
    bodyExamples: { one: { summary: 'An entry', value: { code: EXAMPLE_CODE, id: ENTRY_ID } } },
    response: {
      description: 'The list.',
      body: z.strictObject({ list: List }).register(responseSchemas, { id: 'ListAfterRemoval' }),
      examples: { list: { summary: 'The list', value: { list: exampleList } } },
    },
    errors: {
      ...errors,
      entry_not_found: true,
      list_closed: true,
      in_use: 'Somebody of the entry has arrived, or a manager has changed it. Nothing was changed.',
    },
    handle: (c, { body: { code, id } }) =>
      byLink(c, code, async () => ({
        list: serializeList(await removeEntry(c.get('db'), requestOf(c), code, id)),
      })),
  }),
]
