// What people choose for this phone. Loaded with the dialogs.
import type { Place } from './core/state.ts'
import { DEVICE, deviceName, dispatch, PLACES, readPlaces, session, state } from './runtime.ts'

const MAX_DEVICE_CHARACTERS = 60
/** The sessions whose place stays on the phone. */
const KEPT_PLACES = 20

export const nameDevice = (name: string): void => {
  deviceName.value = [...name.replace(/\p{Cc}/gu, '')].slice(0, MAX_DEVICE_CHARACTERS).join('')
  localStorage.setItem(DEVICE, deviceName.value)
  dispatch({ type: 'device named', name: deviceName.value })
}

/** Chooses what this phone does at the door of the open session, and remembers it. */
export const choosePlace = (chosen: Partial<Place>): void => {
  const next = { ...state.peek().place, ...chosen }
  dispatch({ type: 'place chosen', place: next })
  const id = session.peek()?.id as string
  const others = readPlaces().filter(([other]) => other !== id)
  localStorage.setItem(PLACES, JSON.stringify([[id, next], ...others].slice(0, KEPT_PLACES)))
}
