// Chooses what this phone does at the door of the open session, and remembers it.
import type { Place } from '../core/state.ts'
import { dispatch, PLACES, readPlaces, session, state } from '../runtime.ts'

/** The sessions whose place stays on the phone. */
const KEPT_PLACES = 20

export const choosePlace = (chosen: Partial<Place>): void => {
  const next = { ...state.peek().place, ...chosen }
  dispatch({ type: 'place chosen', place: next })
  const id = session.peek()?.id as string
  const others = readPlaces().filter(([other]) => other !== id)
  localStorage.setItem(PLACES, JSON.stringify([[id, next], ...others].slice(0, KEPT_PLACES)))
}
