import type { ListingStatus } from '../data/types.ts'
import { texts } from '../texts.ts'

const LOOKS = { Draft: 'warn', Published: 'good', Cancelled: 'bad', Unpublished: '', Archived: '' } as const

export const StatusTag = ({ status }: { status: ListingStatus }) => (
  <span class={`tag ${LOOKS[status]}`}>{texts.statuses[status]}</span>
)
