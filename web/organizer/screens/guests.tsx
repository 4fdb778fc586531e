// The guests of a session: found by name, added, uploaded and downloaded.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { STATUSES } from '../../../src/domain/check-in-rule.ts'
import { Button } from '../../shared/button.tsx'
import { loadPart } from '../../shared/load-part.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { type Failed, toResult, useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { API, ORGANIZER_API, readSession } from '../data/reads.ts'
import { download } from '../data/service.ts'
import { nameOfGuest, type SessionDetails } from '../data/types.ts'
import { formatFull, formatNumber, formatTime } from '../formats.ts'
import type { AddGuests } from '../forms/add-guests.tsx'
import { CopyGuests } from '../forms/copy-guests.tsx'
import { NewGuest } from '../forms/guest-form.tsx'
import type { Upload } from '../forms/upload.tsx'
import { toGuest, toGuestsOf } from '../links.ts'
import { texts } from '../texts.ts'
import { sessionBreadcrumbs } from '../ui/breadcrumbs.ts'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Failure } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Facts, soldText } from '../ui/session-cells.tsx'
import { SessionTabs } from '../ui/session-tabs.tsx'
import { isPlainKey } from '../ui/shortcuts.tsx'
import { Table, wide } from '../ui/table.tsx'
import { GuestPanel } from './guest.tsx'
import { defineScreen } from './screen.ts'

type Ticket = Schemas['Ticket']
type Ids = { eventId: string; sessionId: string }

const PAGE_SIZE = 100
const TYPING_MS = 250
const NOBODY: readonly Ticket[] = []

/** Where a guest opens beside the list: as wide as the style sheet has it. */
const hasRoomBeside = (): boolean => matchMedia('(min-width: 1200px)').matches

type RowsProps = Ids & { tickets: readonly Ticket[]; shown: string | undefined; onShow: (id: string) => void }

const Rows = ({ tickets, eventId, sessionId, shown, onShow }: RowsProps) => (
  <Table
    label={texts.guests}
    columns={[
      texts.name,
      ...[texts.ticketType, texts.seat, texts.number].map(wide),
      texts.status,
      wide(texts.checkedInAt),
    ]}
  >
    {tickets.map((ticket) => (
      <tr
        key={ticket.id}
        class={ticket.id === shown ? 'opens selected' : 'opens'}
        onClick={({ target, currentTarget }) => {
          if ((target as Element).closest('a') !== null || !getSelection()?.isCollapsed) return
          if (hasRoomBeside()) onShow(ticket.id)
          else currentTarget.querySelector('a')?.click()
        }}
      >
        <th scope="row">
          <a href={toGuest(eventId, sessionId, ticket.id)}>
            <bdi>{nameOfGuest(ticket)}</bdi>
          </a>
          <span class="beneath soft small phone">
            <Facts facts={[ticket.ticketTypeName, ticket.seatLabel, ticket.ticketNumber]} />
          </span>
        </th>
        <td class="wide">
          <bdi>{ticket.ticketTypeName}</bdi>
        </td>
        <td class="wide">
          <bdi>{ticket.seatLabel ?? texts.noValue}</bdi>
        </td>
        <td class="wide">{ticket.ticketNumber}</td>
        <td class="nowrap">
          <span class={`state ${ticket.status}`}>{texts.ticketStatuses[ticket.status]}</span>
        </td>
        <td class="wide nowrap">
          {ticket.checkedInAt === undefined ? texts.noValue : formatTime(ticket.checkedInAt)}
        </td>
      </tr>
    ))}
  </Table>
)

const Chips = ({ session, status }: { session: SessionDetails; status: string }) => {
  const { id, eventId, counts } = session
  const all = STATUSES.reduce((sum, one) => sum + counts[one], 0)
  const chips = [
    { value: '', text: texts.all, count: all },
    ...STATUSES.map((value) => ({ value, text: texts.ticketStatuses[value], count: counts[value] })),
  ]
  return (
    <nav class="buttons chips" aria-label={texts.status}>
      {chips.map(({ value, text, count }) => (
        <a
          key={value}
          href={toGuestsOf(eventId, id, value)}
          aria-current={value === status ? 'true' : undefined}
        >
          {text} <span class="soft">{formatNumber(count)}</span>
        </a>
      ))}
    </nav>
  )
}

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

/** J and K show the next and the previous guest beside the list; Escape closes it. */
const useGuestKeys = (tickets: readonly Ticket[], shown: Signal<string | undefined>): void =>
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!isPlainKey(event) || !hasRoomBeside()) return
      if (event.key === 'Escape') {
        document.querySelector<HTMLElement>('.opens.selected a')?.focus()
        shown.value = undefined
      }
      const step = { j: 1, k: -1 }[event.key]
      if (step === undefined) return
      const index = tickets.findIndex(({ id }) => id === shown.value)
      const next = tickets[index === -1 ? 0 : index + step]
      if (next !== undefined) shown.value = next.id
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [tickets])

const Guests = ({
  session,
  status,
  reload,
}: {
  session: SessionDetails
  /** As in the address; empty for all. */
  status: string
  reload: () => Promise<void>
}) => {
  const { id: sessionId, eventId } = session
  const typed = useSignal('')
  const open = useSignal<'new' | 'copy' | undefined>(undefined)
  const adding = useSignal<{ View: typeof AddGuests } | undefined>(undefined)
  /** Loaded on demand, with its file readers. */
  const upload = useSignal<{ View: typeof Upload } | undefined>(undefined)
  const failure = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const q = useSettled(typed.value.trim())
  const filter = status === '' ? {} : { status }
  const query = new URLSearchParams({ ...filter, ...(q !== '' && { q }), pageSize: String(PAGE_SIZE) })
  const list = usePaged<Ticket>(`${API}/sessions/${sessionId}/tickets?${query}`)
  const shown = useSignal<string | undefined>(undefined)
  useGuestKeys(list.ok.value?.body.data ?? NOBODY, shown)
  // Another list, and its guests.
  useEffect(() => {
    shown.value = undefined
  }, [q, status])
  useEffect(
    () => document.querySelector('.opens.selected')?.scrollIntoView({ block: 'nearest' }),
    [shown.value],
  )
  const refresh = async (): Promise<void> => {
    await Promise.all([list.reload(), reload()])
  }
  const loadForm = async (load: () => Promise<void>): Promise<void> => {
    try {
      await load()
    } catch {
      failure.value = { failed: { kind: 'unreachable' } }
    }
  }
  const openUpload = () =>
    loadForm(async () => {
      upload.value = { View: (await loadPart(() => import('../forms/upload.tsx'))).Upload }
    })
  const openAdding = () =>
    loadForm(async () => {
      adding.value = { View: (await loadPart(() => import('../forms/add-guests.tsx'))).AddGuests }
    })
  const save = async (): Promise<void> => {
    const path = `${ORGANIZER_API}/sessions/${sessionId}/tickets.csv?${new URLSearchParams(filter)}`
    const result = toResult(await download(path, 'guests.csv'))
    failure.value =
      result.kind === 'ok'
        ? undefined
        : { failed: result, ...(result.kind === 'unreachable' && { text: texts.notDownloaded }) }
  }
  return (
    <>
      <div class="buttons">
        <Button look="primary" text={texts.upload} onClick={openUpload} />
        <Button text={texts.addGuests} onClick={openAdding} />
        <Button text={texts.newGuest} onClick={() => (open.value = 'new')} />
        <Button text={texts.copyGuests} onClick={() => (open.value = 'copy')} />
        <Button text={texts.download} onClick={save} />
      </div>
      {failure.value !== undefined && <Failure {...failure.value} />}
      <div class={shown.value === undefined ? '' : 'beside'}>
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
            <Chips session={session} status={status} />
          </div>
          <PagedList
            list={list}
            empty={<p class="soft">{q === '' && status === '' ? texts.noGuests : texts.noGuestFound}</p>}
          >
            {(tickets) => (
              <Rows
                tickets={tickets}
                eventId={eventId}
                sessionId={sessionId}
                shown={shown.value}
                onShow={(id) => (shown.value = id)}
              />
            )}
          </PagedList>
        </section>
        {shown.value !== undefined && (
          <GuestPanel
            key={shown.value}
            eventId={eventId}
            sessionId={sessionId}
            ticketId={shown.value}
            session={session}
            onClose={() => (shown.value = undefined)}
            onChanged={refresh}
          />
        )}
      </div>
      {open.value === 'new' && (
        <NewGuest
          sessionId={sessionId}
          types={session.ticketTypes}
          onClose={() => (open.value = undefined)}
          onSaved={async () => {
            open.value = undefined
            await refresh()
          }}
        />
      )}
      {open.value === 'copy' && (
        <CopyGuests session={session} onClose={() => (open.value = undefined)} onDone={refresh} />
      )}
      {adding.value !== undefined && (
        <adding.value.View
          sessionId={sessionId}
          types={session.ticketTypes}
          onClose={() => (adding.value = undefined)}
          onDone={refresh}
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
  View: ({ ids, query }) => {
    const session = useLoad(readSession(ids.sessionId))
    return (
      <LoadedScreen
        load={session}
        title={({ eventName }) => texts.guestsOf(eventName)}
        name={texts.guests}
        breadcrumbs={(shown) => sessionBreadcrumbs(ids, shown)}
        lead={(shown) => (
          <>
            <p class="soft">
              <Facts facts={[formatFull(shown.startsAt), soldText(shown)]} />
            </p>
            <SessionTabs session={shown} current="guests" />
          </>
        )}
      >
        {(shown) => <Guests session={shown} status={query.get('status') ?? ''} reload={session.reload} />}
      </LoadedScreen>
    )
  },
})
