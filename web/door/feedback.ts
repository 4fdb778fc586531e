// Sound, vibration and a screen that stays on. Each may fail or be missing without consequences.
import { signal } from '@preact/signals'
import type { Sound } from './core/state.ts'
import { PULSES, TONES, type Tone } from './sounds.ts'

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

let audio: AudioContext | undefined

/**
 * Starts audio, which phones allow only during a tap. Ignores the ring switch where a page can ask for it.
 */
export const unlockSound = (): void => {
  try {
    const { audioSession } = navigator as { audioSession?: { type: string } }
    if (audioSession !== undefined) audioSession.type = 'playback'
    audio ??= new AudioContext()
    // After a call the state is `interrupted`.
    if (audio.state !== 'running') audio.resume().catch(() => undefined)
  } catch {
    // The outcome is on the screen.
  }
}

const FADE_SECONDS = 0.01

const playTones = (tones: readonly Tone[], context: AudioContext): void => {
  let start = context.currentTime
  for (const { frequency, ms, gain: level } of tones) {
    const end = start + ms / 1_000
    const gain = new GainNode(context, { gain: level })
    gain.gain.setTargetAtTime(0, end - 2 * FADE_SECONDS, FADE_SECONDS / 2)
    const oscillator = new OscillatorNode(context, { frequency, type: 'square' })
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(end)
    start = end
  }
}

export const canVibrate = 'vibrate' in navigator

/** Plays and vibrates what happened. */
export const play = (what: Sound): void => {
  try {
    if (sound.value.value) {
      unlockSound()
      if (audio !== undefined) playTones(TONES[what], audio)
    }
    if (vibration.value.value && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(PULSES[what])
  } catch {
    // The outcome is on the screen.
  }
}

/** Keeps the screen on while the page is visible. Returns a function that stops it. */
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
