// The way to the screens below a session.
import { timesIn } from '../formats.ts'
import { toEvent, toEvents, toSession } from '../links.ts'
import { texts } from '../texts.ts'
import type { Breadcrumb } from './title.tsx'

type Ids = { eventId: string; sessionId: string }

/** `session`: undefined until it is loaded. */
export const sessionBreadcrumbs = (
  { eventId, sessionId }: Ids,
  session: { eventName: string; startsAt: string; timeZone: string } | undefined,
): Breadcrumb[] => [
  { href: toEvents, text: texts.events },
  ...(session === undefined ? [] : [{ href: toEvent(eventId), text: session.eventName }]),
  {
    href: toSession(eventId, sessionId),
    text: session === undefined ? texts.session : timesIn(session.timeZone).full(session.startsAt),
  },
]
