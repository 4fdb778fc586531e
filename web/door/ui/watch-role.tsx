// Notices a new role on the list of sessions, where no session is followed. Loaded with the dialogs.
import { useEffect } from 'preact/hooks'
import { subject } from '../../shared/account.ts'
import { makeApi } from '../../shared/api.ts'
import { isPhone } from '../../shared/tokens.ts'
import { settings } from '../app.ts'
import { role } from '../role.ts'
import { newRole, storedSessions } from '../runtime.ts'
import { fetchChanges } from '../sync/requests.ts'

const POLL_MS = 15_000

/** Asks for the changes of one stored list: a phone without any holds nothing that a role could forbid. */
const ask = async (): Promise<void> => {
  const [entry] = storedSessions.peek().filter(({ next }) => next !== null)
  if (document.visibilityState !== 'visible' || settings === undefined || entry === undefined) return
  const query = { since: entry.next, pageSize: 1, tag: undefined }
  const reply = await fetchChanges(makeApi(settings), entry.id, query)
  const said = reply.kind === 'changes' ? reply.changes.role : reply.kind === 'error' ? reply.role : null
  if (said && said !== (role ?? 'Staff')) newRole.value = String(said)
}

export const WatchRole = () => {
  useEffect(() => {
    if (!isPhone(subject.peek())) return
    const timer = setInterval(ask, POLL_MS)
    const onVisible = (): void => void ask()
    document.addEventListener('visibilitychange', onVisible)
    void ask()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [storedSessions.value])
  return null
}
