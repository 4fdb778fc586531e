// What is not on the screen at first, as one part of the page.
export { AddGuestForm } from './add-guest-form.tsx'
export { ConflictDialog, RejectedDialog, UnreadableDialog } from './attention-dialogs.tsx'
export { ConnectDialog } from './connect-dialog.tsx'
export { PlaceBar } from './place-bar.tsx'
export { ScanMode } from './scan-mode.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
export { TicketDialog } from './ticket-dialog.tsx'
