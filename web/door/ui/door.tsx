// The screen at the door: search, list, card, and what needs attention.
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { signInNeeded, subject } from '../../shared/account.ts'
import { keepScreenOn, unlockSound } from '../feedback.ts'
import { card, chosen, dispatch, list, session, state } from '../runtime.ts'
import { formatStart, texts } from '../texts.ts'
import { Attention, OthersUnsent } from './attention.tsx'
import { VerdictCard } from './card.tsx'
import { counts, overCapacity } from './figures.ts'
import { Recent } from './recent.tsx'
import { Filters, Results } from './results.tsx'
import { ScanMode } from './scan-mode.tsx'
import { useScanner } from './scanner.ts'
import { filter, found, hitsOf, query, resetSearch, show, type } from './search-view.ts'
import { SettingsButton } from './settings.tsx'
import { Connection, Ready, SignInAgain } from './status.tsx'
import { TicketDialog } from './ticket-dialog.tsx'

const Loading = () => {
  const shown = list.value
  if (shown === undefined || shown.isComplete) return null
  const count = shown.loaded ?? 0
  return (
    <div class="loading-list">
      <progress aria-label={texts.loading} value={count} max={Math.max(shown.total, count, 1)} />
      <p class="soft small">{texts.loadedOf(count, Math.max(shown.total, count))}</p>
      {shown.failures >= 1 && <p class="notice warn">{texts.loadingOffline}</p>}
    </div>
  )
}

const Arrived = () => {
  const shown = list.value
  if (shown?.isComplete !== true || shown.deniedAt !== null) return null
  const { CheckedIn, Valid } = counts.value
  const over = overCapacity(0)
  return (
    <>
      <span>{texts.arrived(CheckedIn, CheckedIn + Valid)}</span>
      {over > 0 && <strong class="over">{texts.overCapacity(over)}</strong>}
    </>
  )
}

/** Whether an on-screen keyboard would cover half the screen. */
const hasTouchKeyboard = (): boolean => matchMedia('(pointer: coarse)').matches

/** A code leaves the field at once, and other text is selected, so that the next code never adds to it. */
const onEnter = (field: HTMLInputElement): void => {
  const text = field.value
  const id = crypto.randomUUID()
  dispatch({ type: 'entered', text, id, hits: hitsOf(text), isScan: false })
  const { lastAsk, card } = state.peek()
  const isAsked = lastAsk === id && card !== null
  if (isAsked || card?.kind === 'message') show('')
  field.select()
  if (hasTouchKeyboard()) field.blur()
}

const Search = ({ field }: { field: { current: HTMLInputElement | null } }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault()
      if (field.current !== null) onEnter(field.current)
    }}
  >
    <input
      ref={field}
      type="search"
      class="input search"
      aria-label={texts.search}
      placeholder={texts.searchHint}
      autocomplete="off"
      autocorrect="off"
      autocapitalize="off"
      spellcheck={false}
      enterkeyhint="search"
      maxLength={5_000}
      value={query.value}
      onInput={(event) => type(event.currentTarget.value)}
      // The next name replaces the last one.
      onFocus={(event) => event.currentTarget.select()}
    />
  </form>
)

const AtTheDoor = () => {
  const search = useRef<HTMLInputElement>(null)
  const isScanning = useSignal(false)
  useScanner(search)
  const searchByName = (): void => {
    dispatch({ type: 'card closed' })
    isScanning.value = false
    // After the page shows the field again.
    setTimeout(() => search.current?.focus())
  }
  const ticketId = chosen.value
  // A dialog returns the focus to its row. After a check-in, staff search for the next guest.
  useLayoutEffect(() => {
    const isAsking = ticketId === null && card.peek()?.kind === 'checking'
    if (isAsking && !hasTouchKeyboard()) search.current?.focus({ preventScroll: true })
  }, [ticketId])
  return (
    <>
      <div class="content" inert={isScanning.value}>
        <Loading />
        <Search field={search} />
        <Filters />
        <Results />
        {found.value === undefined && filter.value === undefined && <Recent />}
      </div>
      <div class="bottom" inert={isScanning.value}>
        {!isScanning.value && <VerdictCard onSearch={searchByName} />}
        <Attention />
        <button
          type="button"
          class="button primary"
          onClick={() => {
            unlockSound()
            dispatch({ type: 'card closed' })
            isScanning.value = true
          }}
        >
          {texts.scan}
        </button>
      </div>
      {isScanning.value && <ScanMode onClose={() => (isScanning.value = false)} onSearch={searchByName} />}
      {ticketId !== null && <TicketDialog key={ticketId} id={ticketId} />}
    </>
  )
}

/** Stored tickets are shown only to the person who was given them. */
const isAllowed = (): boolean => {
  const confirmedBy = list.value?.confirmedBy ?? null
  return confirmedBy === null ? list.value?.isComplete === false : confirmedBy === subject.value
}

const Content = () => {
  const shown = list.value
  const isDenied = shown?.deniedAt !== null
  if (!isDenied && isAllowed() && (shown.isComplete || (shown.loaded ?? 0) > 0)) return <AtTheDoor />
  return (
    <div class="content">
      {isDenied ? (
        <p class="notice bad">{shown?.isErased ? texts.erased : texts.denied}</p>
      ) : shown.isComplete ? (
        <p class="notice warn">{texts.waitingForAccess}</p>
      ) : (
        <Loading />
      )}
      <Attention />
    </div>
  )
}

export const Door = () => {
  useEffect(keepScreenOn, [])
  // A layout effect, because an effect would discard what was typed before the first paint.
  useLayoutEffect(resetSearch, [])
  const opened = session.value
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = opened === undefined ? texts.title : `${opened.eventName} – ${texts.title}`
    heading.current?.focus({ preventScroll: true })
    return () => {
      document.title = texts.title
    }
  }, [])
  if (opened === undefined) return null
  return (
    <main class="page door">
      <header class="top">
        <div class="heading">
          <a class="round" href="#/">
            <span class="hidden">{texts.sessions}</span>
            <span aria-hidden="true">‹</span>
          </a>
          <div>
            <h1 dir="auto" tabIndex={-1} ref={heading}>
              {opened.eventName}
            </h1>
            <p class="small soft">
              {formatStart(opened)}
              {opened.venueName && (
                <>
                  {' · '}
                  <bdi>{opened.venueName}</bdi>
                </>
              )}
            </p>
          </div>
          <SettingsButton />
        </div>
        <div class="states">
          <Connection />
          <Arrived />
          <Ready />
        </div>
        {signInNeeded.value && <SignInAgain />}
        <OthersUnsent />
      </header>
      <Content />
    </main>
  )
}
