// Builds the page of error codes. The `type` of a problem document links to a section of it.
import { STATUS_CODES } from 'node:http'
import { ERRORS, type ErrorCode, titleOf } from '../../src/errors.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] as string)

/** Escaped text, with `…` as code. */
const toHtml = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const codes = Object.keys(ERRORS) as ErrorCode[]
const statuses = [...new Set(codes.map((code) => ERRORS[code].status))]

const renderLinks = (status: number): string =>
  codes
    .filter((code) => ERRORS[code].status === status)
    .map((code) => `<a href="#${code}"><code>${code}</code></a>`)
    .join(', ')

const renderRow = (status: number): string =>
  `        <tr><th scope="row">${status} ${STATUS_CODES[status]}</th><td>${renderLinks(status)}</td></tr>`

const renderSection = (code: ErrorCode): string => {
  const { status, message, meaning, remedy } = ERRORS[code]
  return `      <section id="${code}">
        <h2><a href="#${code}">${titleOf(code)}</a></h2>
        <p class="code"><code>${code}</code> <span>${status} ${STATUS_CODES[status]}</span></p>
        <p>${toHtml(meaning)}</p>
        <p><strong>What to do:</strong> ${toHtml(remedy)}</p>
        <p class="message">${toHtml(message)}</p>
      </section>`
}

/** Returns the HTML of the page. */
export const buildErrorsPage = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Doorlist API: error codes</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/errors.css" />
  </head>
  <body>
    <main>
      <p><a href="/api/docs">Doorlist API</a></p>
      <h1>Error codes</h1>
      <p>
        Every error response has a <code>code</code> for programs and a <code>message</code> for people. A code never
        changes its meaning; the message can be more precise than the one shown here. Treat an unknown code by its
        status. On the paths of listings, errors are problem documents (RFC 9457) with the same two
        members, and their <code>type</code> links to a section of this page.
      </p>
      <table>
${statuses.map(renderRow).join('\n')}
      </table>
${codes.map(renderSection).join('\n')}
    </main>
  </body>
</html>
`
