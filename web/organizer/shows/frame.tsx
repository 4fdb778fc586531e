// The frame of every screen: the navigation, who is signed in, and the heading that gets the focus.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { signInNeeded, subject } from '../../shared/account.ts'
import { leaveToSignIn } from '../../shared/enter.ts'
import icon from '../../shared/icons/icon.svg'
import { place, signOut } from '../app.ts'
import { TIME_ZONE } from '../formats.ts'
import { toDoor, toEvents, toListings } from '../routes.ts'
import { texts } from '../texts.ts'

const PageLink = ({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
    {children}
  </a>
)

const Bar = () => {
  const isListings = place.value.name.startsWith('listing')
  return (
    <header class="bar">
      <div class="inner">
        <a class="brand" href={toEvents}>
          <img src={icon} alt="" />
          <span>{texts.title}</span>
        </a>
        <nav aria-label={texts.pages}>
          <PageLink href={toEvents} isCurrent={!isListings}>
            {texts.events}
          </PageLink>
          <PageLink href={toListings} isCurrent={isListings}>
            {texts.listings}
          </PageLink>
        </nav>
        <span class="who soft small" title={texts.signedInAs(subject.value ?? '')}>
          {subject.value}
        </span>
        <button type="button" class="button plain" onClick={signOut}>
          {texts.signOut}
        </button>
      </div>
    </header>
  )
}

export const Frame = ({ children }: { children: ComponentChildren }) => (
  <div class="frame">
    <Bar />
    <main class="inner">
      {signInNeeded.value && (
        <div class="notice warn spread" role="status">
          <p>{texts.signInAgain}</p>
          <button type="button" class="button" onClick={() => leaveToSignIn()}>
            {texts.signIn}
          </button>
        </div>
      )}
      {children}
    </main>
    <footer class="inner soft small">
      <span>{texts.timeZone(TIME_ZONE)}</span>
      <a href={toDoor()}>{texts.doorPage}</a>
    </footer>
  </div>
)

type TitleProps = {
  /** The heading; undefined until it is known. */
  title: string | undefined
  breadcrumbs?: readonly { href: string; text: string }[]
  children?: ComponentChildren
}

/** Whether a screen was shown before. The first one leaves the focus where the browser put it. */
let wasShown = false

/** The heading of a screen, below its breadcrumbs. It gets the focus, so that screen readers announce the screen. */
export const Title = ({ title, breadcrumbs = [], children }: TitleProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title === undefined ? texts.title : `${title} – ${texts.title}`
  }, [title])
  useEffect(() => {
    if (wasShown) {
      scrollTo(0, 0)
      heading.current?.focus()
    }
    wasShown = true
  }, [])
  return (
    <div class="title">
      {breadcrumbs.length > 0 && (
        <nav aria-label={texts.breadcrumbs}>
          <ol class="breadcrumbs small">
            {breadcrumbs.map(({ href, text }) => (
              <li key={href}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title ?? texts.loading}
      </h1>
      {children}
    </div>
  )
}
