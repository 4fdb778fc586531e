// The setting of the language.
import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { signInError } from './enter.ts'
import { LANGUAGES, languages } from './language.ts'
import { Notice } from './notice.tsx'
import { changeLanguage, readLanguage } from './page-language.ts'
import { entranceTexts as texts } from './texts.ts'

const SAME_AS_DEVICE = ''

export const LanguageChoice = () => {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const failures = useSignal(0)
  const change = async (setting: string): Promise<void> => {
    if (await changeLanguage(setting || null)) {
      failures.value = 0
      // It is in the language before.
      signInError.value = undefined
    } else failures.value += 1
  }
  useEffect(() => {
    if (failures.value > 0) select.current?.focus()
  }, [failures.value])
  return (
    <div class="field">
      <label for={id}>{texts.language}</label>
      <select
        // A new element after a failure: WebKit sends no event if the choice that was reset is made again.
        key={failures.value}
        ref={select}
        id={id}
        class="input"
        value={readLanguage() ?? SAME_AS_DEVICE}
        onChange={(event) => change(event.currentTarget.value)}
      >
        <option value={SAME_AS_DEVICE}>{texts.sameAsDevice}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGES[language].name}
          </option>
        ))}
      </select>
      {failures.value > 0 && <Notice text={texts.languageFailed} />}
    </div>
  )
}
