import type { ListingStatus } from '../data/types.ts'
import { texts } from '../texts.ts'

export const StatusTag = ({ status }: { status: ListingStatus }) => (
  <span class={`tag ${status}`}>{texts.statuses[status]}</span>
)
