// The door page.
import { render } from 'preact'
import { Entrance, NotConfigured, SignedOut, Starting } from '../shared/entrance.tsx'
import { screen, start } from './app.ts'
import './door.css'
import { install, keepStorage } from './installed.ts'
import { Door } from './shows/door.tsx'
import { Sessions } from './shows/sessions.tsx'
import { texts } from './texts.ts'

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
      return <Door key={shown.open.session.id} open={shown.open} api={shown.api} />
  }
}

await install()
render(<Page />, document.body)
keepStorage()
await start()
