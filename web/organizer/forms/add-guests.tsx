// Adds guests whose names somebody pasted.
import { useComputed, useSignal } from '@preact/signals'
import { matchOf, readPastedText, toImportRows } from '../../../src/domain/import/file/guest-file.ts'
import { texts } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { SeveralNames } from './guests-as-read.tsx'
import { ImportDialog } from './import-result.tsx'
import { type Asked, useImport } from './use-import.ts'

const ROWS = 8
const NO_TYPES: ReadonlySet<string> = new Set()

type Props = {
  sessionId: string
  types: readonly string[]
  onClose: () => void
  onDone: () => unknown
}

export const AddGuests = ({ sessionId, types, onClose, onDone }: Props) => {
  const names = useSignal('')
  /** Nobody becomes a VIP because that type is the first. */
  const typeName = useSignal('')
  const splitsNames = useSignal(false)
  const read = useComputed(() => readPastedText(names.value))
  /** A line with several names, such as "Ana & Bo". */
  const joined = read.value.rows.find(({ names }) => names !== undefined)?.fields.attendeeName
  const ask = (): Asked => {
    const file = read.value
    const reading = {
      ...{ mapping: file.mapping, typeName: typeName.value.trim(), scope: {}, without: NO_TYPES },
      splitsNames: splitsNames.value,
    }
    const { rows, errors, warnings } = toImportRows(file, reading)
    if (errors.length > 0) return { problems: errors }
    if (rows.length === 0) return { problems: [{ line: null, message: texts.nameMissing }] }
    const typeless = rows.find(({ fields }) => fields.ticketTypeName === undefined)
    if (typeless !== undefined) return { problems: [{ line: typeless.line, message: texts.chooseType }] }
    return {
      body: { tickets: rows.map(({ fields }) => fields), match: matchOf(file, rows) },
      rows,
      warnings,
    }
  }
  const used = useImport(sessionId, ask, onDone)
  return (
    <ImportDialog title={texts.pasteGuests} used={used} canPreview onClose={onClose}>
      {(problems, effect) => (
        <>
          <Field label={texts.names} hint={texts.namesHint}>
            {(control) => (
              <textarea
                class="input"
                rows={ROWS}
                value={names.value}
                onInput={(event) => {
                  names.value = event.currentTarget.value
                  used.forgetPreview()
                }}
                {...control}
              />
            )}
          </Field>
          <Field label={texts.ticketType} hint={texts.typeOfNamesHint}>
            {(control) => (
              <>
                <input
                  class="input"
                  list="types-of-guests"
                  value={typeName.value}
                  onInput={(event) => {
                    typeName.value = event.currentTarget.value
                    used.forgetPreview()
                  }}
                  {...control}
                />
                <datalist id="types-of-guests">
                  {(types.length === 0 ? [texts.guestList] : types).map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          {joined !== undefined && (
            <SeveralNames
              example={String(joined)}
              isSplit={splitsNames.value}
              onChange={(isSplit) => {
                splitsNames.value = isSplit
                used.forgetPreview()
              }}
            />
          )}
          {problems}
          {effect}
        </>
      )}
    </ImportDialog>
  )
}
