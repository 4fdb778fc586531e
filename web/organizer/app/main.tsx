// The organizer's console.
import { signal } from '@preact/signals'
import { render } from 'preact'
import { subject } from '../../shared/account.ts'
import { Insecure, NotConfigured, Starting } from '../../shared/entrance.tsx'
import { onNewVersion } from '../../shared/load-part.ts'
import { language, startLanguage } from '../../shared/page-language.ts'
import { followTheme } from '../../shared/theme.ts'
import { phase, signOut, start } from '../data/service.ts'
import { isUnsaved, takeNewVersion } from '../data/unsaved.ts'
import { Arrival } from '../screens/arrival.tsx'
import { invitationIn, Join } from '../screens/join.tsx'
import { NewPasskey } from '../screens/new-passkey.tsx'
import { findScreen, findSection } from '../screens/router.ts'
import { SCREENS } from '../screens/screens.ts'
import '../styles/organizer.css'
import { texts } from '../texts.ts'
import { loadTexts, speakTo } from '../texts-arrival.ts'
import { Empty } from '../ui/empty.tsx'
import { Frame } from '../ui/frame.tsx'
import { followFocus } from '../ui/keep-focus.ts'
import { Title } from '../ui/title.tsx'

/** The fragment of the address of the screen that is shown. */
const shown = signal(location.hash)

const NAVIGATION = SCREENS.filter(({ link }) => link !== undefined)

const Screen = () => {
  const code = invitationIn(shown.value)
  if (code !== undefined) return <Join code={code} />
  const found = findScreen(SCREENS, shown.value)
  if (found === undefined)
    return (
      <>
        <Title title={texts.notFound} />
        <div class="card">
          <Empty icon="find" text={texts.notFoundHelp} />
        </div>
      </>
    )
  const { screen, ids, query } = found
  return <screen.View key={[screen.path, ...Object.values(ids)].join()} ids={ids} query={query} />
}

const leave = async (): Promise<void> => {
  await signOut()
  location.hash = ''
}

const Page = () => {
  speakTo(subject.value !== undefined)
  if (phase.value === 'starting') return <Starting />
  if (phase.value === 'not-configured') return <NotConfigured />
  if (subject.value === undefined) return <Arrival key={language.value} fragment={shown.value} />
  if (findScreen(SCREENS, shown.value)?.screen.isAlone) return <Screen />
  return (
    <Frame
      key={subject.value}
      navigation={NAVIGATION}
      current={findSection(NAVIGATION, shown.value)}
      onSignOut={leave}
    >
      <NewPasskey screen={shown.value} />
      <Screen />
    </Frame>
  )
}

const follow = (): void => {
  if (location.hash === shown.value) return
  if (isUnsaved.value && !confirm(texts.leaveUnsaved)) history.pushState(null, '', shown.value || '#/')
  else shown.value = location.hash
}
addEventListener('hashchange', follow)
addEventListener('beforeunload', (event) => {
  if (isUnsaved.value) event.preventDefault()
})

followTheme()
followFocus()
onNewVersion(takeNewVersion)
await startLanguage(loadTexts)
if (!isSecureContext) {
  speakTo(false)
  render(<Insecure />, document.body)
} else {
  render(<Page />, document.body)
  await start()
  // Restoring the address after a sign-in causes no event.
  follow()
}
