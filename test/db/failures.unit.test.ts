// D1's messages, each with its kind and with how often a batch that fails so is sent.
import { expect, it } from 'vitest'
import { DatabaseTimeout, type FailureKind, failureKind, maxAttempts } from '../../src/db/failures.ts'

it.each<[FailureKind, string[]]>([
  [
    'lost',
    [
      'D1_ERROR: Network connection lost.',
      'D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.',
      'D1_ERROR: D1 DB reset because its code was updated.',
      'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
      'D1_ERROR: Replica disconnected from primary.',
    ],
  ],
  [
    'internal',
    [
      'D1_ERROR: internal error; reference = 0a1b2c3d',
      'Failed to get session commit token: internal error; reference = 0a1b2c3d',
      'D1_ERROR: database is locked: SQLITE_BUSY (extended: SQLITE_BUSY_SNAPSHOT)',
    ],
  ],
  [
    'lasting',
    [
      'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
      'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
      'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
      'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
      "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
      'D1_ERROR: no such table: ticket_search',
    ],
  ],
])('%s', (kind, messages) => {
  expect(messages.map((message) => failureKind(new Error(message)))).toEqual(messages.map(() => kind))
})

it('a timeout is a failure of the database, and a fault of our own is none', () => {
  expect(failureKind(new DatabaseTimeout(10_000))).toBe('timeout')
  for (const cause of [
    new Error('D1_ERROR: UNIQUE constraint failed: sessions.id: SQLITE_CONSTRAINT'),
    new Error('D1_ERROR: no such column: x'),
    'Network connection lost',
    undefined,
  ]) {
    expect(failureKind(cause)).toBeUndefined()
  }
})

it.each<[FailureKind, { reads: number; writes: number }]>([
  ['lost', { reads: 1, writes: 3 }],
  ['internal', { reads: 2, writes: 3 }],
  ['lasting', { reads: 1, writes: 1 }],
  ['timeout', { reads: 1, writes: 1 }],
])('a batch that fails with %s is sent so often: %o', (kind, { reads, writes }) => {
  expect([maxAttempts(kind, false), maxAttempts(kind, true)]).toEqual([reads, writes])
})
