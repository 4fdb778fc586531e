// A record of the history, in the words of the page.
import type { components } from '../../shared/api-types.ts'

export type HistoryRecord = components['schemas']['HistoryRecord']
