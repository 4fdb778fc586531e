// The heading of a screen.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { texts } from '../texts.ts'

export type Breadcrumb = { href: string; text: string }

type Props = {
  /** The heading; undefined until it is known. */
  title: string | undefined
  /** Which of several screens with this heading it is, for the title of the page. */
  part?: string | undefined
  breadcrumbs?: readonly Breadcrumb[]
  /** The actions of the screen, in one row with the heading where there is room. */
  actions?: ComponentChildren
  children?: ComponentChildren
}

/** Whether a screen was shown before. The first one leaves the focus where the browser put it. */
let wasShown = false

/** The heading of a screen. It takes the focus, so that screen readers announce the screen. */
export const Title = ({ title, part, breadcrumbs = [], actions, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = [part, title, texts.title].filter((text) => text !== undefined).join(' – ')
  }, [part, title])
  useEffect(() => {
    if (wasShown) {
      scrollTo(0, 0)
      heading.current?.focus()
    }
    wasShown = true
  }, [])
  return (
    <div class="title stack">
      {breadcrumbs.length > 0 && (
        <nav aria-label={texts.breadcrumbs}>
          <ol class="buttons breadcrumbs small">
            {breadcrumbs.map(({ href, text }) => (
              <li key={href}>
                <a class="soft" href={href}>
                  <bdi>{text}</bdi>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div class="spread">
        <h1 ref={heading} tabIndex={-1}>
          {title === undefined ? (
            <span class="bar">
              <span class="hidden">{texts.loading}</span>
            </span>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h1>
        {actions && <div class="buttons">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
