// The guest list that a guest is on, and the note, on the card and in the ticket.
import { texts } from '../texts.ts'
import { ticketById } from './search-view.ts'

export const GuestNote = ({ id }: { id: string }) => {
  const { note, flag, list } = ticketById(id) ?? {}
  return (
    <>
      {list && (
        <p class="help" dir="auto">
          {texts.listOf(list)}
        </p>
      )}
      {note && (
        <p class={`note ${flag ?? ''}`} dir="auto">
          {note}
        </p>
      )}
    </>
  )
}
