import { expect, it } from 'vitest'
import { isEmailAddress } from '../../src/domain/email-address.ts'

it.each(['ana@example.com', 'a+b.c@mail.example.co.uk', 'josé@correo.es', "o'neill@example.ie"])(
  'is an address: %s',
  (text) => {
    expect(isEmailAddress(text)).toBe(true)
  },
)

it.each([
  '',
  '-',
  'n/a',
  'by phone',
  '@example.com',
  'ana@localhost',
  'ana@@example.com',
  'ana@example@com.de',
  'ana @example.com',
  'ana@example.com ',
  'ana@ex ample.com',
  'ana@.com',
  'ana@example.',
])('is none: %j', (text) => {
  expect(isEmailAddress(text)).toBe(false)
})
