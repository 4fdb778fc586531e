// The addresses within the console.
import { describe, expect, it, vi } from 'vitest'
import * as links from '../../../web/organizer/links.ts'
import { findScreen, findSection } from '../../../web/organizer/screens/router.ts'
import { SCREENS } from '../../../web/organizer/screens/screens.ts'

// The screens' modules listen to their tab.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined))

const [A, B] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b']

const find = (address: string) => {
  const found = findScreen(SCREENS, address)
  return found && [found.screen.path, found.ids, found.query.toString()]
}

describe('an address of the console', () => {
  it.each([
    ['', '/', {}, ''],
    [links.toEvents, '/', {}, ''],
    [links.toEvent(A), '/events/:eventId', { eventId: A }, ''],
    [links.toSeries(A, B), '/events/:eventId/series/:seriesId', { eventId: A, seriesId: B }, ''],
    [links.toSession(A, B), '/events/:eventId/sessions/:sessionId', { eventId: A, sessionId: B }, ''],
    [links.toSources(A, B), '/events/:eventId/sessions/:sessionId/sources', { eventId: A, sessionId: B }, ''],
    [
      links.toGuestLists(A, B),
      '/events/:eventId/sessions/:sessionId/lists',
      { eventId: A, sessionId: B },
      '',
    ],
    [links.toFigures(A, B), '/events/:eventId/sessions/:sessionId/figures', { eventId: A, sessionId: B }, ''],
    [
      links.toGuestsOf(A, B, { status: 'Valid', type: 'VIP' }),
      '/events/:eventId/sessions/:sessionId/guests',
      { eventId: A, sessionId: B },
      'status=Valid&type=VIP',
    ],
    [links.toGuestSearch(''), '/guests', {}, ''],
    [links.toGuestSearch('email'), '/guests', {}, 'by=email'],
    ['#/privacy', '/privacy', {}, ''],
    [links.toListings, '/listings', {}, ''],
    [links.toListingsOf(''), '/listings', {}, ''],
    [links.toListingsOf('Draft'), '/listings', {}, 'status=Draft'],
    [links.toListing(A), '/listings/:listingId', { listingId: A }, ''],
  ])('%s has the screen %s', (address, path, ids, query) => {
    expect(find(address)).toEqual([path, ids, query])
  })

  it.each(['#/events/1', `${links.toEvent(A)}/`, `#/events/${A.toUpperCase()}`, '#/other', '#//'])(
    '%s has no screen',
    (address) => {
      expect(find(address)).toBeUndefined()
    },
  )

  it.each([
    [links.toEvents, '/'],
    [links.toSession(A, B), '/'],
    [links.toListingsOf('Draft'), '/listings'],
    [links.toListing(A), '/listings'],
    [links.toGuestSearch('code'), '/guests'],
  ])('%s is below %s in the navigation', (address, path) => {
    const navigation = SCREENS.filter(({ link }) => link !== undefined)
    expect(findSection(navigation, address)?.path).toBe(path)
  })

  it('of the door page may name a session', () => {
    expect(links.toDoor()).toBe('/door/')
    expect(links.toDoor(A)).toBe(`/door/#/sessions/${A}`)
  })
})
