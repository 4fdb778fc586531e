// The events of one organizer, to which people, phones and programs can be limited.
import { texts } from '../texts.ts'
import { useLoad } from './load.ts'
import type { Organizer } from './organizers.ts'
import { readEvents } from './reads.ts'
import type { EventItem } from './types.ts'

/** Empty until they are loaded. */
export const useOwnEvents = ({ id }: Organizer): readonly EventItem[] => {
  const events = useLoad(readEvents)
  return events.ok.value?.body.data.filter(({ organizerId }) => organizerId === id) ?? []
}

export const eventOptions = (events: readonly EventItem[]) => [
  { value: '', text: texts.allEvents },
  ...events.map(({ id, name }) => ({ value: id, text: name })),
]

export const eventName = (events: readonly EventItem[], id: string | null): string =>
  id === null ? texts.allEvents : (events.find((event) => event.id === id)?.name ?? texts.noValue)
