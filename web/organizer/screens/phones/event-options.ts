// The event that a phone or a program is limited to.
import type { EventItem } from '../../data/types.ts'
import { texts } from '../../texts.ts'

export const eventOptions = (events: readonly EventItem[]) => [
  { value: '', text: texts.allEvents },
  ...events.map(({ id, name }) => ({ value: id, text: name })),
]

export const eventName = (events: readonly EventItem[], id: string | null): string =>
  id === null ? texts.allEvents : (events.find((event) => event.id === id)?.name ?? texts.noValue)
