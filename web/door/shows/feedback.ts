// Sound, vibration and a screen that stays lit. Each can fail or be absent without consequence.
import { signal } from '@preact/signals'
import type { Outcome } from '../sends/rule.ts'

const stored = (key: string) => {
  const value = signal(localStorage.getItem(key) !== 'off')
  return {
    value,
    set: (isOn: boolean): void => {
      value.value = isOn
      localStorage.setItem(key, isOn ? 'on' : 'off')
    },
  }
}

export const sound = stored('doorlist.sound')
export const vibration = stored('doorlist.vibration')

/** Frequencies in Hz, one after the other. */
const TONES: Record<Outcome['kind'], readonly number[]> = {
  CheckedIn: [880, 1_320],
  AlreadyCheckedIn: [330, 330],
  NotValid: [220, 165],
  UnknownTicket: [220, 165],
  NotSaved: [220, 165],
}

/** Milliseconds of vibration and pause. */
const PULSES: Record<Outcome['kind'], number[]> = {
  CheckedIn: [60],
  AlreadyCheckedIn: [120, 80, 120],
  NotValid: [300, 100, 300],
  UnknownTicket: [300, 100, 300],
  NotSaved: [300, 100, 300],
}

const TONE_SECONDS = 0.12
const VOLUME = 0.25

let audio: AudioContext | undefined

const play = (frequencies: readonly number[]): void => {
  audio ??= new AudioContext()
  const context = audio
  // Phones keep sound off until the page is touched.
  if (context.state === 'suspended') context.resume().catch(() => undefined)
  frequencies.forEach((frequency, index) => {
    const start = context.currentTime + index * TONE_SECONDS
    const gain = new GainNode(context, { gain: VOLUME })
    const oscillator = new OscillatorNode(context, { frequency, type: 'triangle' })
    gain.gain.setTargetAtTime(0, start + TONE_SECONDS / 2, TONE_SECONDS / 4)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + TONE_SECONDS)
  })
}

/** Says an outcome without words. */
export const signalOutcome = (kind: Outcome['kind']): void => {
  try {
    if (sound.value.value) play(TONES[kind])
    if (vibration.value.value && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(PULSES[kind])
  } catch {
    // The outcome is on the screen.
  }
}

/** Keeps the screen lit while the page is visible. Returns a function that ends this. */
export const keepScreenOn = (): (() => void) => {
  let lock: WakeLockSentinel | undefined
  let isEnded = false
  const request = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return
    const granted = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (isEnded) granted?.release().catch(() => undefined)
    else lock = granted
  }
  document.addEventListener('visibilitychange', request)
  request()
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', request)
    lock?.release().catch(() => undefined)
  }
}
