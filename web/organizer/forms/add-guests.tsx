// Adds guests by their names, one a line.
import { useSignal } from '@preact/signals'
import { readPastedNames } from '../../../src/domain/import/file/guest-file.ts'
import { texts } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { ImportDialog } from './import-result.tsx'
import { useImport } from './use-import.ts'

const ROWS = 8

type Props = {
  sessionId: string
  types: readonly string[]
  onClose: () => void
  onDone: () => unknown
}

export const AddGuests = ({ sessionId, types, onClose, onDone }: Props) => {
  const names = useSignal('')
  const typeName = useSignal(types.find((name) => name === texts.guestList) ?? types[0] ?? texts.guestList)
  const ask = () => {
    const rows = readPastedNames(names.value, typeName.value)
    if (rows.length === 0) return { problems: [{ line: null, message: texts.nameMissing }] }
    return {
      body: { tickets: rows.map(({ fields }) => fields), match: 'guest' },
      places: rows,
    }
  }
  const used = useImport(sessionId, ask, onDone)
  return (
    <ImportDialog title={texts.addGuests} used={used} canPreview onClose={onClose}>
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
          <Field label={texts.ticketType}>
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
                  {types.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          {problems}
          {effect}
        </>
      )}
    </ImportDialog>
  )
}
