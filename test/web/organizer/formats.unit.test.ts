import { expect, it } from 'vitest'
import { hourIn } from '../../../web/organizer/formats.ts'

it.each([
  ['en-GB', '04:14'],
  ['de', '04:14'],
  ['fr', '04:14'],
  ['pl', '04:14'],
  ['es', '4:14'],
  ['en-US', '4:14 AM'],
  ['en-AU', '4:14 am'],
])('writes the hour as %s does', (locale, expected) => {
  const time = { hour: hourIn(locale), minute: '2-digit', timeZone: 'UTC' } as const
  // Some versions separate AM by a narrow space.
  const format = (options: object) =>
    new Intl.DateTimeFormat(locale, options).format(Date.UTC(2026, 5, 12, 4, 14)).replaceAll(/\s/g, ' ')
  expect(format(time)).toBe(expected)
  expect(format({ day: 'numeric', month: 'long', ...time })).toContain(expected)
})
