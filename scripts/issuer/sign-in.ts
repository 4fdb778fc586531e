// The local issuer's sign-in page: one button for each person of the demo, and no password.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import { ABOUT, PEOPLE } from '../lib/people.ts'

const STYLESHEET = '/sign-in.css'
const PATH = /^\/sign-in\/[\w-]+$/

/** Where the issuer sends a browser to sign a person in. */
export const signInPath = (uid: string): string => `/sign-in/${uid}`

const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="${STYLESHEET}">
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`

const renderPeople = (): string => {
  const items = PEOPLE.map(
    (person) => `<li>
<button name="person" value="${person}" aria-describedby="about-${person}">${person}</button>
<p id="about-${person}">${ABOUT[person]}</p>
</li>`,
  )
  return renderPage(
    'Sign in to Doorlist',
    `<p>The issuer of local development asks for no password. Choose a person of the demo.</p>
<form method="post">
<ul>
${items.join('\n')}
</ul>
</form>`,
  )
}

/** A page that says why signing in failed. */
export const renderError = (message: string): string =>
  renderPage('Sign-in failed', `<p>${escapeHtml(message)}</p>`)

/**
 * The headers of a page. The browser follows the redirect to the client only if `form-action` allows its origin.
 */
export const pageHeaders = (clientOrigin = ''): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${clientOrigin}`.trimEnd(),
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
})

const handleInteraction = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  isSubject: (value: string) => boolean,
): Promise<void> => {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, pageHeaders(new URL(String(params.redirect_uri)).origin)).end(renderPeople())
    return
  }
  const person = new URLSearchParams(await text(request)).get('person') ?? ''
  if (!isSubject(person)) throw new Error('There is no such person.')
  // Choosing a person is consent too: the page asks for nothing but to act as that person.
  await provider.interactionFinished(request, response, { login: { accountId: person }, consent: {} })
}

/** Handles a request for the sign-in page or its stylesheet. Returns whether it was one. */
export const handleSignIn = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  isSubject: (value: string) => boolean,
): Promise<boolean> => {
  const [pathname = ''] = (request.url ?? '').split('?')
  if (pathname === STYLESHEET) {
    response.writeHead(200, { 'Content-Type': 'text/css; charset=utf-8' })
    response.end(await readFile(join(import.meta.dirname, 'sign-in.css')))
    return true
  }
  if (!PATH.test(pathname)) return false
  try {
    await handleInteraction(provider, request, response, isSubject)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `This sign-in has expired or is not valid (${reason}). Go back and sign in again.`
    response.writeHead(400, pageHeaders()).end(renderError(message))
  }
  return true
}
