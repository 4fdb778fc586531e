// Which fields a preview would change, and its summary in numbers.
import type { Preview, PreviewedSession } from '../data/types.ts'

export type SessionValues = NonNullable<PreviewedSession['after']>
export type Problem = NonNullable<PreviewedSession['problem']>

const FIELDS = ['capacity', 'venueId', 'doorsOpenOffset', 'cancellation'] as const
export type ValueField = (typeof FIELDS)[number]

/** As a text or number, so that two can be compared. */
const shownOf = (field: ValueField, values: SessionValues): unknown =>
  field === 'cancellation' ? JSON.stringify([values.cancelledAt, values.cancelNotice]) : values[field]

/** The fields in which the session would change. */
export const changedFields = ({ before, after }: PreviewedSession): ValueField[] =>
  before === null || after === null
    ? []
    : FIELDS.filter((field) => shownOf(field, before) !== shownOf(field, after))

export type Summary = {
  sessions: number
  /** Have sold more than the new capacity. A single one prevents the whole change. */
  refused: number
  /** Were changed since, so the values of that change would be overwritten. */
  overwritten: number
  /** Are no longer in the series. */
  gone: number
  /** Have the values already. */
  unchanged: number
  /** Started before now. */
  past: number
  /** Whether the preview lists only some sessions. It always lists those with a problem. */
  isPartial: boolean
}

export const summarize = ({ sessionsSelected, sessions }: Preview, now: number): Summary => {
  const withProblem = (problem: Problem): number => sessions.filter((one) => one.problem === problem).length
  return {
    sessions: sessionsSelected,
    refused: withProblem('capacity_below_sold'),
    overwritten: withProblem('changed_since'),
    gone: withProblem('session_gone'),
    unchanged: sessions.filter((one) => one.problem === null && changedFields(one).length === 0).length,
    past: sessions.filter(({ startsAt }) => startsAt !== null && Date.parse(startsAt) < now).length,
    isPartial: sessions.length < sessionsSelected,
  }
}

/** Whether it can be applied: no session prevents it, and at least one is still there. */
export const isApplicable = (preview: Preview, now: number): boolean => {
  const { sessions, refused, gone } = summarize(preview, now)
  return preview.series !== null || (refused === 0 && sessions > gone)
}

/** The history keeps no values before a change that are as large as JSON. */
const MAX_BEFORE_BYTES = 1_500_000

/** A cancellation is kept only where it changes. */
const bytesOf = (session: PreviewedSession): number => {
  const { id, before } = session
  if (before === null) return 0
  const { capacity, venueId, doorsOpenOffset } = before
  const plain = { capacity, venueId, doorsOpenOffset }
  return (
    JSON.stringify({ id, ...(changedFields(session).includes('cancellation') ? before : plain) }).length + 1
  )
}

/** Whether the values before the change are too many for the history, so that it cannot be reverted. */
export const isTooLargeToRevert = ({ sessionsSelected, sessions }: Preview): boolean => {
  const sizes = sessions.map(bytesOf)
  const listed = sizes.reduce((sum, size) => sum + size, 0)
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  return listed + (sessionsSelected - sessions.length) * largest >= MAX_BEFORE_BYTES
}

/** The ids of the sessions that are not refused; undefined if the preview does not list all sessions. */
export const idsWithoutRefused = ({ sessionsSelected, sessions }: Preview): string[] | undefined =>
  sessions.length < sessionsSelected
    ? undefined
    : sessions.filter(({ problem }) => problem !== 'capacity_below_sold').map(({ id }) => id)
