// The organizer's console.
import { render } from 'preact'
import { subject } from '../shared/account.ts'
import { NotConfigured, SignedOut, Starting } from '../shared/entrance.tsx'
import { phase, place, start } from './app.ts'
import './organizer.css'
import { EventScreen } from './shows/event.tsx'
import { Events } from './shows/events.tsx'
import { Frame, Title } from './shows/frame.tsx'
import { ListingScreen } from './shows/listing.tsx'
import { Listings } from './shows/listings.tsx'
import { SeriesScreen } from './shows/series.tsx'
import { SessionScreen } from './shows/session.tsx'
import { texts } from './texts.ts'

const Screen = () => {
  const shown = place.value
  switch (shown.name) {
    case 'events':
      return <Events />
    case 'event':
      return <EventScreen key={shown.eventId} eventId={shown.eventId} />
    case 'series':
      return <SeriesScreen key={shown.seriesId} eventId={shown.eventId} seriesId={shown.seriesId} />
    case 'session':
      return <SessionScreen key={shown.sessionId} {...shown} />
    case 'listings':
      return <Listings status={shown.status} />
    case 'listing':
      return <ListingScreen key={shown.id} id={shown.id} />
    case 'not-found':
      return (
        <>
          <Title title={texts.notFound} />
          <p class="soft">{texts.notFoundHelp}</p>
        </>
      )
  }
}

const Page = () => {
  if (phase.value === 'starting') return <Starting />
  if (phase.value === 'not-configured') return <NotConfigured />
  if (subject.value === undefined) return <SignedOut lead={texts.signInLead} />
  return (
    <Frame key={subject.value}>
      <Screen />
    </Frame>
  )
}

render(<Page />, document.body)
await start()
