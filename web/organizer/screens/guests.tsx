// The guests of a session: found by name, added, uploaded and downloaded.
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Schemas } from '../../shared/schemas.ts'
import { read, useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { API, ORGANIZER_API } from '../data/reads.ts'
import { download } from '../data/service.ts'
import { formatFull, formatNumber, formatTime } from '../formats.ts'
import { AddGuests } from '../forms/guest-form.tsx'
import type { Upload } from '../forms/upload.tsx'
import { toEvent, toEvents, toGuest, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { defineScreen } from './screen.ts'

type Ticket = Schemas['Ticket']
type Details = Schemas['SessionDetails']

const STATUSES = ['Valid', 'CheckedIn', 'Refunded', 'Voided'] as const
const PAGE_SIZE = 100
const TYPING_MS = 250

const Rows = ({
  tickets,
  ids,
}: {
  tickets: readonly Ticket[]
  ids: { eventId: string; sessionId: string }
}) => (
  <div class="scrolls">
    <table aria-label={texts.guests}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col" class="wide">
            {texts.ticketType}
          </th>
          <th scope="col" class="wide">
            {texts.seat}
          </th>
          <th scope="col">{texts.status}</th>
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <tr key={ticket.id}>
            <th scope="row">
              <a href={toGuest(ids.eventId, ids.sessionId, ticket.id)}>
                <bdi>{ticket.attendee?.name ?? ticket.holderEmail ?? ticket.ticketNumber}</bdi>
              </a>
              <span class="beneath soft small">{ticket.ticketNumber}</span>
              <span class="beneath soft small phone">
                <bdi>{ticket.ticketTypeName}</bdi>
              </span>
            </th>
            <td class="wide">
              <bdi>{ticket.ticketTypeName}</bdi>
            </td>
            <td class="wide">{ticket.seatLabel ?? texts.noValue}</td>
            <td class="nowrap">
              {texts.ticketStatuses[ticket.status]}
              {ticket.checkedInAt !== undefined && (
                <span class="beneath soft small">{formatTime(ticket.checkedInAt)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** What is typed, once nothing was typed for a moment. */
const useSettled = (value: string): string => {
  const settled = useSignal(value)
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.value = value
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled.value
}

const Guests = ({
  session,
  chosen,
  reload,
}: {
  session: Details
  /** The status that the address names. */
  chosen: string
  reload: () => Promise<void>
}) => {
  const { id: sessionId, eventId } = session
  const typed = useSignal('')
  const status = useSignal(chosen)
  const isAdding = useSignal(false)
  /** Loaded with its readers of files when it is needed. */
  const upload = useSignal<{ View: typeof Upload } | undefined>(undefined)
  const failed = useSignal<string | undefined>(undefined)
  const q = useSettled(typed.value.trim())
  const query = useComputed(() => ({
    pageSize: String(PAGE_SIZE),
    ...(status.value !== '' && { status: status.value }),
  }))
  const list = usePaged<Ticket>(
    `${API}/sessions/${sessionId}/tickets?${new URLSearchParams({ ...query.value, ...(q !== '' && { q }) })}`,
  )
  const refresh = async (): Promise<void> => {
    await Promise.all([list.reload(), reload()])
  }
  const openUpload = async (): Promise<void> => {
    try {
      const { Upload } = await import('../forms/upload.tsx')
      upload.value = { View: Upload }
    } catch {
      failed.value = texts.unreachable
    }
  }
  const save = async (): Promise<void> => {
    const only = status.value === '' ? '' : `?status=${status.value}`
    const path = `${ORGANIZER_API}/sessions/${sessionId}/tickets.csv${only}`
    failed.value = (await download(path, 'guests.csv')) ? undefined : texts.notDownloaded
  }
  return (
    <>
      <div class="buttons">
        <button type="button" class="button primary" onClick={openUpload}>
          {texts.upload}
        </button>
        <button type="button" class="button" onClick={() => (isAdding.value = true)}>
          {texts.addGuests}
        </button>
        <button type="button" class="button" onClick={save}>
          {texts.download}
        </button>
      </div>
      {failed.value !== undefined && (
        <p class="notice bad" role="alert">
          {failed.value}
        </p>
      )}
      <section class="card stack" aria-label={texts.guests}>
        <div class="spread">
          <input
            class="input"
            type="text"
            enterkeyhint="search"
            autocomplete="off"
            aria-label={texts.searchTickets}
            placeholder={texts.searchTickets}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value
            }}
          />
          <select
            class="input"
            aria-label={texts.status}
            value={status.value}
            onChange={(event) => {
              status.value = event.currentTarget.value
            }}
          >
            <option value="">{texts.anyStatus}</option>
            {STATUSES.map((name) => (
              <option key={name} value={name}>
                {texts.ticketStatuses[name]} ({formatNumber(session.counts[name])})
              </option>
            ))}
          </select>
        </div>
        <PagedList
          list={list}
          empty={<p class="soft">{q === '' && status.value === '' ? texts.noGuests : texts.noGuestFound}</p>}
        >
          {(tickets) => <Rows tickets={tickets} ids={{ eventId, sessionId }} />}
        </PagedList>
      </section>
      {isAdding.value && (
        <AddGuests
          sessionId={sessionId}
          types={session.ticketTypes}
          onClose={() => (isAdding.value = false)}
          onSaved={async () => {
            isAdding.value = false
            await refresh()
          }}
        />
      )}
      {upload.value !== undefined && (
        <upload.value.View
          sessionId={sessionId}
          onClose={() => (upload.value = undefined)}
          onDone={refresh}
        />
      )}
    </>
  )
}

export const guestsScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/guests',
  name: texts.guests,
  View: ({ ids: { sessionId }, query }) => {
    const session = useLoad(read<Details>(`${API}/sessions/${sessionId}`))
    return (
      <LoadedScreen
        load={session}
        title={({ eventName }) => texts.guestsOf(eventName)}
        name={texts.guests}
        breadcrumbs={(shown) => [
          { href: toEvents, text: texts.events },
          ...(shown
            ? [
                { href: toEvent(shown.eventId), text: shown.eventName },
                { href: toSession(shown.eventId, shown.id), text: formatFull(shown.startsAt) },
              ]
            : []),
        ]}
        lead={({ startsAt, counts, capacity }) => (
          <p class="soft">
            {formatFull(startsAt)} · {texts.soldOf(counts.Valid + counts.CheckedIn, capacity)}
          </p>
        )}
      >
        {(shown) => <Guests session={shown} chosen={query.get('status') ?? ''} reload={session.reload} />}
      </LoadedScreen>
    )
  },
})
