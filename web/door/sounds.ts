// The sounds and vibrations of outcomes. The small speakers of phones carry little below 800 Hz, and a
// refusal must be easier to hear than a success.
import type { Sound } from './core/state.ts'

export type Tone = { frequency: number; ms: number; gain: number }

/** A silent tone. */
const pause = (ms: number): Tone => ({ frequency: 1_000, ms, gain: 0 })

const refusal: readonly Tone[] = [
  { frequency: 1_800, ms: 220, gain: 0.5 },
  pause(60),
  { frequency: 1_200, ms: 420, gain: 0.5 },
]

const twice: readonly Tone[] = [
  { frequency: 1_500, ms: 180, gain: 0.42 },
  pause(80),
  { frequency: 1_500, ms: 180, gain: 0.42 },
]

/** Played in sequence. */
export const TONES: Record<Sound, readonly Tone[]> = {
  CheckedIn: [
    { frequency: 1_320, ms: 70, gain: 0.3 },
    { frequency: 2_093, ms: 110, gain: 0.3 },
  ],
  AlreadyCheckedIn: twice,
  Left: [1_760, 1_480, 1_175].map((frequency) => ({ frequency, ms: 70, gain: 0.28 })),
  refused: refusal,
  partly: twice,
  undone: [
    { frequency: 2_093, ms: 70, gain: 0.25 },
    { frequency: 1_320, ms: 130, gain: 0.25 },
  ],
  repeat: [{ frequency: 1_760, ms: 50, gain: 0.2 }],
  alarm: [...refusal, pause(120), ...refusal],
}

/** Milliseconds of vibration and pause, in turn. */
export const PULSES: Record<Sound, number[]> = {
  CheckedIn: [60],
  AlreadyCheckedIn: [120, 80, 120],
  Left: [40, 40, 40, 40, 40],
  refused: [300, 100, 300],
  partly: [120, 80, 300],
  undone: [40, 60, 40],
  repeat: [30],
  alarm: [300, 100, 300, 100, 300],
}
