// How names are read that somebody types or pastes.
import { readPastedList } from '../../src/domain/import/file/pasted.ts'
import type { NewEntry } from './service.ts'

/** `key`: its values, and something more where others have the same. */
export type ReadEntry = { entry: Omit<NewEntry, 'id'>; key: string }

const textOf = (value: unknown, max: number): string | undefined =>
  value === undefined ? undefined : String(value).slice(0, max)

export const readNames = (text: string): { entries: ReadEntry[]; unread: number[] } => {
  const { guests, types, warnings, errors } = readPastedList(text)
  const named = new Set(guests.map(({ line }) => line))
  // A greeting, a total or a ticket type: this list has one.
  const others = [...types, ...warnings, ...errors].map(({ line }) => line).filter((line) => !named.has(line))
  /** The same values may stand there twice. */
  const keys = new Set<string>()
  return {
    entries: guests.map(({ fields }) => {
      const { attendeeName, holderEmail, plusOnes, quantity, companions = [], note } = fields
      const friends = plusOnes === undefined ? Number(quantity ?? 1) - 1 : Number(plusOnes)
      const entry = {
        name: textOf(attendeeName ?? holderEmail ?? '', 200) as string,
        plusOnes: Math.max(0, friends),
        email: textOf(holderEmail, 200),
        // An entry has no names of companions.
        note: textOf([note, ...(companions as string[])].filter(Boolean).join(', ') || undefined, 280),
      }
      let key = JSON.stringify(entry)
      while (keys.has(key)) key += '+'
      keys.add(key)
      return { entry, key }
    }),
    unread: [...new Set([...errors.map(({ line }) => line), ...others])].sort((a, b) => a - b),
  }
}
