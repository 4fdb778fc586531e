// The frame of every screen: the navigation, and who is signed in.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { nameOf, subject } from '../../shared/account.ts'
import icon from '../../shared/icons/icon.svg'
import { chooseTheme, THEMES, theme } from '../../shared/theme.ts'
import { useLoad } from '../data/load.ts'
import { chooseFrom, chosenOrganizer } from '../data/organizers.ts'
import { readOrganizers } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { TIME_ZONE } from '../formats.ts'
import { toDoor, toPeople } from '../links.ts'
import { texts } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import { PageNotices } from './notices.tsx'
import { namedOptions, Select, textOptions } from './select.tsx'
import { Toasts } from './toasts.tsx'

type Screen = { path: string; name: string; link?: { icon: IconName; isSetUp?: true } }

type Props = {
  navigation: readonly Screen[]
  current: Screen | undefined
  onSignOut: () => void
  children: ComponentChildren
}

/** How many links a phone shows beside "More". */
const ON_PHONES = 4

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
    <p class="soft">{texts.timeZone(TIME_ZONE)}</p>
    <a href={toPeople} onClick={onFollow}>
      {texts.passkeys}
    </a>
    <a href={toDoor()}>{texts.doorPage}</a>
    {onSignOut !== undefined && <Button text={texts.signOut} onClick={onSignOut} />}
  </div>
)

const Navigation = ({ navigation, current, onSignOut }: Omit<Props, 'children'>) => {
  const organizers = useLoad(readOrganizers).ok.value?.body.data ?? []
  const isMore = useSignal(false)
  const isAccount = useSignal(false)
  const organizer = chooseFrom(organizers)
  const name = nameOf(subject.value ?? '')
  const [main, setUp] = [
    navigation.filter(({ link }) => !link?.isSetUp),
    navigation.filter(({ link }) => link?.isSetUp),
  ]
  const closeDialogs = () => {
    isMore.value = false
    isAccount.value = false
  }
  useEffect(closeDialogs, [current])
  const toLinks = (screens: readonly Screen[]) =>
    screens.map((screen) => (
      <NavigationLink
        key={screen.path}
        screen={screen}
        isCurrent={screen === current}
        onFollow={closeDialogs}
      />
    ))
  const isHidden = current !== undefined && navigation.indexOf(current) >= ON_PHONES
  return (
    <header class="sidebar">
      <a class="brand" href="#/today" aria-label={organizer?.name ?? texts.title}>
        <img src={icon} alt="" />
        <bdi>{organizer?.name ?? texts.title}</bdi>
      </a>
      <nav aria-label={texts.pages}>
        <ul>{toLinks(main)}</ul>
        <p class="group soft small">{texts.setUp}</p>
        <ul class="set-up">{toLinks(setUp)}</ul>
        <button
          type="button"
          class="destination more"
          aria-haspopup="dialog"
          aria-current={isHidden ? 'true' : undefined}
          onClick={() => (isMore.value = true)}
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
          onClick={() => (isAccount.value = true)}
        >
          <Icon name="people" />
          <span>
            <b>
              <bdi>{name}</bdi>
            </b>
            <span class="soft">{organizer === undefined ? texts.account : texts.roles[organizer.role]}</span>
          </span>
        </button>
        <Button look="plain" text={texts.signOut} onClick={onSignOut} />
      </div>
      {isMore.value && (
        <Dialog title={texts.more} onClose={closeDialogs}>
          <ul class="links">{toLinks(navigation.slice(ON_PHONES))}</ul>
          <Account organizers={organizers} onFollow={closeDialogs} onSignOut={onSignOut} />
        </Dialog>
      )}
      {isAccount.value && (
        <Dialog title={name} onClose={closeDialogs}>
          <Account organizers={organizers} onFollow={closeDialogs} />
        </Dialog>
      )}
    </header>
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
