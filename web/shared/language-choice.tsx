// The setting of the language.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { signInError } from './enter.ts'
import { LANGUAGES, languages } from './language.ts'
import { changeLanguage, readLanguage } from './page-language.ts'
import { entranceTexts as texts } from './texts.ts'

const BY_PHONE = ''

export const LanguageChoice = () => {
  const id = useId()
  const isFailed = useSignal(false)
  const change = async (select: HTMLSelectElement): Promise<void> => {
    const before = readLanguage()
    isFailed.value = !(await changeLanguage(select.value || null))
    if (isFailed.value) select.value = before ?? BY_PHONE
    // It is in the language before.
    else signInError.value = undefined
  }
  return (
    <div class="field">
      <label for={id}>{texts.language}</label>
      <select
        id={id}
        class="input"
        value={readLanguage() ?? BY_PHONE}
        onChange={(event) => change(event.currentTarget)}
      >
        <option value={BY_PHONE}>{texts.byPhone}</option>
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
