// The language of the page.
import { LANGUAGES, languages } from '../shared/language.ts'
import { changeLanguage, language } from '../shared/page-language.ts'

export const LanguageSelect = () => (
  <select
    class="input language"
    aria-label="Language"
    value={language.value}
    onChange={(event) => void changeLanguage(event.currentTarget.value)}
  >
    {languages.map((one) => (
      <option key={one} value={one} lang={one}>
        {LANGUAGES[one].name}
      </option>
    ))}
  </select>
)
