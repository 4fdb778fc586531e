// The screen at the door: search, list, outcome, and what needs attention.
import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { signInNeeded } from '../../shared/account.ts'
import type { Api } from '../../shared/api.ts'
import { Gate } from '../gate.ts'
import type { OpenSession } from '../open-session.ts'
import { makeRepeatFilter } from '../sends/rule.ts'
import { formatDay, formatTime, texts } from '../texts.ts'
import { Desk } from './desk.ts'
import { keepScreenOn } from './feedback.ts'
import { OutcomeCard } from './outcome.tsx'
import { Recent } from './recent.tsx'
import { Scanner } from './scanner.tsx'
import { SearchView } from './search-view.ts'
import { SettingsButton } from './settings.tsx'
import { Connection, Ready, SignInAgain } from './status.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import { Filters, Results } from './tickets.tsx'
import { OthersUnsent, Troubles } from './troubles.tsx'

const Loading = ({ open }: { open: OpenSession }) => {
  const { count, total } = open.loaded.value
  return (
    <div class="content">
      <progress aria-label={texts.loading} value={count} max={Math.max(total, count, 1)} />
      <p class="soft">{texts.loadedOf(count, Math.max(total, count))}</p>
      {open.isFailing.value && <p class="notice warn">{texts.loadingOffline}</p>}
    </div>
  )
}

const Arrived = ({ open }: { open: OpenSession }) => {
  const { CheckedIn, Valid } = open.counts.value
  return <span>{texts.arrived(CheckedIn, CheckedIn + Valid)}</span>
}

/** Scanners type faster than people. */
const SCANNER_MS = 50

/** Sends what is typed anywhere to the search: scanners type without a tap on the field. */
const useTypingAnywhere = (search: { current: HTMLInputElement | null }): void => {
  // An effect would run a frame after the field appears. On a slow phone, the first letters of a code would be lost.
  useLayoutEffect(() => {
    let typedAt = 0
    const onKeyDown = (event: KeyboardEvent): void => {
      const isPress = event.key === 'Enter' || event.key === ' '
      // The end of a scanned code must not press the button that happens to have the focus.
      if (isPress && event.target instanceof HTMLButtonElement && event.timeStamp - typedAt < SCANNER_MS) {
        event.preventDefault()
      }
      if (event.key.length === 1) typedAt = event.timeStamp
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      const isFree = event.target === document.body || event.target instanceof HTMLButtonElement
      // A space presses the button that has the focus.
      if (isText && event.key !== ' ' && isFree && document.querySelector('dialog[open]') === null) {
        search.current?.focus()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [search])
}

const AtTheDoor = ({ open, view, desk }: { open: OpenSession; view: SearchView; desk: Desk }) => {
  const search = useRef<HTMLInputElement>(null)
  const isScanning = useSignal(false)
  const isRepeat = useRef(makeRepeatFilter()).current
  useTypingAnywhere(search)

  const onScan = (code: string): void => {
    if (!isRepeat(code, Date.now())) desk.scan(code)
  }
  const onEnter = async (): Promise<void> => {
    const text = view.query.value
    if (text.trim() === '' || isRepeat(text.trim(), Date.now())) return
    // The text stays if somebody has typed something else in between.
    if ((await desk.enter(text)) && view.query.value === text) view.show('')
  }
  return (
    <>
      <div class="content">
        {isScanning.value && <Scanner onCode={onScan} onClose={() => (isScanning.value = false)} />}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onEnter()
          }}
        >
          <input
            ref={search}
            type="search"
            class="input search"
            aria-label={texts.search}
            placeholder={texts.searchHint}
            autocomplete="off"
            autocorrect="off"
            autocapitalize="off"
            spellcheck={false}
            enterkeyhint="search"
            maxLength={500}
            value={view.query.value}
            onInput={(event) => view.show(event.currentTarget.value)}
            // The next name replaces the last one.
            onFocus={(event) => event.currentTarget.select()}
          />
        </form>
        <Filters view={view} />
        <Results open={open} view={view} onChoose={(id) => (desk.chosen.value = id)} />
        {view.found.value === undefined && <Recent open={open} desk={desk} />}
      </div>
      <div class="bottom">
        <OutcomeCard desk={desk} />
        <Troubles />
        <div class="tools">
          <button
            type="button"
            class="button primary"
            aria-pressed={isScanning.value}
            onClick={() => (isScanning.value = !isScanning.value)}
          >
            {isScanning.value ? texts.stopScanning : texts.scan}
          </button>
          <SettingsButton />
        </div>
      </div>
      {desk.chosen.value !== undefined && (
        <TicketDialog
          key={desk.chosen.value}
          open={open}
          desk={desk}
          id={desk.chosen.value}
          onClose={() => (desk.chosen.value = undefined)}
        />
      )}
    </>
  )
}

export const Door = ({ open, api }: { open: OpenSession; api: Api }) => {
  const view = useMemo(() => new SearchView(open), [open])
  const desk = useMemo(() => new Desk(new Gate(open, api), view), [open, api, view])
  const phase = useComputed(() => open.phase.value).value
  useEffect(keepScreenOn, [])
  const { eventName, startsAt, venueName } = open.session
  const start = Date.parse(startsAt)
  return (
    <main class="page door">
      <header class="top">
        <div class="heading">
          <a class="back" href="#/">
            <span class="hidden">{texts.back}</span>
            <span aria-hidden="true">‹</span>
          </a>
          <div>
            <h1>{eventName}</h1>
            <p class="small soft">
              {[`${formatDay(start)}, ${formatTime(start)}`, venueName].filter(Boolean).join(' · ')}
            </p>
          </div>
        </div>
        <div class="states">
          <Connection isLoading={phase === 'loading'} />
          {phase === 'ready' && <Arrived open={open} />}
          <Ready open={open} />
        </div>
        {signInNeeded.value && <SignInAgain />}
        <OthersUnsent />
      </header>
      {phase === 'loading' && <Loading open={open} />}
      {phase === 'denied' && <p class="notice bad">{texts.denied}</p>}
      {phase === 'erased' && <p class="notice bad">{texts.erased}</p>}
      {phase === 'ready' && <AtTheDoor open={open} view={view} desk={desk} />}
    </main>
  )
}
