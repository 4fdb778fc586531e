import { EVENT } from '../../../domain/resources/definitions.ts'
import { countGuard, MAX_IN_EVENT } from '../../../domain/resources/limits.ts'
import { listAreas } from '../../../domain/resources/managed-lists.ts'
import { nameGuards } from '../../../domain/resources/unique-names.ts'
import { nameCursors } from '../../pagination/page.ts'
import { area } from '../../resources/area.ts'
import { capacitySchema } from '../../resources/bulk-update.ts'
import { event, eventParams } from '../../resources/event.ts'
import { requestSchemas } from '../../resources/schema-names.ts'
import { changeBody, nameSchema, newId, strictBody } from '../../resources/values.ts'
import { listBelowOperation } from './list-operation.ts'
import { changeOperation, createOperation, deleteOperation, readOperation } from './resource-operations.ts'

const capacity = capacitySchema.nullable()

export const areaOperations = [
  listBelowOperation('listAreas', area, event, {
    path: '/events/:eventId/areas',
    description: 'Sorted by name. The venue itself is not listed.',
    pageName: 'AreaPage',
    cursors: nameCursors,
    list: listAreas,
  }),
  createOperation('createArea', area, {
    path: '/events/:eventId/areas',
    params: eventParams,
    parent: EVENT,
    parentId: ({ params }) => params.eventId,
    values: ({ eventId }) => ({ eventId }),
    guards: (_, body) => [countGuard('areas'), ...nameGuards('areas', body, 'new')],
    description: `An area is a place within the venue. Areas may overlap. An event can have ${MAX_IN_EVENT.areas}.`,
    errors: { limit_reached: true, name_taken: true },
    body: strictBody({ id: newId, name: nameSchema, capacity: capacity.exactOptional() }).register(
      requestSchemas,
      {
        id: 'NewArea',
      },
    ),
    bodyExamples: { area: { summary: 'An area', value: { name: 'Floor', capacity: 350 } } },
  }),
  readOperation('getArea', area),
  changeOperation('updateArea', area, {
    guards: (body) => nameGuards('areas', body, 'changed'),
    errors: { name_taken: true },
    body: changeBody({ name: nameSchema.exactOptional(), capacity: capacity.exactOptional() }).register(
      requestSchemas,
      { id: 'AreaChange' },
    ),
    bodyExamples: { capacity: { summary: 'A new capacity', value: { capacity: 300 } } },
  }),
  deleteOperation('deleteArea', area),
]
