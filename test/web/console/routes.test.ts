// The addresses within the console.
import { describe, expect, it } from 'vitest'
import {
  readPlace,
  toDoor,
  toEvent,
  toEvents,
  toListing,
  toListings,
  toListingsOf,
  toSeries,
  toSession,
} from '../../../web/organizer/routes.ts'

const [A, B] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b']
const START = '2026-06-12T18:00:00.000Z'

describe('an address of the console', () => {
  it.each([
    ['', { name: 'events' }],
    [toEvents, { name: 'events' }],
    [toEvent(A), { name: 'event', eventId: A }],
    [toSeries(A, B), { name: 'series', eventId: A, seriesId: B }],
    [
      toSession(A, { id: B, startsAt: START }),
      { name: 'session', eventId: A, sessionId: B, startsAt: START },
    ],
    [`#/events/${A}/sessions/${B}`, { name: 'session', eventId: A, sessionId: B, startsAt: null }],
    [toListings, { name: 'listings', status: null }],
    [toListingsOf(''), { name: 'listings', status: null }],
    [toListingsOf('Draft'), { name: 'listings', status: 'Draft' }],
    [toListing(A), { name: 'listing', id: A }],
    ['#/events/1', { name: 'not-found' }],
    [`${toEvent(A)}/`, { name: 'not-found' }],
    ['#/other', { name: 'not-found' }],
  ])('%s names a place', (address, place) => {
    expect(readPlace(address)).toEqual(place)
  })

  it('of the door page may name a session', () => {
    expect(toDoor()).toBe('/door/')
    expect(toDoor(A)).toBe(`/door/#/sessions/${A}`)
  })
})
