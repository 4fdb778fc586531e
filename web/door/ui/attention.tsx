// What somebody must look at. Loaded with the dialogs.
import { OnDemand } from './on-demand.tsx'

/** The end of the phone, conflicts, and check-ins that the service rejects. */
export const Attention = () => <OnDemand>{({ Problems }) => <Problems />}</OnDemand>

/** Unsent check-ins of other people and phones. */
export const OthersUnsent = () => <OnDemand>{({ UnsentOfOthers }) => <UnsentOfOthers />}</OnDemand>
