import { AppError } from '../../../errors.ts'
import { operation } from '../../operation.ts'

export const createOrganizer = operation({
  id: 'createOrganizer',
  method: 'POST',
  path: '/organizers',
  tag: 'Organizers',
  summary: 'Refused: organizers are created by the operator',
  description: 'The operator creates them with `npm run organizer`.',
  access: 'subject',
  response: { description: 'Never.' },
  errors: { forbidden: 'The operator of the service creates organizers.' },
  handle: () => {
    throw new AppError('forbidden', 'The operator of the service creates organizers.')
  },
})
