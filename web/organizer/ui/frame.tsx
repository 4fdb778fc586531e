// The frame of every screen: the navigation, and who is signed in.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { nameOf, subject } from '../../shared/account.ts'
import icon from '../../shared/icons/icon.svg'
import { TIME_ZONE } from '../formats.ts'
import { toDoor, toEvents } from '../links.ts'
import { texts } from '../texts.ts'
import { Button } from './button.tsx'
import { PageNotices } from './notices.tsx'

type Section = { path: string; name: string }

type Props = {
  navigation: readonly Section[]
  current: Section | undefined
  onSignOut: () => void
  children: ComponentChildren
}

const Bar = ({ navigation, current, onSignOut }: Omit<Props, 'children'>) => {
  const links = useRef<HTMLElement>(null)
  const name = nameOf(subject.value ?? '')
  // On a phone the row of links scrolls.
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <header class="bar">
      <div class="inner">
        <a class="brand" href={toEvents} aria-label={texts.title}>
          <img src={icon} alt="" />
          <span>{texts.title}</span>
        </a>
        <nav aria-label={texts.pages} ref={links}>
          {navigation.map((section) => (
            <a
              key={section.path}
              href={`#${section.path}`}
              aria-current={section === current ? 'page' : undefined}
            >
              {section.name}
            </a>
          ))}
        </nav>
        <span class="who soft small" title={texts.signedInAs(name)}>
          <bdi>{name}</bdi>
        </span>
        <Button look="plain" text={texts.signOut} onClick={onSignOut} />
      </div>
    </header>
  )
}

export const Frame = ({ children, ...bar }: Props) => (
  <div class="frame">
    <Bar {...bar} />
    <main class="inner">
      <PageNotices />
      {children}
    </main>
    <footer class="inner soft small">
      <span>{texts.timeZone(TIME_ZONE)}</span>
      <a href={toDoor()}>{texts.doorPage}</a>
    </footer>
  </div>
)
