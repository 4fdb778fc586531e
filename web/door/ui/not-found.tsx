// There is no such session, or nobody may see it.
import { Entrance } from '../../shared/entrance.tsx'
import { texts } from '../texts.ts'
import { Problems } from './problems.tsx'
import { UnsentOfOthers } from './unsent-of-others.tsx'

export const NotFound = () => (
  <Entrance>
    <p class="notice warn">{texts.sessionNotFound}</p>
    <UnsentOfOthers />
    <Problems />
    <a class="button" href="#/">
      {texts.sessions}
    </a>
  </Entrance>
)
