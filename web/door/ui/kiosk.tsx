// The screen of a kiosk: the camera, and one verdict for a while. It asks the service, and decides nothing.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isDialogOpen } from '../../shared/dialog.tsx'
import type { Language } from '../../shared/language.ts'
import { language } from '../../shared/page-language.ts'
import { connecting } from '../connect-link.ts'
import { find } from '../core/asking.ts'
import { isInside } from '../core/check-in.ts'
import { type Readings, readCode } from '../core/codes.ts'
import { stateOf } from '../core/overlay.ts'
import { canAsk } from '../core/rounds.ts'
import { keepScreenOn, play } from '../feedback.ts'
import { KIOSK_SESSION } from '../role.ts'
import { card, dispatch, isBusy, list, session, state } from '../runtime.ts'
import { formatStart, texts } from '../texts.ts'
import { readCodes } from './camera.ts'
import { keepDecoder } from './decoder.ts'
import { Icon } from './icon.tsx'
import { KIOSK_TEXTS, type KioskWords } from './kiosk-texts.ts'
import { keepInside } from './no-way-out.ts'
import { isReadyOffline } from './status.tsx'

/** How long guests see what became of their ticket. */
const SHOWN_MS = 4_000
/** Nobody leaves a kiosk by accident. */
const HOLD_MS = 3_000

/**
 * Styles of this screen alone, for which the style sheet has no room. Guests read it on a phone in a stand
 * and on a tablet on a wall, upright or not.
 */
const LOOK = {
  /** Wide screens have a grid for the list beside the card. There is no list. */
  page: { display: 'flex' },
  scan: { '--zone': '60dvh' },
  head: { padding: '8px 16px' },
  verdict: { display: 'grid', flex: 1 },
  show: { alignContent: 'center', gap: '12px' },
  large: { fontSize: 'clamp(2rem, 6vmin, 4rem)', fontWeight: 700, lineHeight: 1.15 },
  others: { fontSize: 'clamp(1.25rem, 3vmin, 2rem)', lineHeight: 1.25 },
  corner: {
    ...{ position: 'fixed', insetBlockStart: 0, insetInlineStart: 0, zIndex: 1 },
    ...{ width: '96px', height: '96px', opacity: 0 },
  },
} as const

/** In the language of the phone, and smaller in the others. */
const Words = ({ say }: { say: keyof KioskWords }) => (
  <>
    <p dir="auto" style={LOOK.large}>
      {KIOSK_TEXTS[language.value][say]}
    </p>
    {(Object.keys(KIOSK_TEXTS) as Language[])
      .filter((one) => one !== language.value)
      .map((one) => (
        <p key={one} lang={one} dir="auto" style={LOOK.others}>
          {KIOSK_TEXTS[one][say]}
        </p>
      ))}
  </>
)

/** Whether the service can be asked about the tickets of the list. */
const isOpen = (): boolean => {
  const { isComplete = false, deniedAt = null } = list.value ?? {}
  return isComplete && deniedAt === null && canAsk(state.value)
}

/** Whether the service is asked about a ticket: nothing that staff must look at. */
const mayAsk = (text: string): string | undefined => {
  const ticket = find(state.peek(), text)
  const isPlain = ticket?.flag !== 'Stop' && stateOf(state.peek(), ticket?.id ?? '')?.status === 'Valid'
  return isPlain ? ticket?.id : undefined
}

/** Holding it leads to the link of a phone. */
const Corner = () => {
  const timer = useRef(0)
  const end = (): void => clearTimeout(timer.current)
  const begin = (): void => {
    end()
    timer.current = Number(setTimeout(() => (connecting.value = 'ask'), HOLD_MS))
  }
  return (
    <button
      type="button"
      class="corner"
      aria-label={texts.connect}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={({ repeat }) => repeat || begin()}
      onKeyUp={end}
      onContextMenu={(event) => event.preventDefault()}
      style={LOOK.corner}
    />
  )
}

export const Kiosk = () => {
  const verdict = useSignal<'in' | 'staff' | undefined>(undefined)
  const isBroken = useSignal(false)
  const attempt = useSignal(0)
  const video = useRef<HTMLVideoElement>(null)
  const asked = useRef<string>('')
  const readings = useRef<Readings>(new Map())
  const opened = session.value
  const isCancelled = opened?.cancelledAt != null
  useEffect(keepScreenOn, [])
  useEffect(keepInside, [])
  useEffect(() => {
    if (opened !== undefined) localStorage.setItem(KIOSK_SESSION, opened.id)
  }, [opened?.id])
  const isReady = isReadyOffline()
  useEffect(() => {
    if (isReady) keepDecoder().catch(() => undefined)
  }, [isReady])

  const show = (what: 'in' | 'staff'): void => {
    verdict.value = what
    setTimeout(() => (verdict.value = undefined), SHOWN_MS)
  }
  const onCodes = ([text = '']: readonly string[]): void => {
    const isIdle = verdict.peek() === undefined && !isBusy.peek() && asked.current === ''
    // The ticket of the verdict may stay in view.
    if (!isIdle && [...readings.current.keys()].at(-1) !== text) return
    const read = readCode(readings.current, text, performance.now())
    readings.current = read.readings
    if (!read.isNew || !isIdle) return
    const ticketId = mayAsk(text)
    if (ticketId === undefined) {
      play('refused')
      show('staff')
      return
    }
    asked.current = crypto.randomUUID()
    dispatch({ type: 'check-in tapped', ticketIds: [ticketId], ids: [asked.current] })
  }
  const shown = card.value
  useEffect(() => {
    if (shown?.kind !== 'verdict' || shown.id !== asked.current) return
    const isIn = shown.verdicts.every(({ outcome }) => isInside(outcome))
    asked.current = ''
    show(isIn ? 'in' : 'staff')
    if (isIn) dispatch({ type: 'painted', checkInIds: [shown.id] })
    dispatch({ type: 'card closed' })
  }, [shown])

  useEffect(() => {
    const controller = new AbortController()
    const isPaused = (): boolean =>
      isDialogOpen() || connecting.peek() !== undefined || !isOpen() || session.peek()?.cancelledAt != null
    readCodes(video.current as HTMLVideoElement, { onCodes, isPaused }, controller.signal).catch(() => {
      if (controller.signal.aborted) return
      isBroken.value = true
      // A call takes the camera away for a while.
      setTimeout(() => (attempt.value += 1), SHOWN_MS)
    })
    isBroken.value = false
    return () => controller.abort()
  }, [attempt.value])

  const isStaff = verdict.value === 'staff' || isBroken.value || !isOpen()
  const say = isCancelled ? 'off' : verdict.value === 'in' ? 'in' : isStaff ? 'staff' : undefined
  if (opened === undefined) return null
  return (
    <main class="page door scanning" style={LOOK.page}>
      <Corner />
      <section class="scan" style={LOOK.scan} aria-label={texts.scanning}>
        <div class="lens">
          <video ref={video} aria-label={texts.camera} muted playsInline />
          <p class="frame" aria-hidden="true" />
        </div>
        <div class="zone">
          <div style={LOOK.head}>
            <h1 dir="auto">{opened.eventName}</h1>
            <p class="soft">{formatStart(opened)}</p>
          </div>
          <div role="alert" style={say && LOOK.verdict}>
            {say !== undefined && (
              <div class={`outcome ${say === 'in' ? 'in' : 'refused'}`}>
                <div class="said">
                  <Icon look={say === 'in' ? 'in' : 'refused'} />
                  <Words say={say} />
                  {isCancelled && opened.cancelNotice && <p class="help">{opened.cancelNotice}</p>}
                </div>
              </div>
            )}
          </div>
          {say === undefined && (
            <div class="hint" style={LOOK.show}>
              <Words say="show" />
            </div>
          )}
        </div>
      </section>
    </main>
  )
}
