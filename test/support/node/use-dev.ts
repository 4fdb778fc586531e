// The service for the tests of one file that change the demo, or that stop the service.
import { cp } from 'node:fs/promises'
import { afterAll, beforeAll, inject } from 'vitest'
import { makeState, removeState } from './dev.ts'
import { type LocalService, startService } from './local-service.ts'
import type { Templates } from './setup.ts'

/** A new state folder: a copy of a prepared one. */
export const copyState = async (template: keyof Templates): Promise<string> => {
  const state = await makeState()
  await cp(inject('templates')[template], state, { recursive: true })
  return state
}

/** A new state folder with the whole demo. */
export const makeDemoState = (): Promise<string> => copyState('demo')

/** Starts the service on a state folder. */
export const start = (state: string, tokenSeconds?: number): Promise<LocalService> =>
  startService(inject('worker'), state, { tokenSeconds })

/** A service for all tests of a file; call it at the top of the file or of a `describe`. */
export const useDev = (): { readonly api: string; readonly state: string } => {
  let state = ''
  let service: LocalService | undefined
  beforeAll(async () => {
    state = await copyState('smallDemo')
    service = await start(state)
  })
  afterAll(async () => {
    await service?.stop()
    await removeState(state)
  })
  return {
    get api() {
      if (service === undefined) throw new Error('The API starts before the tests of the file.')
      return service.api
    },
    get state() {
      return state
    },
  }
}
