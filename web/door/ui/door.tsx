// The screen at the door: search, list, card, and what needs attention.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { keepScreenOn, unlockSound } from '../feedback.ts'
import { role } from '../role.ts'
import { card, chosen, dispatch, list, place, session, state } from '../runtime.ts'
import { formatNumber, formatStart, texts } from '../texts.ts'
import { VerdictCard } from './card.tsx'
import { counts, isCounted } from './figures.ts'
import { isScanning, setScanning } from './mode.ts'
import { Attention, HeadNotices, OnDemand } from './on-demand.tsx'
import { Filters, Results } from './results.tsx'
import { useScanner } from './scanner.ts'
import { hitsOf, isSearching, query, resetSearch, show, type } from './search-view.ts'
import { SettingsButton } from './settings.tsx'
import { Connection, Over, Ready } from './status.tsx'

const Loading = () => {
  const shown = list.value
  if (shown === undefined || shown.isComplete) return null
  const count = shown.loaded ?? 0
  return (
    <div>
      <progress aria-label={texts.loading} value={count} max={Math.max(shown.total, count, 1)} />
      <p class="soft small">{texts.loadedOf(count, Math.max(shown.total, count))}</p>
      {shown.failures >= 1 && <p class="notice warn">{texts.loadingOffline}</p>}
    </div>
  )
}

const Counter = () => {
  if (!isCounted()) return null
  const { CheckedIn, Valid } = counts.value
  const total = CheckedIn + Valid
  return (
    <p class="counter small">
      <span class="hidden">{texts.arrived(CheckedIn, total)}</span>
      <span aria-hidden="true">
        <b>{formatNumber(CheckedIn)}</b>
        {texts.ofTotal(total)}
      </span>
    </p>
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
      placeholder={role ? texts.number : texts.searchHint}
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
  useScanner(search)
  const searchByName = (): void => {
    dispatch({ type: 'card closed' })
    setScanning(false)
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
      {!isScanning.value && (
        <div class="content stack">
          <Loading />
          <OnDemand>{({ AboveSearch }) => <AboveSearch />}</OnDemand>
          <Search field={search} />
          {!isSearching.value && <OnDemand>{({ Idle }) => <Idle />}</OnDemand>}
          <Results />
          {!isSearching.value && <OnDemand>{({ Recent }) => <Recent />}</OnDemand>}
        </div>
      )}
      {isScanning.value ? (
        <OnDemand onClose={() => setScanning(false)}>
          {({ ScanMode }) => (
            <ScanMode onSearch={searchByName}>
              <VerdictCard onSearch={searchByName} />
              <Attention />
            </ScanMode>
          )}
        </OnDemand>
      ) : (
        <div class="bottom stack">
          <VerdictCard onSearch={searchByName} />
          <Attention />
          {!role && <Filters />}
          <Button
            look="primary scan-button"
            text={texts.scan}
            onClick={() => {
              unlockSound()
              dispatch({ type: 'card closed' })
              setScanning(true)
            }}
          />
        </div>
      )}
      {ticketId !== null && (
        <OnDemand onClose={() => dispatch({ type: 'chosen', ticketId: null })}>
          {({ TicketDialog }) => <TicketDialog key={ticketId} id={ticketId} />}
        </OnDemand>
      )}
    </>
  )
}

/** Stored tickets are shown only to the person who was given them. */
const isAtTheDoor = (): boolean => {
  const { deniedAt, confirmedBy, isComplete = false } = list.value ?? {}
  const isAllowed = confirmedBy === null ? !isComplete : confirmedBy === subject.value
  return deniedAt === null && isAllowed
}

const Waiting = () => {
  const shown = list.value
  return (
    <div class="content stack">
      {shown?.deniedAt !== null ? (
        <p class="notice bad">{shown?.isErased ? texts.erased : texts.denied}</p>
      ) : (
        <p class="notice warn">{texts.waitingForAccess}</p>
      )}
      <Attention />
    </div>
  )
}

export const Door = () => {
  useEffect(keepScreenOn, [])
  // Layout effects, because effects would discard what was typed before the first paint, and take the focus.
  useLayoutEffect(resetSearch, [])
  const opened = session.value
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = opened === undefined ? texts.title : `${opened.eventName} – ${texts.title}`
    heading.current?.focus({ preventScroll: true })
    return () => {
      document.title = texts.title
    }
  }, [])
  if (opened === undefined) return null
  const isReady = isAtTheDoor()
  const mode = isScanning.value ? 'scanning' : isSearching.value ? 'searching' : ''
  const { hasExits } = place.value
  return (
    <main class={`page door ${isReady ? mode : ''} ${hasExits ? 'has-exits' : ''}`}>
      <header class="top">
        <a class="round" href="#/">
          <span class="hidden">{texts.sessions}</span>
          <span class="back" aria-hidden="true">
            ‹
          </span>
        </a>
        <div class="states small strong">
          <Connection />
          {mode && <Over />}
          <Ready />
        </div>
        <div class="title">
          <h1 dir="auto" tabIndex={-1} ref={heading}>
            {opened.eventName}
          </h1>
          <p class="sub small soft">
            {formatStart(opened)}
            {opened.venueName && (
              <>
                {' · '}
                <bdi>{opened.venueName}</bdi>
              </>
            )}
          </p>
        </div>
        {!hasExits && <Counter />}
        <SettingsButton />
        <HeadNotices />
        {isReady && hasExits && <OnDemand>{({ PlaceBar }) => <PlaceBar />}</OnDemand>}
      </header>
      {isReady ? <AtTheDoor /> : <Waiting />}
    </main>
  )
}
