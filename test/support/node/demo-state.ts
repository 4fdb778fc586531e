// Creates the database with the demo once for all end-to-end tests. Each test that needs it begins with a copy.
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../../scripts/prepare-database.ts'
import { makeState, removeState } from './dev.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The state folder with the demo. */
    demoState: string
  }
}

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const state = await makeState()
  await prepareDatabase(state)
  provide('demoState', state)
  return () => removeState(state)
}
