// The guests of a session: found, sorted, chosen, added and downloaded.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { STATUSES } from '../../../src/domain/check-in-rule.ts'
import { NOBODY, type Selection } from '../data/guest-selection.ts'
import { useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { API, readSession } from '../data/reads.ts'
import { nameOfGuest, type SessionDetails } from '../data/types.ts'
import { formatNumber } from '../formats.ts'
import { type GuestsShown, toGuests, toGuestsOf } from '../links.ts'
import { texts } from '../texts.ts'
import { Empty } from '../ui/empty.tsx'
import { NextStep } from '../ui/getting-started.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Select } from '../ui/select.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { isPlainKey } from '../ui/shortcuts.tsx'
import { GuestPanel } from './guest.tsx'
import { defineScreen } from './screen.ts'
import { ChangeNotice, type Done } from './session/change-notice.tsx'
import { ChosenGuests } from './session/chosen-guests.tsx'
import { GuestActions } from './session/guest-actions.tsx'
import { GuestsTable, hasRoomBeside, sortKeys, sortOf, type Ticket } from './session/guests-table.tsx'

/** Of the list and of the download. */
const filterOf = ({ status = '', type = '' }: GuestsShown): Record<string, string> => ({
  ...(status !== '' && { status }),
  ...(type !== '' && { ticketTypeName: type }),
})

const PAGE_SIZE = 100
const TYPING_MS = 250
const NO_TICKETS: readonly Ticket[] = []

type ChoiceProps = { session: SessionDetails; asked: GuestsShown }

const Chips = ({ session: { id, eventId, counts }, asked }: ChoiceProps) => {
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
          href={toGuestsOf(eventId, id, { ...asked, status: value })}
          aria-current={value === (asked.status ?? '') ? 'true' : undefined}
        >
          {text} <span class="soft">{formatNumber(count)}</span>
        </a>
      ))}
    </nav>
  )
}

/** The types of the guests, and that of the address. */
const typeOptions = ({ ticketTypes }: SessionDetails, { type = '' }: GuestsShown) => {
  const isKnown = type === '' || ticketTypes.some((name) => name.toLowerCase() === type.toLowerCase())
  const names = isKnown ? ticketTypes : [...ticketTypes, type]
  return [
    { value: '', text: texts.allTypes },
    ...names.map((name) => ({ value: name.toLowerCase() === type.toLowerCase() ? type : name, text: name })),
  ]
}

/** The ticket type; on a phone, where the table has few headings, also the order. */
const Choices = ({ session, asked }: ChoiceProps) => {
  const go = (change: GuestsShown): void => {
    location.hash = toGuestsOf(session.eventId, session.id, { ...asked, ...change })
  }
  const sort = sortOf(asked)
  return (
    <div class="buttons choices">
      <Select
        aria-label={texts.typeOfTicket}
        value={asked.type ?? ''}
        options={typeOptions(session, asked)}
        onChange={(type) => go({ type, ...(type !== '' && { sort: '' }) })}
      />
      <Select
        class="phone"
        aria-label={texts.order}
        value={sort}
        options={sortKeys(asked).flatMap((key) =>
          ['', '-'].map((sign) => ({
            value: `${sign}${key}`,
            text: texts.sorted(texts.sortedBy[key], sign === '-'),
          })),
        )}
        onChange={(chosen) => go({ sort: chosen })}
      />
    </div>
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

type Props = {
  session: SessionDetails
  /** As in the address. */
  asked: GuestsShown
  /** Raised when many guests were added or changed. */
  changes: Signal<number>
  done: Signal<Done | undefined>
  reload: () => Promise<void>
}

const Guests = ({ session, asked, changes, done, reload }: Props) => {
  const { id: sessionId, eventId } = session
  const typed = useSignal('')
  const q = useSettled(typed.value.trim())
  const query = new URLSearchParams({
    ...filterOf(asked),
    ...(q !== '' && { q }),
    ...{ sort: sortOf(asked), pageSize: String(PAGE_SIZE) },
  })
  const list = usePaged<Ticket>(`${API}/sessions/${sessionId}/tickets?${query}`)
  const shown = useSignal<string | undefined>(undefined)
  const tickets = list.ok.value?.body.data ?? NO_TICKETS
  const total = list.ok.value?.body.meta?.totalCount ?? 0
  useGuestKeys(tickets, shown)
  const { status = '', type = '' } = asked
  const selection = useSignal<Selection>(NOBODY)
  // Another list, and its guests. At once: nobody has chosen one of them before.
  useLayoutEffect(() => {
    shown.value = undefined
    selection.value = NOBODY
  }, [q, status, type])
  useEffect(
    () => document.querySelector('.opens.selected')?.scrollIntoView({ block: 'nearest' }),
    [shown.value],
  )
  const refresh = async (): Promise<void> => {
    await Promise.all([list.reload(), reload()])
  }
  useEffect(() => {
    if (changes.value > 0) void refresh()
  }, [changes.value])
  return (
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
          <Choices session={session} asked={asked} />
          <Chips session={session} asked={asked} />
        </div>
        <PagedList
          list={list}
          empty={
            q === '' && status === '' && type === '' ? (
              <Empty
                icon="guests"
                text={texts.noGuests}
                help={texts.noGuestsHelp}
                action={{ text: texts.addGuests, screen: toGuests(eventId, sessionId) }}
              />
            ) : (
              <Empty icon="find" text={texts.noGuestFound} />
            )
          }
        >
          {(tickets) => (
            <GuestsTable
              session={session}
              tickets={tickets}
              total={total}
              asked={asked}
              selection={selection}
              shown={shown.value}
              onShow={(id) => (shown.value = id)}
            />
          )}
        </PagedList>
        <ChangeNotice sessionId={sessionId} done={done} onReverted={refresh} />
        <ChosenGuests
          session={session}
          selection={selection}
          listed={{ ids: tickets.map(({ id }) => id), total }}
          filter={{ ...filterOf(asked), ...(q !== '' && { q }) }}
          names={new Map(tickets.map((ticket) => [ticket.id, nameOfGuest(ticket)]))}
          onDone={(what) => {
            done.value = what
            return refresh()
          }}
        />
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
  )
}

export const guestsScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/guests',
  name: texts.guests,
  View: ({ ids, query }) => {
    const session = useLoad(readSession(ids.sessionId))
    const changes = useSignal(0)
    const done = useSignal<Done | undefined>(undefined)
    const asked = Object.fromEntries(['status', 'type', 'sort'].map((name) => [name, query.get(name) ?? '']))
    return (
      <SessionScreen
        load={session}
        tab="guests"
        name={texts.guests}
        actions={(shown) => (
          <GuestActions
            session={shown}
            filter={filterOf(asked)}
            onDone={(what) => {
              done.value = what
              changes.value += 1
            }}
          />
        )}
      >
        {(shown) => (
          <>
            <NextStep session={shown} />
            <Guests session={shown} asked={asked} {...{ changes, done }} reload={session.reload} />
          </>
        )}
      </SessionScreen>
    )
  },
})
