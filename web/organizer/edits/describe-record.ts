// What a record of the history changed, in words.
import { formatDayTime } from '../formats.ts'
import type { HistoryRecord, Venue } from '../loads/types.ts'
import { texts } from '../texts.ts'

type Update = Extract<HistoryRecord, { action: 'sessions.bulk-update' }>['change']

const describeUpdate = (change: Update, venues: readonly Venue[] | undefined): string[] => {
  const lines: string[] = []
  if (change.newCapacity !== null) lines.push(texts.actions.capacity(change.newCapacity))
  if (change.newVenueId !== null) {
    const venue = venues?.find(({ id }) => id === change.newVenueId)
    lines.push(texts.actions.venue(venue?.name ?? texts.unknownVenue))
  }
  if (change.newDoorsOpenOffset !== null) lines.push(texts.actions.doors(change.newDoorsOpenOffset))
  return lines
}

/** One line for each value that was changed. `records` are those that are loaded: a put back names its record. */
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
    case 'series.put-back':
    case 'sessions.put-back': {
      const origin = records.find(({ id }) => id === record.change.recordId)
      return [
        origin === undefined ? texts.actions.putBack : texts.actions.putBackOf(formatDayTime(origin.at)),
      ]
    }
  }
}
