// The verdicts as people with and without colour vision see them, and as the speaker of a phone plays them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TONES, type Tone } from '../../web/door/sounds.ts'

const WEB = join(import.meta.dirname, '../../web')
const TOKENS = readFileSync(join(WEB, 'shared/tokens.css'), 'utf8')
const CSS = readFileSync(join(WEB, 'door/door.css'), 'utf8')

type Colour = [red: number, green: number, blue: number]

/** A colour of the tokens. Those of the dark scheme come first. */
const token = (name: string, isDark = false): Colour => {
  const found = [...TOKENS.matchAll(new RegExp(`--${name}: #([0-9a-f]{6})`, 'g'))].map(([, hex = '']) => hex)
  const hex = (isDark ? found[0] : found.at(-1)) ?? ''
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Colour
}

/** The colour that a verdict's rule, or else the rule of all, gives to one of its parts. */
const colourOf = (selector: string, part: 'verdict' | 'verdict-ink'): Colour => {
  const [, rule = ''] = CSS.split(`\n${selector} {`)
  const [, name] = new RegExp(`^[^}]*--${part}: var\\(--([a-z-]+)\\)`).exec(rule) ?? []
  return name === undefined ? colourOf('.outcome', part) : token(name)
}

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const luminance = ([red, green, blue]: Colour): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** The contrast of two colours in linear light, as WCAG measures it. */
const contrast = (a: Colour, b: Colour): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

type Matrix = [Colour, Colour, Colour]

/** What eyes see, in linear light: Machado, Oliveira and Fernandes (2009), severity 1. */
const EYES: Record<string, Matrix> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
}

const see = (matrix: Matrix, colour: Colour): Colour => {
  const linear = colour.map(toLinear) as Colour
  return matrix.map((row) =>
    Math.min(1, Math.max(0, row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2])),
  ) as Colour
}

const VERDICTS = {
  in: '.outcome.in',
  already: '.outcome:is(.already, .partly)',
  refused: '.outcome',
  'read first': '.outcome.read-first',
  out: '.outcome.out',
}
const GROUNDS = { light: token('ground'), dark: token('ground', true) }

describe('the colours of the verdicts', () => {
  it.each(Object.entries(EYES))('differ in lightness for eyes with %s', (_, matrix) => {
    const [admitted, already, refused, note, out] = Object.values(VERDICTS).map((selector) =>
      see(matrix, colourOf(selector, 'verdict')),
    ) as [Colour, Colour, Colour, Colour, Colour]
    // Once they were 1.01 to 1.31.
    expect(contrast(admitted, already)).toBeGreaterThan(1.5)
    expect(contrast(already, refused)).toBeGreaterThan(1.9)
    expect(contrast(admitted, refused)).toBeGreaterThan(3)
    // Only "in" is a light surface: nobody takes a note for an admission.
    expect(contrast(admitted, note)).toBeGreaterThan(10)
    // Nobody takes an exit for an admission, nor for a guest who must wait.
    expect(contrast(admitted, out)).toBeGreaterThan(3)
    expect(contrast(already, out)).toBeGreaterThan(1.5)
  })

  it.each(Object.entries(VERDICTS))('have text that can be read in the sun: %s', (_, selector) => {
    const [ground, ink] = (['verdict', 'verdict-ink'] as const).map((part) =>
      see(EYES.usual as Matrix, colourOf(selector, part)),
    )
    expect(contrast(ground as Colour, ink as Colour)).toBeGreaterThan(5.5)
  })

  it.each(Object.entries(VERDICTS))('stand out from the page, light and dark: %s', (_, selector) => {
    for (const matrix of Object.values(EYES)) {
      for (const ground of Object.values(GROUNDS)) {
        // The frame has the colour of the text. Once a refusal had 1.67 in the dark, without a frame.
        const shown = (['verdict', 'verdict-ink'] as const).map((part) =>
          contrast(see(matrix, colourOf(selector, part)), see(matrix, ground)),
        )
        expect(Math.max(...shown)).toBeGreaterThan(3)
      }
    }
  })

  it('are seen in the dark by the fill alone', () => {
    const usual = EYES.usual as Matrix
    for (const name of ['in', 'already', 'alarm', 'out'])
      expect(contrast(see(usual, token(name)), see(usual, GROUNDS.dark))).toBeGreaterThan(3)
  })
})

/** A small speaker: a high-pass of the second order at 800 Hz (Butterworth). */
const CUTOFF_HZ = 800
const passed = (frequency: number): number => 1 / Math.sqrt(1 + (CUTOFF_HZ / frequency) ** 4)

/** The odd harmonics of a square wave that a phone plays and an ear hears best. */
const HARMONICS = [1, 3, 5]

const energyOf = (tones: readonly Tone[]): number =>
  tones.reduce(
    (sum, { frequency, ms, gain }) =>
      sum + HARMONICS.reduce((part, n) => part + ((gain / n) * passed(frequency * n)) ** 2, 0) * ms,
    0,
  )

const peakOf = (tones: readonly Tone[]): number =>
  Math.max(...tones.map(({ frequency, gain }) => gain * passed(frequency)))

const decibels = (ratio: number, factor: number): number => factor * Math.log10(ratio)

describe('the sounds, as the speaker of a phone plays them', () => {
  it('make a refusal louder and longer than a success', () => {
    for (const refusal of [TONES.refused, TONES.AlreadyCheckedIn, TONES.partly]) {
      // Once it was 6 to 20 dB below.
      expect(decibels(peakOf(refusal) / peakOf(TONES.CheckedIn), 20)).toBeGreaterThan(1.5)
      expect(decibels(energyOf(refusal) / energyOf(TONES.CheckedIn), 10)).toBeGreaterThan(4)
    }
  })

  it('lie where a small speaker carries', () => {
    for (const tones of Object.values(TONES))
      for (const { frequency } of tones) {
        expect(frequency).toBeGreaterThanOrEqual(1_000)
        expect(frequency).toBeLessThanOrEqual(3_000)
      }
  })

  it('let an undo fall and a success rise', () => {
    const frequencies = (tones: readonly Tone[]) => tones.map(({ frequency }) => frequency)
    expect(frequencies(TONES.CheckedIn)).toEqual(frequencies(TONES.CheckedIn).toSorted((a, b) => a - b))
    expect(frequencies(TONES.undone)).toEqual(frequencies(TONES.CheckedIn).toReversed())
  })
})
