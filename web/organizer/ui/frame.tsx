// The frame of every screen: the navigation, and who is signed in.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { nameOf, subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import icon from '../../shared/icons/icon.svg'
import { chooseTheme, THEMES, theme } from '../../shared/theme.ts'
import { useLoad } from '../data/load.ts'
import { chooseFrom, chosenOrganizer } from '../data/organizers.ts'
import { readOrganizers } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { formatZone, TIME_ZONE } from '../formats.ts'
import { toDoor, toNew, toPeople } from '../links.ts'
import { texts } from '../texts.ts'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import type { Hit } from './hits.tsx'
import { Icon, type IconName } from './icon.tsx'
import { PageNotices } from './notices.tsx'
import { QuickFind } from './quick-find.tsx'
import { namedOptions, Select, textOptions } from './select.tsx'
import { FIND_KEYS, Shortcuts, useShortcuts } from './shortcuts.tsx'
import { Toasts } from './toasts.tsx'

/** A place in the navigation, and the name of what `?new` does there. */
export type Entry = { icon: IconName; isSetUp?: true; action?: string }

type Screen = { path: string; name: string; link?: Entry }

type Props = {
  navigation: readonly Screen[]
  current: Screen | undefined
  onSignOut: () => void
  children: ComponentChildren
}

/** How many links a phone shows beside "More". */
const ON_PHONES = 4

/** The screen, and what can be done there. */
const toHits = ({ path, name, link }: Screen): Hit[] => [
  { href: `#${path}`, text: name, details: [] },
  ...(link?.action === undefined ? [] : [{ href: toNew(`#${path}`), text: link.action, details: [name] }]),
]

type LinkProps = { screen: Screen; isCurrent: boolean; onFollow: () => void }

const NavigationLink = ({ screen, isCurrent, onFollow }: LinkProps) => (
  <li>
    <a
      class="destination"
      href={`#${screen.path}`}
      aria-current={isCurrent ? 'page' : undefined}
      title={screen.name}
      onClick={onFollow}
    >
      {screen.link && <Icon name={screen.link.icon} />}
      <span>{screen.name}</span>
    </a>
  </li>
)

type AccountProps = {
  organizers: readonly Organizer[]
  onFollow: () => void
  onSignOut?: Props['onSignOut']
}

const Account = ({ organizers, onFollow, onSignOut }: AccountProps) => (
  <div class="stack">
    {organizers.length > 1 && (
      <Field label={texts.organizer}>
        {(control) => (
          <Select
            {...control}
            value={chooseFrom(organizers)?.id ?? ''}
            options={namedOptions(organizers)}
            onChange={(id) => {
              chosenOrganizer.value = id
            }}
          />
        )}
      </Field>
    )}
    <Field label={texts.theme}>
      {(control) => (
        <Select
          {...control}
          value={theme.value}
          options={textOptions(THEMES, texts.themes)}
          onChange={chooseTheme}
        />
      )}
    </Field>
    <p class="soft">{texts.timeZone(formatZone(TIME_ZONE))}</p>
    <a href={toPeople} onClick={onFollow}>
      {texts.passkeys}
    </a>
    <a href={toDoor()}>{texts.doorPage}</a>
    <div class="buttons foot">
      {onSignOut !== undefined && <Button text={texts.signOut} onClick={onSignOut} />}
      <Button text={texts.close} onClick={onFollow} />
    </div>
  </div>
)

const Navigation = ({ navigation, current, onSignOut }: Omit<Props, 'children'>) => {
  const organizers = useLoad(readOrganizers).ok.value?.body.data ?? []
  const opened = useSignal<'more' | 'account' | 'find' | 'shortcuts' | undefined>(undefined)
  const organizer = chooseFrom(organizers)
  const name = nameOf(subject.value ?? '')
  const [main, setUp] = [
    navigation.filter(({ link }) => !link?.isSetUp),
    navigation.filter(({ link }) => link?.isSetUp),
  ]
  const close = (): void => {
    opened.value = undefined
  }
  // At once: what is opened on the new screen stays open.
  useLayoutEffect(close, [current])
  const find = (): void => {
    opened.value = 'find'
  }
  useShortcuts({ onFind: find, onHelp: () => (opened.value = 'shortcuts') })
  const toLinks = (screens: readonly Screen[]) =>
    screens.map((screen) => (
      <NavigationLink key={screen.path} screen={screen} isCurrent={screen === current} onFollow={close} />
    ))
  const isHidden = current !== undefined && navigation.indexOf(current) >= ON_PHONES
  return (
    <>
      <header class="sidebar">
        <a class="destination brand" href="#/today" aria-label={organizer?.name ?? texts.title}>
          <img src={icon} alt="" width={24} height={24} />
          <bdi>{organizer?.name ?? texts.title}</bdi>
        </a>
        <button
          type="button"
          class="destination find"
          aria-haspopup="dialog"
          title={texts.quickFind}
          onClick={find}
        >
          <Icon name="find" />
          <span>{texts.quickFind}</span>
          <kbd>{FIND_KEYS}</kbd>
        </button>
        <nav aria-label={texts.pages}>
          <ul>{toLinks(main)}</ul>
          <p class="group soft small">{texts.setUp}</p>
          <ul class="set-up">{toLinks(setUp)}</ul>
          <button
            type="button"
            class="destination more"
            aria-haspopup="dialog"
            aria-current={isHidden ? 'true' : undefined}
            onClick={() => (opened.value = 'more')}
          >
            <Icon name="more" />
            <span>{texts.more}</span>
          </button>
        </nav>
        <div class="foot">
          <button
            type="button"
            class="destination who"
            aria-haspopup="dialog"
            title={texts.signedInAs(name)}
            onClick={() => (opened.value = 'account')}
          >
            <Icon name="people" />
            <span>
              <b class="ink">
                <bdi>{name}</bdi>
              </b>
              <span class="soft">
                {organizer === undefined ? texts.account : texts.roles[organizer.role]}
              </span>
            </span>
          </button>
          <Button look="plain" text={texts.signOut} onClick={onSignOut} />
        </div>
      </header>
      {opened.value === 'more' && (
        <Dialog title={texts.more} onClose={close}>
          <Button text={texts.quickFind} onClick={find} />
          <ul class="links">{toLinks(navigation.slice(ON_PHONES))}</ul>
          <Account organizers={organizers} onFollow={close} onSignOut={onSignOut} />
        </Dialog>
      )}
      {opened.value === 'account' && (
        <Dialog title={name} onClose={close}>
          <Account organizers={organizers} onFollow={close} />
        </Dialog>
      )}
      {opened.value === 'find' && (
        <QuickFind pages={navigation.flatMap(toHits)} organizer={organizer} onClose={close} />
      )}
      {opened.value === 'shortcuts' && <Shortcuts onClose={close} />}
    </>
  )
}

export const Frame = ({ children, ...navigation }: Props) => (
  <div class="frame">
    <button type="button" class="skip button" onClick={() => document.getElementById('main')?.focus()}>
      {texts.skip}
    </button>
    <Navigation {...navigation} />
    <main id="main" tabIndex={-1}>
      <PageNotices />
      {children}
      <Toasts />
    </main>
  </div>
)
