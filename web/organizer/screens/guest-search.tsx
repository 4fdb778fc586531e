// The guests of an organizer: a search over its sessions.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Found, findGuests, isEnough, NO_GUESTS, waitForTyping } from '../data/guest-search.ts'
import { type Result, useLoad } from '../data/load.ts'
import { toGuestSearch } from '../links.ts'
import { texts } from '../texts.ts'
import { guestHit, Hits } from '../ui/hits.tsx'
import { Failure } from '../ui/notices.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { ZoneNote, zoneMarks } from '../ui/zone-note.tsx'
import { defineScreen } from './screen.ts'

/** What is searched for: by default, what the search of a session finds. */
const KINDS = ['', 'code', 'reference', 'email'] as const
type Kind = (typeof KINDS)[number]

const isWanted = (q: string, by: Kind): boolean => (by === '' ? isEnough(q) : q !== '')

const readGuests =
  (organizerId: string, q: string, by: Kind) =>
  async (signal?: AbortSignal): Promise<Result<Found>> =>
    isWanted(q, by) && (await waitForTyping(signal))
      ? findGuests(organizerId, by === '' ? { q } : { q, by }, signal)
      : NO_GUESTS

const Kinds = ({ by }: { by: Kind }) => (
  <nav class="buttons chips" aria-label={texts.what}>
    {KINDS.map((kind) => (
      <a key={kind} href={toGuestSearch(kind)} aria-current={kind === by ? 'true' : undefined}>
        {texts.searchBy[kind]}
      </a>
    ))}
  </nav>
)

const Search = ({ organizerId, by }: { organizerId: string; by: Kind }) => {
  const typed = useSignal('')
  const q = typed.value.trim()
  const guests = useLoad(readGuests(organizerId, q, by), `${by} ${q}`)
  /** Stays while somebody types on, so that the page does not jump. */
  const last = useRef(NO_GUESTS.body)
  const loaded = guests.ok.value?.body
  if (guests.failed.value !== undefined) last.current = NO_GUESTS.body
  else if (loaded !== undefined) last.current = loaded
  const found = last.current
  const markOf = zoneMarks(found.data)
  const isNobody = loaded?.data.length === 0 && isWanted(q, by)
  return (
    <section class="card stack" aria-label={texts.searchGuests}>
      <div class="spread">
        <input
          class="input"
          type="search"
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          aria-label={texts.searchGuests}
          aria-describedby="search-help"
          placeholder={texts.searchGuests}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
          }}
        />
        <Kinds by={by} />
      </div>
      <p id="search-help" class="soft small">
        {by === '' ? texts.searchGuestsHelp : texts.searchExactlyHelp}
      </p>
      {guests.failed.value !== undefined && <Failure failed={guests.failed.value} onRetry={guests.reload} />}
      {found.data.length > 0 && (
        <div aria-busy={loaded === undefined}>
          <ZoneNote sessions={found.data} />
          <Hits hits={found.data.map((ticket) => guestHit(ticket, markOf(ticket)))} />
        </div>
      )}
      <p role="status" class="soft">
        {isNobody ? texts.noGuestFound : found.complete ? '' : texts.notAll}
      </p>
    </section>
  )
}

export const guestSearchScreen = defineScreen({
  path: '/guests',
  name: texts.guestSearch,
  link: { icon: 'guests' },
  View: ({ query }) => {
    const by = KINDS.find((kind) => kind === query.get('by')) ?? ''
    return (
      <OrganizerScreen title={texts.guestSearch}>
        {({ id }) => <Search key={id} organizerId={id} by={by} />}
      </OrganizerScreen>
    )
  },
})
