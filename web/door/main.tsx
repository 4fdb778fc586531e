// The door page.
import { render } from 'preact'
import { Entrance, Insecure, NotConfigured, SignedOut, Starting } from '../shared/entrance.tsx'
import { screen, startApp } from './app.ts'
import './door.css'
import { texts } from './texts.ts'
import { Door } from './ui/door.tsx'
import { install, keepStorage } from './ui/installed.ts'
import { Sessions } from './ui/sessions.tsx'

const NotFound = () => (
  <Entrance>
    <p class="notice warn">{texts.sessionNotFound}</p>
    <a class="button" href="#/">
      {texts.back}
    </a>
  </Entrance>
)

const Page = () => {
  const shown = screen.value
  switch (shown.name) {
    case 'starting':
      return <Starting />
    case 'not-configured':
      return <NotConfigured />
    case 'signed-out':
      return <SignedOut lead={texts.signInLead} />
    case 'sessions':
      return <Sessions />
    case 'not-found':
      return <NotFound />
    case 'session':
      return <Door key={shown.id} />
  }
}

if (!isSecureContext) render(<Insecure />, document.body)
else {
  render(<Page />, document.body)
  // A waiting version replaces the page, so nothing begins before.
  await install()
  await startApp()
  keepStorage()
}
