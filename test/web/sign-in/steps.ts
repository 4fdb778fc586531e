// Steps of people who sign in at the service itself.
import type { Page } from 'playwright-core'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens what a phone has no place for: links to screens, and the account. */
export const openMore = (page: Page) => button(page, 'More').click()
export const visit = async (page: Page, name: string) => {
  await openMore(page)
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
}
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Invites somebody at the console. Returns the link. */
export const invite = async (page: Page, name: string, role: string): Promise<string> => {
  await visit(page, 'People')
  await button(page, 'Invite').click()
  await field(page, 'Name').fill(name)
  await page.getByRole('combobox', { name: 'Role' }).last().selectOption(role)
  await button(page, 'Create link').click()
  const link = page.getByRole('textbox', { name: 'Invitation link' })
  await link.waitFor()
  const url = await link.inputValue()
  await button(page, 'Close').click()
  return url
}
