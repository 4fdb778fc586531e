// The organizers that the person manages, and the one on the screen.
import { signal } from '@preact/signals'
import type { Organizer } from './types.ts'

/** Stays when another screen is opened. */
export const chosenOrganizer = signal<string | undefined>(undefined)

/** The chosen one, else the first. */
export const chooseFrom = (organizers: readonly Organizer[]): Organizer | undefined =>
  organizers.find(({ id }) => id === chosenOrganizer.value) ?? organizers[0]
