// The pictures of the door page: each screen in light and dark.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { demoId } from '../data/demo.ts'
import { apiWith, type Shot } from './shot.ts'

const SESSION = demoId('31')
const API = `/api/v1/sessions/${SESSION}`

const openDoor = async (page: Page): Promise<void> => {
  await page.getByText('Ready offline').waitFor()
}

const showSessions = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Sessions' }).getByRole('link').first().waitFor()
}

/** Lets the second part of the list wait, so that the bar stands still. */
const showLoading = async (page: Page): Promise<void> => {
  await showSessions(page)
  await page.route(/ticket-changes.*since=/, () => undefined)
  await page.goto(new URL(`/door/#/sessions/${SESSION}`, page.url()).href)
  await page.getByText(/^2,000 of/).waitFor()
}

const search = async (page: Page, filter = 'All'): Promise<void> => {
  await openDoor(page)
  await page.getByRole('radio', { name: filter }).check()
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill('mar')
  await page.getByRole('list', { name: 'Tickets' }).getByRole('button').first().waitFor()
}

const showTicket = async (page: Page): Promise<void> => {
  await search(page, 'Expected')
  await page.getByRole('list', { name: 'Tickets' }).getByRole('button').nth(4).click()
  await page.getByRole('dialog').waitFor()
}

const checkIn = async (page: Page): Promise<void> => {
  await search(page, 'Expected')
  await page.getByRole('list', { name: 'Tickets' }).getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true }).click()
  await page.getByRole('alert').waitFor()
}

const checkInOffline = async (page: Page): Promise<void> => {
  await openDoor(page)
  await page.context().setOffline(true)
  await checkIn(page)
  await page.getByRole('status', { name: 'Connection' }).filter({ hasText: 'Offline' }).waitFor()
}

/**
 * A ticket that somebody expects, with its code, and a check-in of it at another gate. The person must be a
 * manager.
 */
const useOtherGate = async (page: Page) => {
  const token = await page.evaluate<string>("JSON.parse(localStorage.getItem('doorlist.tokens')).accessToken")
  const api = apiWith(page.url(), token)
  const { data } = await api<{ data: { id: string }[] }>(
    'GET',
    `${API}/tickets?status=Valid&sort=-ticketNumber&pageSize=1`,
  )
  const [ticket] = data as [{ id: string }]
  const { code } = await api<{ code: string }>(
    'GET',
    `/api/organizer/v1/sessions/${SESSION}/tickets/${ticket.id}`,
  )
  const checkInThere = () => {
    const item = {
      type: 'CheckIn',
      id: randomUUID(),
      ticketId: ticket.id,
      at: new Date().toISOString(),
      admitted: true,
    }
    return api('POST', `${API}/check-ins`, { device: 'Gate B', items: [item] })
  }
  return { code, checkInThere }
}

const enter = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(code)
  await page.getByRole('searchbox', { name: 'Search tickets' }).press('Enter')
  await page.getByRole('alert').waitFor()
}

const showAlreadyCheckedIn = async (page: Page): Promise<void> => {
  await openDoor(page)
  const { code, checkInThere } = await useOtherGate(page)
  await checkInThere()
  await enter(page, code)
}

const showAdmittedTwice = async (page: Page): Promise<void> => {
  await openDoor(page)
  const { code, checkInThere } = await useOtherGate(page)
  await page.context().setOffline(true)
  await enter(page, code)
  await checkInThere()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Admitted twice (1)' }).click()
  await page.getByRole('button', { name: 'Mark as seen' }).waitFor()
}

const showSettings = async (page: Page): Promise<void> => {
  await openDoor(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Device name' }).fill('Gate A')
}

type Screen = { name: string; address?: string; person?: Shot['person']; show: Shot['show'] }

const SCREENS: readonly Screen[] = [
  { name: 'sessions', address: '/door/', show: showSessions },
  { name: 'loading', address: '/door/', show: showLoading },
  { name: 'door', show: openDoor },
  { name: 'search', show: (page) => search(page) },
  { name: 'ticket', show: showTicket },
  { name: 'checked-in', show: checkIn },
  { name: 'already-checked-in', person: 'manager', show: showAlreadyCheckedIn },
  { name: 'offline', show: checkInOffline },
  { name: 'admitted-twice', person: 'manager', show: showAdmittedTwice },
  { name: 'settings', show: showSettings },
]

export const doorShots: readonly Shot[] = SCREENS.flatMap(
  ({ name, address = `/door/#/sessions/${SESSION}`, person = 'door', show }) =>
    (['light', 'dark'] as const).map(
      (colorScheme): Shot => ({
        name: `door/${name}-${colorScheme}`,
        device: 'phone',
        person,
        address,
        colorScheme,
        show,
      }),
    ),
)
