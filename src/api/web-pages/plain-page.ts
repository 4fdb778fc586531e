// Pages of the service that need no script: their style, languages and times.
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { languageDetector } from 'hono/language'
import { parseAccept } from 'hono/utils/accept'
import { LANGUAGES, type Language, languages, localeOf } from '../../languages.ts'
import type { AppEnv } from '../http/context.ts'
import { GUEST_TEXTS } from './guest-texts.ts'

export type Html = ReturnType<typeof html>

/** Sizes, spaces and colours are those of web/shared/tokens.css. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; background: #f6f7f9; color: #14171c }
body { margin: 0 auto; padding: 16px; max-width: 24.5rem; overflow-wrap: anywhere; hyphens: auto }
article { margin-block-end: 48px; break-after: page; overflow: hidden; border: 1px solid #dfe3ea; border-radius: 16px; background: #fff }
article:last-child { break-after: auto }
header { padding: 16px 16px 0 }
h1, header p, figcaption { unicode-bidi: plaintext }
h1, header p { text-align: -webkit-match-parent; text-align: match-parent }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 }
header p, dt { color: #4c5461 }
dl { display: grid; grid-template-columns: minmax(5rem, auto) 1fr; align-items: baseline; gap: 4px 16px; margin: 0; padding: 16px }
dd { margin: 0; font-weight: 600 }
.facts { border-block: 1px solid #dfe3ea; margin-block-start: 16px }
.facts dd { font-size: 1.25rem; line-height: 1.25 }
.state { padding: 12px 16px; background: #14171c; color: #fff; font-size: 1.25rem; font-weight: 700; text-align: center }
nav { display: flex; flex-wrap: wrap; gap: 4px 12px; font-size: .875rem }
nav a { padding-block: 12px; color: inherit }
@media (max-width: 22em) { dl { grid-template-columns: 1fr } }
@media (prefers-color-scheme: dark) { :root { background: #0d1014; color: #f1f3f6 } article { border-color: #2e353f; background: #161a20 } header p, dt { color: #adb6c4 } .facts { border-color: #2e353f } }
@media print { nav { display: none } body { padding: 0 } article { border-color: #14171c } }
@media (forced-colors: active) { .state { border: 2px solid } }
`

/** A page's own rules, where its pictures come from, and what it can do besides where scripts run. */
export type Look = { style: string; pictures?: string; script?: string }

/** What a policy calls a style or script within the page. */
const hashOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${new Uint8Array(digest).toBase64()}'`
}

/** Allows only the page's style, pictures and script. */
const policyOf = async ({ style, pictures, script }: Look): Promise<string> => {
  const images = pictures === undefined ? '' : ` img-src ${pictures};`
  const scripts = script === undefined ? '' : ` script-src ${await hashOf(script)};`
  return `default-src 'none'; style-src ${await hashOf(STYLE + style)};${scripts}${images} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** Without a script, the choice of language is in the URL. */
const languageLinks = (label: string) => html`<nav aria-label="${label}">
${languages.map(
  (language) => html`<a href="?lang=${language}" lang="${language}">${LANGUAGES[language].name}</a>\n`,
)}</nav>`

/** By default search engines leave the page out. */
const NOINDEX = html`<meta name="robots" content="noindex">`

export const answerPage = async (
  c: Context<AppEnv>,
  look: Look,
  { title, head = NOINDEX, body }: { title: string; head?: Html | Promise<string>; body: Html },
  status: 200 | 404 | 410,
): Promise<Response> => {
  const language = languageOf(c)
  c.header('Content-Language', language)
  c.header('Vary', 'Accept-Language', { append: true })
  c.header('Content-Security-Policy', await policyOf(look))
  const page = html`<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${head}
<title>${title}</title>
<style>${raw(STYLE + look.style)}</style>
</head>
<body>
<main>
${body}
</main>
${languageLinks(GUEST_TEXTS[language].languages)}${look.script !== undefined && html`\n<script>${raw(look.script)}</script>`}
</body>
</html>`
  return c.html(page, status)
}

/** In the time zone. Unknown ones are shown as UTC. */
export const formatIn = (
  timeZone: string,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone, ...options })
  } catch {
    return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeZoneName: 'short', ...options })
  }
}

export const row = (name: string, value: string | null) =>
  value === null ? '' : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`

/**
 * The language in the URL, else the first supported one of the browser (RFC 4647, section 3.4). No cookie.
 */
export const detectLanguage = languageDetector({
  order: ['querystring', 'header'],
  supportedLanguages: languages,
  fallbackLanguage: 'en',
  caches: false,
})

const languageOf = (c: Context<AppEnv>): Language => c.get('language') as Language

/** The language of the texts, and the locale of dates, times and prices: `en`, `en-US`. */
export type Reader = { language: Language; locale: string }

export const readerOf = (c: Context<AppEnv>): Reader => {
  const language = languageOf(c)
  const preferred = parseAccept(c.req.header('Accept-Language') ?? '')
  return {
    language,
    locale: localeOf(
      language,
      preferred.map(({ type }) => type),
    ),
  }
}
