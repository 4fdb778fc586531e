// Tests share an isolate. What one of them waited for the database, or pretended to, must not refuse the
// heavy reads of the next.
import { beforeAll, beforeEach } from 'vitest'
import { forgetQueue } from '../../src/db/queue.ts'

beforeAll(forgetQueue)
beforeEach(forgetQueue)
