// All screens: the router and the navigation follow from this list.
import { eventScreen } from './event.tsx'
import { eventsScreen } from './events.tsx'
import { listingScreen } from './listing.tsx'
import { listingsScreen } from './listings.tsx'
import type { Screen } from './screen.ts'
import { seriesScreen } from './series.tsx'
import { sessionScreen } from './session.tsx'

export const SCREENS: readonly Screen[] = [
  eventsScreen,
  eventScreen,
  seriesScreen,
  sessionScreen,
  listingsScreen,
  listingScreen,
]
