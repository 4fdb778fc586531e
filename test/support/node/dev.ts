// `npm run dev` as a process with its own state folder, for the end-to-end tests.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../scripts/local.ts'

const run = promisify(execFile)

/** A running API. */
export type Dev = {
  /** Its address. */
  api: string
  /** The output of the command so far. */
  output: () => string
  stop: () => Promise<void>
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const makeState = (): Promise<string> => mkdtemp(join(tmpdir(), 'doorlist-e2e-'))

export const removeState = (state: string): Promise<void> => rm(state, { recursive: true, force: true })

/** Runs a command on a state folder to its end. Returns its output. */
export const runScript = async (state: string, name: string, ...args: string[]): Promise<string> =>
  (await run(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args, '--persist-to', state])).stdout

/** Starts the API on a free port, with more arguments of the command if there are any. Returns once it is ready. */
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
      if (dev.exitCode === null) await once(dev, 'close')
    },
  }
}
