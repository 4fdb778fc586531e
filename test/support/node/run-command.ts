// Runs a command of the project in the process of the test, without the second that each process takes to
// start.
import { vi } from 'vitest'
import { type Command, messageOf } from '../../../scripts/lib/command.ts'

/** What a process would print, and its exit code. */
export type Outcome = { code: number; stdout: string; stderr: string }

/** Runs a command to its end, with the arguments that a shell would give it. */
export const run = async (command: Command, ...args: string[]): Promise<Outcome> => {
  const lines = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => {
      lines.stdout += `${line}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((line) => {
      lines.stderr += `${line}\n`
    }),
  ]
  try {
    await command(...args)
    return { code: 0, ...lines }
  } catch (error) {
    return { code: 1, ...lines, stderr: `${lines.stderr}${messageOf(error)}\n` }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
