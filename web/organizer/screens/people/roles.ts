// Who may give which role.
import type { Organizer } from '../../data/types.ts'
import type { Role } from '../../forms/access-fields.ts'

const ROLES: readonly Role[] = ['owner', 'manager', 'staff']
/** Managers give and take the role of staff only. */
export const rolesFor = (role: Organizer['role']): readonly Role[] => (role === 'owner' ? ROLES : ['staff'])
