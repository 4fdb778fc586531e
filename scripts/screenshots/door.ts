// The pictures of the door page.
import type { Page } from 'playwright-core'
import { demoId } from '../data/demo.ts'
import type { Shot } from './shot.ts'

const openDoor = async (page: Page): Promise<void> => {
  await page.getByText('Ready offline').waitFor()
}

const search = async (page: Page): Promise<void> => {
  await openDoor(page)
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill('mar')
  await page.getByRole('list', { name: 'Tickets' }).getByRole('button').first().waitFor()
}

const checkIn = async (page: Page): Promise<void> => {
  await search(page)
  await page.getByRole('radio', { name: 'Expected' }).check()
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

const door = { device: 'phone', person: 'door', address: `/door/#/sessions/${demoId('31')}` } as const

export const doorShots: readonly Shot[] = [
  { ...door, name: 'door/search-light', colorScheme: 'light', show: search },
  { ...door, name: 'door/checked-in-light', colorScheme: 'light', show: checkIn },
  { ...door, name: 'door/offline-dark', colorScheme: 'dark', show: checkInOffline },
]
