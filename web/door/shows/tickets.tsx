// The tickets that a search finds.
import type { Status, Ticket } from '../holds/ticket.ts'
import type { OpenSession } from '../open-session.ts'
import { texts } from '../texts.ts'
import type { SearchView } from './search-view.ts'

const FILTERS: readonly { label: string; status: Status | undefined }[] = [
  { label: texts.filters.all, status: undefined },
  { label: texts.filters.expected, status: 'Valid' },
  { label: texts.filters.checkedIn, status: 'CheckedIn' },
]

export const Filters = ({ view }: { view: SearchView }) => (
  <fieldset class="filters">
    <legend class="hidden">{texts.filterLegend}</legend>
    {FILTERS.map(({ label, status }) => (
      <label key={label}>
        <input
          type="radio"
          name="filter"
          checked={view.filter.value === status}
          onChange={() => view.showStatus(status)}
        />
        {label}
      </label>
    ))}
  </fieldset>
)

const Row = ({ ticket, onChoose }: { ticket: Ticket; onChoose: (id: string) => void }) => (
  <li>
    <button type="button" class="row" onClick={() => onChoose(ticket.id)}>
      <span class="who">{ticket.name ?? texts.noName}</span>{' '}
      <span class="what">{[ticket.number, ticket.seat, ticket.type].filter(Boolean).join(' · ')}</span>{' '}
      <span class={`tag ${ticket.status}`}>{texts.status[ticket.status]}</span>
    </button>
  </li>
)

type ResultsProps = { open: OpenSession; view: SearchView; onChoose: (id: string) => void }

export const Results = ({ open, view, onChoose }: ResultsProps) => {
  const found = view.found.value
  return (
    <>
      <p role="status" class="soft small">
        {found === undefined ? '' : texts.found(found.count)}
      </p>
      {found === undefined && <p class="empty">{texts.emptyHint}</p>}
      {found?.count === 0 && <p class="empty">{texts.nothingFound}</p>}
      <ul class="rows" aria-label={texts.tickets}>
        {found?.tickets.map(({ id }) => {
          const ticket = open.ticket(id)
          return ticket && <Row key={id} ticket={ticket} onChoose={onChoose} />
        })}
      </ul>
      {found !== undefined && found.count > found.tickets.length && (
        <button type="button" class="button" onClick={() => view.showMore()}>
          {texts.showMore}
        </button>
      )}
    </>
  )
}
