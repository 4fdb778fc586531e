// The events of one organizer, to which people, phones and programs can be limited.
import { texts } from '../texts.ts'
import { useLoad } from './load.ts'
import { readEvents } from './reads.ts'
import type { EventItem, Organizer } from './types.ts'

/** Empty until they are loaded. */
export const useOwnEvents = ({ id }: Organizer): readonly EventItem[] => {
  const events = useLoad(readEvents)
  return events.ok.value?.body.data.filter(({ organizerId }) => organizerId === id) ?? []
}

export const eventName = (events: readonly EventItem[], id: string | null): string =>
  id === null ? texts.allEvents : (events.find((event) => event.id === id)?.name ?? texts.noValue)
