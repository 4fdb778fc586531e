// The server has a new version of the page, which waits until what was typed is safe.
import { Button } from '../../shared/button.tsx'
import { isNewVersionWaiting, loadAgain } from '../data/unsaved.ts'
import { arrivalTexts as texts } from '../texts-arrival.ts'

export const NewVersion = () =>
  isNewVersionWaiting.value ? (
    <div class="notice warn stack" role="alert">
      <p>{texts.newVersion}</p>
      <Button text={texts.loadAgain} onClick={loadAgain} />
    </div>
  ) : null
