// The upload of a file of guests: how it is read.
import { batch, useComputed, useSignal } from '@preact/signals'
import { skippedColumns } from '../../../src/domain/import/file/column-values.ts'
import { type GuestFile, withHeading } from '../../../src/domain/import/file/guest-file.ts'
import {
  countElsewhere,
  hasGuests,
  type ImportRow,
  matchOf,
  type Reading,
  scopesOf,
  toImportRows,
  valuesOf,
} from '../../../src/domain/import/file/import-rows.ts'
import type { OpenedFile } from '../../../src/domain/import/file/open.ts'
import { describeHidden } from '../../../src/domain/import/file/sheets.ts'
import { readGuestFile } from '../data/guest-file.ts'
import { texts } from '../texts.ts'
import { type Asked, type Imported, useImport } from './use-import.ts'

/** What is printed on the tickets. */
export const PRINTED = ['made', 'number', 'code'] as const
type Printed = (typeof PRINTED)[number]

/** How the file is read, and what is done with it. */
type Choices = Reading & {
  printed: Printed
  /** Whether the guests who are not in the file become void. */
  isWhole: boolean
  /** Whether guests whom the file says are checked in are so. */
  keepsCheckIns: boolean
}

const NO_CHOICES: Choices = {
  mapping: [],
  typeName: texts.guestList,
  scope: {},
  without: new Set(),
  printed: 'made',
  isWhole: false,
  keepsCheckIns: false,
}

/** Without the code of the file, where the tickets do not carry it. */
const withoutCode = ({ line, fields: { code: _, ...fields } }: ImportRow): ImportRow => ({ line, fields })

const CODES = { made: 'made', number: 'number', code: 'kept' } as const

const bodyOf = (
  file: GuestFile,
  read: readonly ImportRow[],
  { printed, isWhole, keepsCheckIns }: Choices,
) => {
  const rows = printed === 'code' ? read : read.map(withoutCode)
  return {
    tickets: rows.map(({ fields }) => fields),
    match: matchOf(file, rows),
    missing: isWhole ? 'void' : 'keep',
    codes: CODES[printed],
    checkIns: keepsCheckIns ? 'keep' : 'ignore',
  }
}

const NOTHING = { rows: [], errors: [], warnings: [], statuses: [] }

export const useUpload = (sessionId: string, onDone: (result: Imported) => unknown) => {
  const file = useSignal<GuestFile | undefined>(undefined)
  const unreadable = useSignal<string | undefined>(undefined)
  const opened = useSignal<OpenedFile | undefined>(undefined)
  /** The names of the sheets that are taken, where there are several. */
  const sheets = useSignal<readonly string[]>([])
  const choices = useSignal(NO_CHOICES)
  const name = useSignal('')
  const read = useComputed(() =>
    file.value === undefined ? NOTHING : toImportRows(file.value, choices.value),
  )
  /** The ticket types in the file, those that are left out too. */
  const types = useComputed(() => {
    if (file.value === undefined) return []
    const { rows } = toImportRows(file.value, { ...choices.value, without: new Set() })
    return [...new Set(rows.map(({ fields }) => String(fields.ticketTypeName ?? '')))].filter(Boolean)
  })
  const found = useComputed(() => ({
    elsewhere: countElsewhere(read.value.rows, sessionId),
    checkedIn: read.value.rows.filter(({ fields }) => fields.status === 'CheckedIn').length,
    statuses: read.value.statuses,
    skipped:
      file.value === undefined || file.value.format !== undefined
        ? []
        : skippedColumns(file.value, choices.value.mapping),
  }))

  const ask = (): Asked | undefined => {
    if (file.value === undefined) return undefined
    const { rows, errors, warnings } = read.value
    if (errors.length > 0) return { problems: errors }
    const { without, scope } = choices.value
    const isLeftOut = without.size > 0 || Object.keys(scope).length > 0
    if (rows.length === 0 && (isLeftOut || file.value.rows.length === 0)) {
      return { problems: [{ line: null, message: texts.noRows }] }
    }
    const typeless = rows.find(({ fields }) => fields.ticketTypeName === undefined)
    if (file.value.isPasted && typeless !== undefined) {
      return { problems: [{ line: typeless.line, message: texts.chooseType }] }
    }
    if (!hasGuests(rows)) return { problems: [{ line: null, message: texts.noGuestsInFile }] }
    return { body: bodyOf(file.value, rows, choices.value), rows, warnings }
  }
  const used = useImport(sessionId, ask, onDone)

  const change = (part: Partial<Choices>): void =>
    batch(() => {
      choices.value = { ...choices.value, ...part }
      used.forgetPreview()
    })

  const show = (chosen: GuestFile): Promise<void> => {
    // A corrected file keeps what was chosen for the first.
    const headings = ({ columns }: GuestFile) => JSON.stringify(columns.map((column) => column.name))
    const isCorrected =
      file.value !== undefined &&
      headings(file.value) === headings(chosen) &&
      file.value.isPasted === chosen.isPasted
    const { mapping } = isCorrected ? choices.value : chosen
    // Nobody says what the guests of a list are but a person or its headings; a sheet does by its name.
    const hasOwnTypes = ({ isPasted, rows }: GuestFile) =>
      isPasted || rows.some(({ sheet }) => sheet !== undefined)
    const wasChosen = isCorrected && file.value !== undefined && hasOwnTypes(file.value)
    batch(() => {
      file.value = chosen
      choices.value = {
        ...{ ...NO_CHOICES, mapping, isWhole: choices.value.isWhole },
        ...(hasOwnTypes(chosen) && { typeName: wasChosen ? choices.value.typeName : '' }),
        scope: Object.fromEntries(
          scopesOf(chosen).map((column) => [column, valuesOf(chosen, column)[0] ?? '']),
        ),
      }
      // The codes of another session stay with it, unless somebody wants them here.
      const hasCodes = chosen.format !== undefined || mapping.includes('code')
      if (hasCodes && found.value.elsewhere === 0) choices.value = { ...choices.value, printed: 'code' }
      used.forgetPreview()
    })
    return used.makePreview()
  }

  const fail = (error: unknown): void => {
    file.value = undefined
    unreadable.value = error instanceof Error ? error.message : String(error)
  }

  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    unreadable.value = undefined
    used.forgetPreview()
    try {
      const content = await readGuestFile(chosen)
      if (content.sheets !== undefined && content.choice.length === 0)
        throw new Error(describeHidden(content.sheets))
      batch(() => {
        opened.value = content
        sheets.value = []
        name.value = chosen.name
        if (content.file === undefined) file.value = undefined
      })
      if (content.file !== undefined) await show(content.file)
    } catch (error) {
      opened.value = undefined
      fail(error)
    }
  }

  /** Takes the sheets of a workbook with several that have guests. */
  const chooseSheets = (names: readonly string[]): void => {
    unreadable.value = undefined
    sheets.value = names
    used.forgetPreview()
    try {
      if (names.length === 0) file.value = undefined
      else if (opened.value?.sheets !== undefined) void show(opened.value.choose(names))
    } catch (error) {
      fail(error)
    }
  }

  /** Reads the file with its headings in another row, or none. */
  const chooseHeading = (heading: number | null): void => {
    if (file.value !== undefined) void show(withHeading(file.value, heading))
  }

  return {
    ...used,
    ...{ file, name, unreadable, opened, sheets, choices, types, found },
    ...{ choose, chooseSheets, chooseHeading, change },
  }
}

export type UsedUpload = ReturnType<typeof useUpload>
