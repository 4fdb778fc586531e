// Light or dark: as on the device, or as chosen in this browser.
import { signal } from '@preact/signals'

export const THEMES = ['device', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'doorlist.theme'

const isTheme = (value: string | null): value is Theme => THEMES.some((theme) => theme === value)

const kept = localStorage.getItem(KEY)
export const theme = signal<Theme>(isTheme(kept) ? kept : 'device')

const LIGHT = '(prefers-color-scheme: light)'

/** The media rules for light colors: the style sheets are dark without them. */
const lightRules = [...document.styleSheets].flatMap((sheet) =>
  [...sheet.cssRules].filter(
    (rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.conditionText === LIGHT,
  ),
)

const apply = (chosen: Theme): void => {
  const media = { device: LIGHT, light: 'all', dark: 'not all' }[chosen]
  for (const rule of lightRules) rule.media.mediaText = media
}

/** Applies the chosen theme, now and whenever it changes. */
export const followTheme = (): void => {
  theme.subscribe(apply)
}

export const chooseTheme = (chosen: Theme): void => {
  theme.value = chosen
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // The storage is full. The theme lasts until the page is reloaded.
  }
}
