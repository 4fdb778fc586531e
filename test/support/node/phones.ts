// Phones that managers add, and that are connected by their links.
import type { BrowserContext, Page } from 'playwright-core'
import { useApi } from '../../web/organizer/console.ts'
import type { DoorService } from './door.ts'
import { openProfile, type PageOptions } from './page.ts'

export type AddedPhone = { id: string; path: string; url: string }

export const usePhones = (service: DoorService) => {
  const phonesPath = () => `/api/organizer/v1/organizers/${service.org.id}/devices`
  const manager = () => useApi(service, service.org.manager)
  return {
    addPhone: async (role: string): Promise<AddedPhone> => {
      const api = await manager()
      const added = await api<{ id: string; connect: { url: string } }>('POST', phonesPath(), {
        name: 'Gate S',
        role,
      })
      return { id: added.id, path: `${phonesPath()}/${added.id}`, url: added.connect.url }
    },
    setRole: async ({ path }: AddedPhone, role: string) => (await manager())('PATCH', path, { role }),
  }
}

/** Opens the link of a phone in a new browser profile, or in `context`. */
export const connectPhone = async (
  url: string,
  { context, ...options }: PageOptions & { context?: BrowserContext } = {},
): Promise<Page> => {
  const page = context ? await context.newPage() : (await openProfile(options)).page
  await page.goto(url)
  const dialog = page.getByRole('dialog', { name: 'Connect this phone' })
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  return page
}

export const readRole = (page: Page) => page.evaluate(`localStorage.getItem('doorlist.role')`)
