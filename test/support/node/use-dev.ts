// The usual way to run the API in an end-to-end test: one for all tests of a file.
import { cp } from 'node:fs/promises'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Dev, makeState, removeState, startDev } from './dev.ts'

/** A new state folder with the demo, from which the API starts in half the time. */
export const makeDemoState = async (): Promise<string> => {
  const state = await makeState()
  await cp(inject('demoState'), state, { recursive: true })
  return state
}

/**
 * One API on demo data for all tests of a file; call it at the top of the file or of a `describe`. Starting it takes
 * seconds, so do not start one for each test.
 */
export const useDev = (): { readonly api: string; readonly state: string } => {
  let state = ''
  let dev: Dev | undefined
  beforeAll(async () => {
    state = await makeDemoState()
    dev = await startDev(state)
  })
  afterAll(async () => {
    await dev?.stop()
    await removeState(state)
  })
  return {
    get api() {
      if (dev === undefined) throw new Error('The API starts before the tests of the file.')
      return dev.api
    },
    get state() {
      return state
    },
  }
}
