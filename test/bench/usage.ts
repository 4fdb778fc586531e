// CPU time and memory of the server's processes, read from /proc on Linux.
import { readdirSync, readFileSync } from 'node:fs'

const CLOCK_TICK_MS = 10
const PAGE_BYTES = 4096

export type Usage = { cpuMs: number; residentBytes: number }

/** CPU time and resident memory of `root` and its descendants. All 0 where there is no /proc. */
export const readUsage = (root: number): Usage => {
  const processes = new Map<number, Usage & { parent: number }>()
  for (const name of listProcesses()) {
    try {
      // The command's name, in parentheses, may contain spaces.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const [parent, userTicks, systemTicks, pages] = [1, 11, 12, 21].map((index) => fields[index] as number)
      processes.set(Number(name), {
        parent: parent as number,
        cpuMs: ((userTicks as number) + (systemTicks as number)) * CLOCK_TICK_MS,
        residentBytes: (pages as number) * PAGE_BYTES,
      })
    } catch {
      // The process has ended since the folder was read.
    }
  }
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || belongs(processes.get(pid)?.parent))
  const sum = { cpuMs: 0, residentBytes: 0 }
  for (const [pid, { cpuMs, residentBytes }] of processes) {
    if (!belongs(pid)) continue
    sum.cpuMs += cpuMs
    sum.residentBytes += residentBytes
  }
  return sum
}

const listProcesses = (): string[] => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
