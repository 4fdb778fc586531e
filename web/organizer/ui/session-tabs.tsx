// The screens of a session.
import { useLayoutEffect, useRef } from 'preact/hooks'
import {
  toDoor,
  toFigures,
  toGuestLists,
  toGuests,
  toInside,
  toPaperList,
  toSession,
  toSources,
  toWall,
} from '../links.ts'
import { texts } from '../texts.ts'
import { texts as sourceTexts } from '../texts-sources.ts'

/** `inside` stands among them only while it is shown: the doors lead to it. */
export type Tab = 'doors' | 'inside' | 'guests' | 'sources' | 'lists' | 'figures' | 'paperList'
type Props = { session: { id: string; eventId: string }; current: Tab }

export const SessionTabs = ({ session: { id, eventId }, current }: Props) => {
  const tabs: [Tab, string, string][] = [
    ['doors', toSession(eventId, id), texts.doorsTab],
    ...(current === 'inside'
      ? [['inside', toInside(eventId, id), texts.whoIsInside] as [Tab, string, string]]
      : []),
    ['guests', toGuests(eventId, id), texts.guests],
    ['sources', toSources(eventId, id), sourceTexts.sources],
    ['lists', toGuestLists(eventId, id), texts.listsTab],
    ['figures', toFigures(eventId, id), texts.closingFigures],
    ['paperList', toPaperList(eventId, id), texts.paperList],
  ]
  const nav = useRef<HTMLElement>(null)
  // A phone has no room for all of them.
  useLayoutEffect(() => {
    const shown = nav.current?.querySelector('[aria-current]')
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav class="tabs" aria-label={texts.session} ref={nav}>
      {tabs.map(([tab, href, text]) => (
        <a key={tab} href={href} aria-current={tab === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
      <a class="far" href={toWall(eventId, id)}>
        {texts.wallView}
      </a>
      <a href={toDoor(id)}>{texts.openDoor}</a>
    </nav>
  )
}
