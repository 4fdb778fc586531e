// WebKitGTK by its W3C WebDriver, on a display of its own. Its pages have those methods of Playwright's pages
// that a test in all engines needs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Locator, Page } from 'playwright-core'
import { vi } from 'vitest'
import { freePort, makeState, removeState } from './dev.ts'
import { PATIENCE_MS } from './page.ts'

/** What Playwright's pages and those of WebKit can both do. */
export type AnyPage = {
  goto: (url: string) => Promise<unknown>
  evaluate: Page['evaluate']
  /** Types at whatever has the focus. */
  type: (text: string) => Promise<unknown>
  getByRole: (role: Role, options: { name: string | RegExp; exact?: boolean }) => AnyLocator
}
type AnyLocator = Pick<Locator, 'click' | 'fill' | 'waitFor'> & {
  selectOption: (label: string) => Promise<unknown>
}

const SELECTORS = {
  button: 'button',
  combobox: 'select',
  heading: 'h1, h2',
  link: 'a[href]',
  searchbox: 'input[type=search]',
  textbox: 'textarea, input:not([type]), input[type=text], input[type=email]',
}
type Role = keyof typeof SELECTORS

/** The open dialog, else the page: nobody can use what is behind a dialog. */
export const IN_USE = ':modal, body:not(:has(:modal))'

const FIND = `return [...document.querySelector('${IN_USE}').querySelectorAll(arguments[0])]
  .filter((element) => element.checkVisibility() && !element.disabled)`

/** Whether an element stands still and nothing covers it: a click hits what is there, whatever it is. */
const IS_CLICKABLE = `const [element] = arguments
  const boxOf = () => JSON.stringify(element.getClientRects()[0])
  const before = boxOf()
  return new Promise((resolve) => setTimeout(() => {
    const { x, y, width, height } = element.getClientRects()[0] ?? {}
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    resolve(before === boxOf() && element.contains(hit))
  }, 100))`

/** A browser that starts now and then never answers. Others take a few seconds, also on a busy machine. */
const START_MS = 60_000
const START_TRIES = 3

const ENTER = '\uE007'

/** The name of an element's id (WebDriver, 12.2). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type Element = { [ELEMENT]: string }

const end = async (process: ChildProcess): Promise<void> => {
  if (process.exitCode !== null || process.signalCode !== null) return
  process.kill()
  await once(process, 'exit')
}

/** Starts the driver. Its browsers write to a folder that is removed with it. */
export const startWebKit = async (driverPath: string) => {
  const home = await makeState()
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [displayNumber] = await once(display.stdout, 'data')
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: `:${String(displayNumber).trim()}` },
  })

  const send = async <Value>(
    method: string,
    path: string,
    body?: object,
    signal?: AbortSignal,
  ): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
  const retry = <Result>(work: () => Promise<Result>): Promise<Result> =>
    vi.waitFor(work, { timeout: PATIENCE_MS, interval: 50 })
  await retry(() => send('GET', '/status'))

  type Session = { sessionId: string; capabilities: { browserVersion: string } }
  const startSession = async (triesLeft = START_TRIES): Promise<Session> => {
    try {
      return await send('POST', '/session', { capabilities: {} }, AbortSignal.timeout(START_MS))
    } catch (error) {
      if (triesLeft === 1) throw new Error('WebKit did not start.', { cause: error })
      return startSession(triesLeft - 1)
    }
  }

  /** Opens a window with a profile of its own. */
  const openPage = async (width: number, height: number) => {
    const { sessionId, capabilities } = await startSession()
    const inSession = <Value>(method: string, path: string, body?: object): Promise<Value> =>
      send(method, `/session/${sessionId}${path}`, body)
    const run = <Value>(script: string, ...args: unknown[]) =>
      inSession<Value>('POST', '/execute/sync', { script, args })
    await inSession('POST', '/window/rect', { width, height })

    const find = async (role: Role, name: string | RegExp, isExact: boolean): Promise<string> => {
      for (const { [ELEMENT]: id } of await run<Element[]>(FIND, SELECTORS[role])) {
        const label = await inSession<string>('GET', `/element/${id}/computedlabel`)
        if (name instanceof RegExp ? name.test(label) : isExact ? label === name : label.includes(name))
          return id
      }
      throw new Error(`There is no ${role} “${name}”.`)
    }
    const getByRole: AnyPage['getByRole'] = (role, { name, exact = false }) => {
      // The page may replace the element between two commands.
      const use = (...commands: [path: string, body: object][]): Promise<void> =>
        retry(async () => {
          const id = await find(role, name, exact)
          await run(`arguments[0].scrollIntoView({ block: 'center' })`, { [ELEMENT]: id })
          const isClick = commands.some(([path]) => path === 'click')
          if (isClick && !(await run<boolean>(IS_CLICKABLE, { [ELEMENT]: id })))
            throw new Error(`The ${role} “${name}” moves, or is covered.`)
          for (const [path, body] of commands) await inSession('POST', `/element/${id}/${path}`, body)
        })
      return {
        click: () => use(['click', {}]),
        fill: (text) => use(['clear', {}], ['value', { text }]),
        waitFor: () => use(),
        selectOption: (label) =>
          retry(async () => {
            const using = 'xpath'
            const value = `.//option[normalize-space() = '${label}']`
            const id = await find(role, name, exact)
            const option = await inSession<Element>('POST', `/element/${id}/element`, { using, value })
            await inSession('POST', `/element/${option[ELEMENT]}/click`, {})
          }),
      }
    }
    const page: AnyPage = {
      goto: (url) => inSession('POST', '/url', { url }),
      evaluate: (script: unknown) => run(`return ${script}`),
      type: (text) =>
        inSession('POST', '/actions', {
          actions: [
            {
              type: 'key',
              id: 'keyboard',
              actions: [...text.replace('\n', ENTER)].flatMap((value) => [
                { type: 'keyDown', value },
                { type: 'keyUp', value },
              ]),
            },
          ],
        }),
      getByRole,
    }
    return { page, version: capabilities.browserVersion, close: () => inSession('DELETE', '') }
  }
  return {
    openPage,
    stop: async (): Promise<void> => {
      await end(driver)
      await end(display)
      await removeState(home)
    },
  }
}
