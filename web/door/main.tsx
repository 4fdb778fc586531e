// The door page.
import { Fragment, render } from 'preact'
import { Button } from '../shared/button.tsx'
import { Entrance, Insecure, NotConfigured, SignedOut, Starting } from '../shared/entrance.tsx'
import { Notice } from '../shared/notice.tsx'
import { language, startLanguage } from '../shared/page-language.ts'
import { settings } from '../shared/settings.ts'
import { leaveLink, screen, startApp } from './app.ts'
import { connecting } from './connect-link.ts'
import './door.css'
import { isKiosk } from './role.ts'
import { becomeActive, checkIns, isTakenOver, newRole } from './runtime.ts'
import { loadTexts, texts } from './texts.ts'
import { Door } from './ui/door.tsx'
import { install, keepStorage } from './ui/installed.ts'
import { HeadNotices, OnDemand } from './ui/on-demand.tsx'
import { Sessions } from './ui/sessions.tsx'

/** Another tab is the active one. Loading this page again takes over, with the latest version of the page. */
const OpenElsewhere = () => (
  <Entrance>
    <Notice look="warn" role="status" text={texts.openElsewhere} />
    <Button look="primary" text={texts.useHere} onClick={() => location.reload()} />
  </Entrance>
)

const Shown = () => {
  const shown = screen.value
  if (isTakenOver.value) return <OpenElsewhere />
  switch (shown.name) {
    case 'starting':
      return <Starting />
    case 'not-configured':
      return <NotConfigured />
    case 'signed-out':
      return (
        <SignedOut lead={texts.signInLead}>
          {checkIns.value.size > 0 && <HeadNotices />}
          {settings.value?.phones && (
            <>
              <p>{texts.connectHow}</p>
              <Button look="primary" text={texts.connect} onClick={() => (connecting.value = 'ask')} />
              <hr />
            </>
          )}
        </SignedOut>
      )
    case 'sessions':
      return <Sessions />
    case 'not-found':
      return <OnDemand>{({ NotFound }) => <NotFound />}</OnDemand>
    case 'session':
      return isKiosk ? <OnDemand>{({ Kiosk }) => <Kiosk />}</OnDemand> : <Door key={shown.id} />
  }
}

/** A change of language renders everything again. */
const Page = () => (
  <Fragment key={language.value}>
    {newRole.value ? <OnDemand>{({ ChangeRole }) => <ChangeRole />}</OnDemand> : <Shown />}
    {connecting.value !== undefined && screen.value.name !== 'starting' && !isTakenOver.value && (
      <OnDemand onClose={leaveLink}>{({ ConnectDialog }) => <ConnectDialog />}</OnDemand>
    )}
  </Fragment>
)

/** Shown without a network if the page was never installed. */
const NoTexts = () => (
  <main class="entrance">
    <button type="button" class="button" onClick={() => location.reload()}>
      Doorlist ↻
    </button>
  </main>
)

const start = async (): Promise<void> => {
  const isSpoken = await startLanguage(loadTexts).then(
    () => true,
    () => false,
  )
  if (!isSpoken) return render(<NoTexts />, document.body)
  if (!isSecureContext) return render(<Insecure />, document.body)
  render(<Page />, document.body)
  // A new version removes the files of the one before, so no other tab may still need them.
  await becomeActive()
  // A waiting version replaces the page, so nothing starts before that.
  await install()
  await startApp()
  keepStorage()
}

start()
