// What the tests in plain node share: databases to copy, the Worker, and one service on the small demo. Made
// once for all projects, when the first of them needs it.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { V4WorkerOptions } from 'miniflare'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../../scripts/data/prepare-database.ts'
import { withMigratedDatabase } from '../../../scripts/lib/migrations.ts'
import { buildWorker, startService } from './local-service.ts'

/** The number of tickets in the demo's large session where its size does not matter. */
const SMALL_LARGE_SESSION = 500

/** State folders to copy. */
export type Templates = Record<'empty' | 'demo' | 'smallDemo', string>

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates
    worker: V4WorkerOptions
    service: { api: string; issuer: string; state: string }
  }
}

const start = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorlist-tests-'))
  const templates = {
    empty: join(folder, 'empty'),
    demo: join(folder, 'demo'),
    smallDemo: join(folder, 'small-demo'),
  }
  await withMigratedDatabase(templates.empty, async () => undefined)
  for (const name of ['demo', 'smallDemo'] as const) {
    await cp(templates.empty, templates[name], { recursive: true })
    await prepareDatabase(templates[name], name === 'demo' ? {} : { largeSession: SMALL_LARGE_SESSION })
  }
  const state = join(folder, 'service')
  await cp(templates.smallDemo, state, { recursive: true })
  const worker = await buildWorker()
  const { api, issuer, stop } = await startService(worker, state)
  return {
    provided: { templates, worker, service: { api, issuer, state } },
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// Each project evaluates this file on its own, in one process.
const shared = globalThis as { doorlistTests?: { started: ReturnType<typeof start>; projects: number } }

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  shared.doorlistTests ??= { started: start(), projects: 0 }
  const tests = shared.doorlistTests
  tests.projects += 1
  const { provided, stop } = await tests.started
  provide('templates', provided.templates)
  provide('worker', provided.worker)
  provide('service', provided.service)
  return async () => {
    tests.projects -= 1
    if (tests.projects === 0) await stop()
  }
}
