// The guests of a session on paper, for a door without power: alphabetical, or by ticket type.
import { useSignal } from '@preact/signals'
import { useLiveList } from '../data/live-list.ts'
import type { LiveTicket } from '../data/live-tickets.ts'
import { read, useLoad } from '../data/load.ts'
import { API } from '../data/reads.ts'
import type { Session } from '../data/types.ts'
import { formatFull, formatTime } from '../formats.ts'
import { toEvents, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Failure, Loading } from '../ui/notices.tsx'
import { defineScreen } from './screen.ts'

const nameOf = ({ attendeeName, holderEmail, ticketNumber }: LiveTicket): string =>
  attendeeName ?? holderEmail ?? ticketNumber

const byName = (a: LiveTicket, b: LiveTicket): number =>
  nameOf(a).localeCompare(nameOf(b)) || a.ticketNumber.localeCompare(b.ticketNumber)

const Guests = ({ name, tickets }: { name: string; tickets: readonly LiveTicket[] }) => (
  <table class="paper" aria-label={name}>
    <thead>
      <tr>
        <th scope="col">{texts.in}</th>
        <th scope="col">{texts.name}</th>
        <th scope="col">{texts.number}</th>
        <th scope="col">{texts.ticketType}</th>
        <th scope="col">{texts.seat}</th>
        <th scope="col">{texts.note}</th>
      </tr>
    </thead>
    <tbody>
      {tickets.map((ticket) => (
        <tr key={ticket.id}>
          <td>{ticket.checkedInAt === null ? '☐' : formatTime(ticket.checkedInAt)}</td>
          <th scope="row">
            <bdi>{nameOf(ticket)}</bdi>
          </th>
          <td>{ticket.ticketNumber}</td>
          <td>
            <bdi>{ticket.ticketTypeName}</bdi>
          </td>
          <td>{ticket.seatLabel}</td>
          <td>{ticket.note}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const List = ({ sessionId }: { sessionId: string }) => {
  const { tickets, failed } = useLiveList(sessionId)
  const order = useSignal<'name' | 'type'>('name')
  if (tickets.value === undefined) {
    return failed.value === undefined ? <Loading /> : <Failure failed={failed.value} />
  }
  // Whoever was refunded has no place on a list of guests.
  const shown = tickets.value
    .filter(({ status }) => status === 'Valid' || status === 'CheckedIn')
    .sort(byName)
  const types = [...new Set(shown.map(({ ticketTypeName }) => ticketTypeName))].sort((a, b) =>
    a.localeCompare(b),
  )
  return (
    <>
      <div class="buttons screen-only">
        <button type="button" class="button primary" onClick={() => print()}>
          {texts.print}
        </button>
        <select
          class="input filter"
          aria-label={texts.order}
          value={order.value}
          onChange={(event) => {
            order.value = event.currentTarget.value as 'name' | 'type'
          }}
        >
          <option value="name">{texts.alphabetical}</option>
          <option value="type">{texts.byType}</option>
        </select>
      </div>
      {order.value === 'name' ? (
        <Guests name={texts.guests} tickets={shown} />
      ) : (
        types.map((type) => (
          <section key={type}>
            <h2>
              <bdi>{type}</bdi>
            </h2>
            <Guests name={type} tickets={shown.filter(({ ticketTypeName }) => ticketTypeName === type)} />
          </section>
        ))
      )}
    </>
  )
}

export const paperListScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/list',
  name: texts.paperList,
  View: ({ ids: { eventId, sessionId } }) => {
    const session = useLoad(read<Session>(`${API}/sessions/${sessionId}`))
    return (
      <LoadedScreen
        load={session}
        title={({ eventName, startsAt }) => `${eventName} · ${formatFull(startsAt)}`}
        name={texts.paperList}
        breadcrumbs={() => [
          { href: toEvents, text: texts.events },
          { href: toSession(eventId, sessionId), text: texts.session },
        ]}
      >
        {() => <List sessionId={sessionId} />}
      </LoadedScreen>
    )
  },
})
