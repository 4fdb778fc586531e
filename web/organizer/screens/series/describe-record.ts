// Describes what a record of the history changed.

import type { HistoryRecord, Venue } from '../../data/types.ts'
import { venueName } from '../../data/venue-name.ts'
import { formatDayTime } from '../../formats.ts'
import { texts } from '../../texts.ts'

type Update = Extract<HistoryRecord, { action: 'sessions.bulk-update' }>['change']

const describeUpdate = (change: Update, venues: readonly Venue[] | undefined): string[] => {
  const lines: string[] = []
  if (change.newCapacity !== null) lines.push(texts.actions.capacity(change.newCapacity))
  if (change.newVenueId !== null) lines.push(texts.actions.venue(venueName(venues, change.newVenueId)))
  if (change.newDoorsOpenOffset !== null) lines.push(texts.actions.doors(change.newDoorsOpenOffset))
  if (change.newCancelled !== null)
    lines.push(texts.actions.cancelled[change.newCancelled ? 'true' : 'false'])
  if (change.newCancelNotice !== null) lines.push(texts.actions.notice(change.newCancelNotice))
  return lines
}

/** One line for each changed value. A revert finds its original among the loaded `records`. */
export const describeRecord = (
  record: HistoryRecord,
  records: readonly HistoryRecord[],
  venues: readonly Venue[] | undefined,
): string[] => {
  switch (record.action) {
    case 'series.update': {
      const { name, description } = record.change
      return [
        ...(name === undefined ? [] : [texts.actions.renamed(name)]),
        ...(description === undefined
          ? []
          : [description === null ? texts.actions.undescribed : texts.actions.described]),
      ]
    }
    case 'sessions.bulk-update':
      return describeUpdate(record.change, venues)
    case 'series.revert':
    case 'sessions.revert': {
      const origin = records.find(({ id }) => id === record.change.recordId)
      return [origin === undefined ? texts.actions.revert : texts.actions.revertOf(formatDayTime(origin.at))]
    }
  }
}
