// What is not on the screen at first, as one part of the page.
import { furtherTexts } from '../../../src/domain/tickets/further-texts.ts'
import { takeFurther } from '../core/codes.ts'
import { overwriteSent } from './overwrite-sent.ts'

export { AddGuest } from './add-guest.tsx'
export { Beside } from './beside.tsx'
export { ChangeRole } from './change-role.tsx'
export { ConnectDialog } from './connect-dialog.tsx'
export { EarlierSessions } from './earlier-sessions.tsx'
export { HeadNotices } from './head-notices.tsx'
export { Idle } from './idle.tsx'
export { Kiosk } from './kiosk.tsx'
export { NotFound } from './not-found.tsx'
export { PlaceBar } from './place-bar.tsx'
export { Problems } from './problems.tsx'
export { Recent } from './recent.tsx'
export { AboveSearch, Rest } from './rest.tsx'
export { Said } from './said.tsx'
export { ScanMode } from './scan-mode.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
export { TicketDialog } from './ticket-dialog.tsx'

takeFurther(furtherTexts)
overwriteSent()
