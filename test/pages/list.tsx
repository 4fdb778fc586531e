// The list of the door page without its search, as the other side of a comparison: fed with results that are
// ready, or by the ticket list over the network. A benchmark drives it through `list`.
import { render } from 'preact'
import '../../web/door/door.css'
import { signal } from '@preact/signals'
import { findSimilar } from '../../web/door/core/similar.ts'
import type { Row, Ticket } from '../../web/door/core/ticket.ts'
import { type Found, indexRow, TicketList } from '../../web/door/core/ticket-list.ts'
import { loadTexts } from '../../web/door/texts.ts'
import { FoundTickets } from '../../web/door/ui/results.tsx'
import { FIRST_ROWS } from '../../web/door/ui/search-view.ts'
import { startLanguage } from '../../web/shared/page-language.ts'
import type { Schemas } from '../../web/shared/schemas.ts'
import { doorTicket } from '../support/door-rows.ts'

declare const stopwatch: { paint: (start: number) => Promise<void> }

const query = signal('')
const found = signal<Found | undefined>(undefined)

const show = (next: Found | undefined): void => {
  found.value = next
}

/** What happens with each keystroke. */
let search: (q: string, start: number) => void = () => undefined

const List = () => (
  <main class="page door">
    <div class="content stack">
      <input
        type="search"
        class="input search"
        aria-label="Search tickets"
        value={query.value}
        onInput={({ currentTarget, timeStamp }) => {
          query.value = currentTarget.value
          search(currentTarget.value, timeStamp)
        }}
      />
      <FoundTickets found={found.value} />
    </div>
  </main>
)

type Page = Schemas['TicketPage']

const toTicket = ({ attendee, ...item }: Page['data'][number]): Ticket =>
  doorTicket({
    ...item,
    attendeeName: attendee?.name,
    attendeeEmail: attendee?.email,
    attendeeCompany: attendee?.company,
    checkedInAt: null,
  })

const fetchPage = async (path: string, token: string): Promise<Page> => {
  const response = await fetch(path, {
    headers: { Authorization: `Bearer ${token}` },
    cache: 'no-store',
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

const tickets = new TicketList()

const list = {
  /** Shows results that are ready: those of the door page for each of `queries`. */
  prepare: (rows: readonly Row[], queries: readonly string[]): void => {
    for (const row of rows) tickets.put(indexRow(row))
    const ready = new Map(
      queries.map((q) => [
        q,
        tickets.search({ q, status: undefined, overlay: new Map(), limit: FIRST_ROWS }),
      ]),
    )
    search = (q, start) => {
      show(ready.get(q))
      stopwatch.paint(start)
    }
  },
  /** Finds similar names for each text. Returns the milliseconds of each. */
  findSimilar: (queries: readonly string[]): number[] =>
    queries.map((q) => {
      const start = performance.now()
      if (findSimilar(tickets, q, FIRST_ROWS).length === 0) throw new Error(`Nobody has a name like ${q}.`)
      return performance.now() - start
    }),
  /** Asks the service with each keystroke. */
  useNetwork: (sessionId: string, token: string): void => {
    search = async (q, start) => {
      if (q === '') return show(undefined)
      const path = `/api/v1/sessions/${sessionId}/tickets?${new URLSearchParams({ q, pageSize: String(FIRST_ROWS) })}`
      const { data, meta } = await fetchPage(path, token)
      show({ tickets: data.map(toTicket), count: meta.totalCount })
      stopwatch.paint(start)
    }
  },
  /** Reads the whole list page by page. Returns how many tickets it has. */
  readAll: async (sessionId: string, token: string): Promise<number> => {
    let count = 0
    for (let path: string | null = `/api/v1/sessions/${sessionId}/tickets?pageSize=500`; path !== null; ) {
      const page: Page = await fetchPage(path, token)
      count += page.data.length
      path = page.links.next
    }
    return count
  },
}

Object.assign(globalThis, { list })
await startLanguage(loadTexts)
render(<List />, document.body)
