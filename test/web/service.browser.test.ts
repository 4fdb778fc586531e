// The shared service of the browser tests: a person of one test sees the organizer of that test alone.
import { describe, expect, it } from 'vitest'
import { BROWSER } from '../support/node/browser.ts'
import { sharedBrowser } from '../support/node/page.ts'
import { useService } from '../support/node/service.ts'

describe('the shared service', () => {
  const service = useService()

  it('accepts a token of any subject', async () => {
    const org = await service.makeOrganizer({ tickets: 15 })
    const read = async (subject: string) => {
      const headers = { Authorization: `Bearer ${await service.token(subject)}` }
      const response = await fetch(`${service.api}/api/v1/sessions/${org.session}/tickets`, { headers })
      return { status: response.status, body: (await response.json()) as { data: unknown[] } }
    }
    expect((await read(org.staff)).body.data).toHaveLength(15)
    expect((await read(org.stranger)).status).toBe(404)
  })

  it.skipIf(BROWSER === undefined)('opens a page with the subject signed in', async () => {
    const org = await service.makeOrganizer({ tickets: 5 })
    const context = await (await sharedBrowser()).newContext({
      storageState: await service.signIn(org.staff),
    })
    const page = await context.newPage()
    await page.goto(`${service.api}/door/#/sessions/${org.session}`)
    await page.getByText('Ready offline').waitFor()
    await context.close()
  })
})
