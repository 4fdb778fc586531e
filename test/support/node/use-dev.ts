// The usual way to run the API in an end-to-end test: one for all tests of a file.
import { afterAll, beforeAll } from 'vitest'
import { type Dev, makeState, removeState, startDev } from './dev.ts'

/**
 * One API on demo data for all tests of a file; call it at the top of the file or of a `describe`. Starting it takes
 * seconds, so do not start one for each test.
 */
export const useDev = (): { readonly api: string; readonly state: string } => {
  let state = ''
  let dev: Dev | undefined
  beforeAll(async () => {
    state = await makeState()
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
