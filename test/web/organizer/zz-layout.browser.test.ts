import { it } from 'vitest'
import { demoId } from '../../../scripts/data/demo.ts'
import { useConsole } from './console.ts'
import { layoutProblems } from './layout.ts'

const { service, open } = useConsole()
const S = `/organizer/#/events/${demoId('10')}/sessions/${demoId('30')}`
it('layouts', async () => {
  const { page } = await open('manager', '/organizer/')
  for (const a of [
    '/organizer/',
    '/organizer/#/today',
    '/organizer/#/guests',
    '/organizer/#/privacy',
    S,
    `${S}/guests`,
    `${S}/list`,
    `${S}/figures`,
    '/organizer/#/people',
    '/organizer/#/history',
    '/organizer/#/listings',
    '/organizer/#/phones',
    '/organizer/#/venues',
    '/organizer/#/webhooks',
    '/organizer/#/programs',
    `/organizer/#/listings/${demoId('41')}`,
    `/organizer/#/events/${demoId('10')}`,
    `/organizer/#/events/${demoId('10')}/series/${demoId('20')}`,
  ]) {
    await page.goto('about:blank')
    await page.goto(service.api + a)
    await page.waitForTimeout(1500)
    console.error(a, JSON.stringify(await layoutProblems(page), null, 1))
  }
}, 200_000)
