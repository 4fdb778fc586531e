// Shown instead of the page, whose names the phone may no longer show, until it starts again.
import { useEffect } from 'preact/hooks'
import { Starting } from '../../shared/entrance.tsx'
import { changeRole } from '../change-role.ts'
import { newRole } from '../runtime.ts'

export const ChangeRole = () => {
  useEffect(() => void changeRole(newRole.value), [])
  return <Starting />
}
