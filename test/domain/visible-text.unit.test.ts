import { expect, it } from 'vitest'
import { isVisible } from '../../src/domain/visible-text.ts'

it.each(['Ana', 'é', 'e\u0301', '李', 'กี้', '🎧', '7', '\u200bBo', '\u{f0000}'])('shows %j', (text) => {
  expect(isVisible(text)).toBe(true)
})

it.each([
  '',
  ' \u00a0',
  '\u200b\u200d',
  '\u202e',
  '\u3164',
  '\u2800',
  '\u0301',
  '\ufe0f',
  '\u0007',
  '\ufffb',
])('shows nothing of %j', (text) => {
  expect(isVisible(text)).toBe(false)
})
