// Loads a part of the page when it is needed. A deployment removes the parts of the version before.
import { send } from './request.ts'
import { entranceTexts } from './texts.ts'

let showNewVersion: (() => void) | undefined

/** Says what a page does once a part of it is gone because the server has a new version of the page. */
export const onNewVersion = (show: () => void): void => {
  showNewVersion = show
}

const mainScriptOf = (page: Document): string | null | undefined =>
  page.querySelector('script[type=module]')?.getAttribute('src')

/** Whether the server has another version of this page. A network that responds itself does not count. */
const isReplaced = async (): Promise<boolean> => {
  const response = await send(location.pathname, {})
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return mainScriptOf(page) !== mainScriptOf(document)
}

/**
 * Firefox never asks again for an address that failed once. Its message has the address, and a fragment makes
 * another one of it. Other browsers ask again.
 */
const importAgain = (error: unknown): Promise<unknown> => {
  const [, address] = /dynamically imported module: (\S+)/.exec(String(error)) ?? []
  return address === undefined ? Promise.reject(error) : import(`${address}#${performance.now()}`)
}

/**
 * Imports a part of the page. If a deployment removed it, this never settles: the page will be reloaded.
 *
 * @throws Error if there is no network; the message is for people
 */
export const loadPart = async <Part>(importPart: () => Promise<Part>): Promise<Part> => {
  try {
    return await importPart().catch((error: unknown) => importAgain(error) as Promise<Part>)
  } catch {
    if (showNewVersion === undefined || !(await isReplaced().catch(() => false)))
      throw new Error(entranceTexts.serviceUnreachable)
    showNewVersion()
    return new Promise(() => undefined)
  }
}
