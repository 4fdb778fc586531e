// The service for the tests of one file that change the demo, or that stop the service.
import { cp } from 'node:fs/promises'
import { afterAll, beforeAll, inject } from 'vitest'
import { makeState, removeState } from './dev.ts'
import { type LocalService, type Options, startService } from './local-service.ts'
import { connect, type Service } from './service.ts'
import type { Templates } from './setup.ts'

/** A new state folder: a copy of a prepared one. */
export const copyState = async (template: keyof Templates): Promise<string> => {
  const state = await makeState()
  await cp(inject('templates')[template], state, { recursive: true })
  return state
}

/** Starts the service on a state folder. */
export const start = (state: string, options?: Options): Promise<LocalService> =>
  startService(inject('worker'), state, options)

/** A service for all tests of a file; call it at the top of the file or of a `describe`. */
export const useOwnService = (template: keyof Templates = 'smallDemo', options?: Options): Service => {
  const service = {} as Service
  let running: LocalService
  beforeAll(async () => {
    const state = await copyState(template)
    running = await start(state, options)
    Object.assign(service, connect(running.api, running.issuer, state))
  })
  afterAll(async () => {
    await running?.stop()
    await removeState(service.state)
  })
  return service
}
