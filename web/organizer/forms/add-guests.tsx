// Adds guests whose names somebody pasted.
import { useComputed, useSignal } from '@preact/signals'
import { readPastedText } from '../../../src/domain/import/file/guest-file.ts'
import { matchOf, toImportRows } from '../../../src/domain/import/file/import-rows.ts'
import { Button } from '../../shared/button.tsx'
import { texts } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { SeveralNames } from './guests-as-read.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type Asked, type Imported, useImport } from './use-import.ts'

const ROWS = 8
/** As many as a person sees at a glance. */
const MAX_OFFERED = 6
const NO_TYPES: ReadonlySet<string> = new Set()

type Props = {
  sessionId: string
  types: readonly string[]
  onClose: () => void
  onDone: (result: Imported) => unknown
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
  /** Where there is no type yet, one that fits most lists. */
  const offered = types.length === 0 ? [texts.guestList] : types
  const choose = (name: string): void => {
    typeName.value = name
    used.forgetPreview()
    if (names.value.trim() !== '') void used.makePreview()
  }
  return (
    <ImportDialog
      title={texts.pasteGuests}
      used={used}
      canPreview
      isBegun={names.value.trim() !== ''}
      onClose={onClose}
    >
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
                  {offered.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
                <div class="buttons">
                  {offered.slice(0, MAX_OFFERED).map((name) => (
                    <Button
                      key={name}
                      look="small"
                      text={name}
                      name={texts.ticketType}
                      onClick={() => choose(name)}
                    />
                  ))}
                </div>
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
