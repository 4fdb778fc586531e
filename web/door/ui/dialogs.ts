// The dialogs that few people open, as one part of the page.
export { AddGuestForm } from './add-guest-form.tsx'
export { ConflictDialog, RejectedDialog, UnreadableDialog } from './attention-dialogs.tsx'
export { ConnectDialog } from './connect-dialog.tsx'
export { GroupDialog } from './group-dialog.tsx'
export { SettingsDialog } from './settings-dialog.tsx'
