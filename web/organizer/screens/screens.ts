// All screens: the router and the navigation follow from this list.
import { closingScreen } from './closing.tsx'
import { eventScreen } from './event.tsx'
import { eventsScreen } from './events.tsx'
import { guestScreen } from './guest.tsx'
import { guestListsScreen } from './guest-lists.tsx'
import { guestSearchScreen } from './guest-search.tsx'
import { guestsScreen } from './guests.tsx'
import { insideScreen } from './inside.tsx'
import { listingScreen } from './listing.tsx'
import { listingsScreen } from './listings.tsx'
import { organizerHistoryScreen } from './organizer-history.tsx'
import { paperListScreen } from './paper-list.tsx'
import { peopleScreen } from './people.tsx'
import { phonesScreen } from './phones.tsx'
import { privacyScreen } from './privacy.tsx'
import { programsScreen } from './programs.tsx'
import type { Screen } from './screen.ts'
import { seriesScreen } from './series.tsx'
import { sessionScreen } from './session.tsx'
import { sourcesScreen } from './sources.tsx'
import { todayScreen } from './today.tsx'
import { venuesScreen } from './venues.tsx'
import { wallScreen } from './wall.tsx'
import { webhooksScreen } from './webhooks.tsx'

export const SCREENS: readonly Screen[] = [
  todayScreen,
  eventsScreen,
  guestSearchScreen,
  eventScreen,
  seriesScreen,
  sessionScreen,
  guestsScreen,
  guestScreen,
  sourcesScreen,
  guestListsScreen,
  paperListScreen,
  closingScreen,
  insideScreen,
  wallScreen,
  phonesScreen,
  peopleScreen,
  venuesScreen,
  listingsScreen,
  listingScreen,
  programsScreen,
  webhooksScreen,
  privacyScreen,
  organizerHistoryScreen,
]
