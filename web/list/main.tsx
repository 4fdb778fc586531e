// The page of a guest list, for anyone who has its link.
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { language, startLanguage } from '../shared/page-language.ts'
import { AddForm } from './add-form.tsx'
import { Entries } from './entries.tsx'
import { LanguageSelect } from './language-select.tsx'
import { isUnknown, load, open, refresh, shown } from './service.ts'
import { formatTime, loadTexts, texts } from './texts.ts'
import './list.css'

/** While it can change: who arrived, and what others with the link added. */
const REFRESH_MS = 30_000

const Failed = ({ code }: { code: string | null }) => (
  <div class="stack">
    <h1>{texts.title}</h1>
    <p class="notice bad" role="alert">
      {isUnknown(code) ? texts.unknownLink : code === 'rate_limited' ? texts.busy : texts.noNetwork}
    </p>
    {!isUnknown(code) && (
      <button type="button" class="button" onClick={() => void load()}>
        {texts.tryAgain}
      </button>
    )}
  </div>
)

const Shown = () => {
  const now = shown.value
  if (now.kind === 'loading') return <p role="status">{texts.loading}</p>
  if (now.kind === 'failed') return <Failed code={now.code} />
  const { list, entries } = now
  const left = Math.max(0, list.quota - list.used)
  return (
    <>
      <header class="stack">
        <div>
          <p class="soft small">{texts.title}</p>
          <h1 dir="auto">{list.name}</h1>
        </div>
        <p class="soft">
          <bdi>{list.eventName}</bdi>
          <br />
          {formatTime(list.startsAt, list.timeZone)}
          {list.venueName !== null && (
            <>
              {' · '}
              <bdi>{list.venueName}</bdi>
            </>
          )}
        </p>
      </header>
      <section class="places" aria-label={texts.left(left)}>
        <p class="spread">
          <strong>{texts.left(left)}</strong>
          <span class="soft">{texts.used(list.used, list.quota)}</span>
        </p>
        <progress class={left === 0 ? 'full' : ''} max={list.quota} value={Math.min(list.used, list.quota)} />
        {list.isOpen && <p class="soft small">{texts.openUntil(formatTime(list.closesAt, list.timeZone))}</p>}
      </section>
      {list.isOpen ? (
        <AddForm left={left} maxPlusOnes={list.maxPlusOnes} />
      ) : (
        <p class="notice warn" role="status">
          {texts.closed}
        </p>
      )}
      <Entries list={list} entries={entries} />
    </>
  )
}

const Page = () => {
  useEffect(() => {
    void load()
    const again = (): void => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const timer = setInterval(again, REFRESH_MS)
    document.addEventListener('visibilitychange', again)
    window.addEventListener('hashchange', open)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      window.removeEventListener('hashchange', open)
    }
  }, [])
  return (
    <main class="list-page" key={language.value}>
      <Shown />
      <LanguageSelect />
    </main>
  )
}

await startLanguage(loadTexts)
render(<Page />, document.body)
