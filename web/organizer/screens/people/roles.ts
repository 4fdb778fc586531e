// Who may give which role.
import type { Schemas } from '../../../shared/schemas.ts'
import type { Organizer } from '../../data/organizers.ts'

export type Role = Schemas['Member']['role']

const ROLES: readonly Role[] = ['owner', 'manager', 'staff']
/** Managers give and take the role of staff only. */
export const rolesFor = (role: Organizer['role']): readonly Role[] => (role === 'owner' ? ROLES : ['staff'])
