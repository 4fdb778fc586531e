// The setting of the language.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { signInError } from './enter.ts'
import { LANGUAGES, languages } from './language.ts'
import { changeLanguage, readLanguage } from './page-language.ts'
import { entranceTexts as texts } from './texts.ts'

const SAME_AS_DEVICE = ''

export const LanguageChoice = () => {
  const id = useId()
  const isFailed = useSignal(false)
  const change = async (select: HTMLSelectElement): Promise<void> => {
    const before = readLanguage()
    isFailed.value = !(await changeLanguage(select.value || null))
    if (isFailed.value) select.value = before ?? SAME_AS_DEVICE
    // It is in the language before.
    else signInError.value = undefined
  }
  return (
    <div class="field">
      <label for={id}>{texts.language}</label>
      <select
        id={id}
        class="input"
        value={readLanguage() ?? SAME_AS_DEVICE}
        onChange={(event) => change(event.currentTarget)}
      >
        <option value={SAME_AS_DEVICE}>{texts.sameAsDevice}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGES[language].name}
          </option>
        ))}
      </select>
      {isFailed.value && (
        <p class="notice bad" role="alert">
          {texts.languageFailed}
        </p>
      )}
    </div>
  )
}
