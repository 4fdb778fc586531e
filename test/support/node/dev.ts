// `npm run dev` as a process with its own state folder, for the end-to-end tests.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../scripts/lib/local.ts'

const run = promisify(execFile)

/** A running API. */
export type Dev = {
  /** Its address. */
  api: string
  /** The output of the command so far. */
  output: () => string
  stop: () => Promise<void>
}

/**
 * Below the range from which Linux takes the local ports of connections (32,768 and up), so that no
 * connection gets a port between the search for it and its use.
 */
const PORTS = { first: 10_000, last: 32_000 }

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!free) return false
  server.close()
  await once(server, 'close')
  return true
}

/** A random port that is free. So is the next one, which `npm run dev` gives to its issuer. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

export const makeState = (): Promise<string> => mkdtemp(join(tmpdir(), 'doorlist-e2e-'))

export const removeState = (state: string): Promise<void> => rm(state, { recursive: true, force: true })

/** Runs a command on a state folder to its end. Returns its output. */
export const runScript = async (state: string, name: string, ...args: string[]): Promise<string> =>
  (await run(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args, '--persist-to', state])).stdout

/**
 * Starts the API on a free port, with more arguments of the command if there are any. Returns once it is
 * ready.
 */
export const startDev = async (state: string, ...args: string[]): Promise<Dev> => {
  const port = await freePort()
  let output = ''
  const dev: ChildProcess = spawn(process.execPath, [
    join(ROOT, 'scripts', 'dev.ts'),
    '--port',
    String(port),
    '--persist-to',
    state,
    ...args,
  ])
  const ended = once(dev, 'close')
  await new Promise<void>((resolve, reject) => {
    dev.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ctrl-C stops everything')) resolve()
    })
    dev.stderr?.on('data', (chunk) => {
      output += chunk
    })
    dev.once('close', () => reject(new Error(`dev ended:\n${output}`)))
  })
  return {
    api: `http://127.0.0.1:${port}`,
    output: () => output,
    stop: async () => {
      dev.kill('SIGTERM')
      await ended
    },
  }
}
