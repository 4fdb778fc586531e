// The note about a guest, on the card and in the ticket.
import { ticketById } from './search-view.ts'

export const GuestNote = ({ id }: { id: string }) => {
  const { note = null, flag = null } = ticketById(id) ?? {}
  return note === null ? null : (
    <p class={`note ${flag ?? ''}`} dir="auto">
      {note}
    </p>
  )
}
