// Uploads a file of guests: what its columns are, a preview, the import, and its revert.
import { type GuestFile, MEANINGS, valuesOf } from '../data/guest-file.ts'
import { texts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Figures } from '../ui/figures.tsx'
import { Form } from '../ui/form.tsx'
import { Failure } from '../ui/notices.tsx'
import { Select, textOptions } from '../ui/select.tsx'
import { PRINTED, type Preview, type Problem, type UsedUpload, useUpload } from './use-upload.ts'

const Problems = ({ problems, count }: { problems: readonly Problem[]; count: number }) => (
  <div class="notice bad stack" role="alert">
    <p>{texts.fileProblems(count)}</p>
    <ul class="small">
      {problems.slice(0, 20).map(({ line, message }) => (
        <li key={`${line} ${message}`}>{texts.line(line, message)}</li>
      ))}
    </ul>
  </div>
)

const Effect = ({ preview }: { preview: Preview }) => (
  <div class="stack" role="status">
    <Figures
      figures={[
        [texts.toInsert, preview.toInsert],
        [texts.toUpdate, preview.toUpdate],
        [texts.void, preview.toVoid],
        [texts.unchangedGuests, preview.unchanged],
        [texts.soldAfter, preview.soldAfter],
        [texts.capacity, preview.capacity],
      ]}
    />
    {preview.newTicketTypes.length > 0 && <p>{texts.newTypes(preview.newTicketTypes)}</p>}
    {preview.warnings.map(({ code, tickets }) => (
      <p class="notice warn" key={code}>
        {texts.importWarnings[code]?.(tickets) ?? code}
      </p>
    ))}
  </div>
)

type CheckProps = { text: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

const Check = ({ text, isChecked, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <bdi>{text}</bdi>
  </label>
)

const MEANING_OPTIONS = [
  { value: '', text: texts.notImported } as const,
  ...textOptions(MEANINGS, texts.meanings),
]

/** Where a person must say what the columns are. */
const Columns = ({ file, upload: { choices, change } }: { file: GuestFile; upload: UsedUpload }) => {
  const { mapping, typeName } = choices.value
  return (
    <fieldset class="stack">
      <legend>{texts.columns}</legend>
      {file.repeatedColumns.length > 0 && (
        <p class="notice warn">{texts.repeatedColumns(file.repeatedColumns)}</p>
      )}
      {file.columns.map((column) => (
        <Field key={column} label={column}>
          {(control) => (
            <Select
              value={mapping[column] ?? ''}
              options={MEANING_OPTIONS}
              onChange={(meaning) => change({ mapping: { ...mapping, [column]: meaning } })}
              {...control}
            />
          )}
        </Field>
      ))}
      <Field label={texts.typeOfOthers}>
        {(control) => (
          <input
            class="input"
            value={typeName}
            onInput={(event) => change({ typeName: event.currentTarget.value })}
            {...control}
          />
        )}
      </Field>
    </fieldset>
  )
}

/** More are not worth a tick each. */
const MAX_TYPES = 50

const Types = ({ upload: { choices, types, change } }: { upload: UsedUpload }) => {
  const { without } = choices.value
  if (types.value.length < 2 || types.value.length > MAX_TYPES) return null
  return (
    <fieldset>
      <legend>{texts.ticketTypes}</legend>
      {types.value.map((name) => (
        <Check
          key={name}
          text={name}
          isChecked={!without.has(name)}
          onChange={(isChecked) => {
            const next = new Set(without)
            if (isChecked) next.delete(name)
            else next.add(name)
            change({ without: next })
          }}
        />
      ))}
    </fieldset>
  )
}

/** How the file is read, the preview, and the button that applies it. */
const Choices = ({ file, upload, onClose }: { file: GuestFile; upload: UsedUpload; onClose: () => void }) => {
  const { choices, change, problems, preview, isBusy, apply } = upload
  const { scope, printed, isWhole } = choices.value
  const hasPreview = preview.value !== undefined
  return (
    <>
      <p class="soft">
        {file.format === undefined
          ? texts.fileOfUnknown(file.rows.length)
          : texts.fileOf(file.format.name, file.rows.length)}
      </p>
      {Object.entries(scope).map(([column, chosen]) => (
        <Field key={column} label={column}>
          {(control) => (
            <Select
              value={chosen}
              options={valuesOf(file, column).map((value) => ({ value, text: value }))}
              onChange={(value) => change({ scope: { ...scope, [column]: value } })}
              {...control}
            />
          )}
        </Field>
      ))}
      {file.format === undefined && <Columns file={file} upload={upload} />}
      <Types upload={upload} />
      <Field label={texts.whatIsPrinted}>
        {(control) => (
          <Select
            value={printed}
            options={textOptions(PRINTED, texts.printed)}
            onChange={(value) => change({ printed: value })}
            {...control}
          />
        )}
      </Field>
      <Check text={texts.isWhole} isChecked={isWhole} onChange={(value) => change({ isWhole: value })} />
      {problems.value !== undefined && (
        <Problems problems={problems.value.shown} count={problems.value.count} />
      )}
      {preview.value !== undefined && <Effect preview={preview.value.preview} />}
      <div class="buttons">
        {hasPreview && (
          <Button
            look="primary"
            text={isBusy.value ? texts.applying : texts.apply}
            isBusy={isBusy.value}
            onClick={apply}
          />
        )}
        <Button
          type="submit"
          look={hasPreview ? undefined : 'primary'}
          text={isBusy.value && !hasPreview ? texts.previewing : texts.preview}
          isBusy={isBusy.value}
        />
        <Button text={texts.cancel} onClick={onClose} />
      </div>
    </>
  )
}

const Done = ({ upload, onClose }: { upload: UsedUpload; onClose: () => void }) => {
  const { result, reverted, isBusy, revert } = upload
  if (result.value === undefined) return null
  return (
    <>
      <p class="notice good" role="status">
        {reverted.value === undefined ? texts.imported(result.value) : texts.importReverted(reverted.value)}
      </p>
      <div class="buttons">
        <Button look="primary" text={texts.close} onClick={onClose} />
        {reverted.value === undefined && result.value.inserted > 0 && (
          <Button text={texts.revertImport} isBusy={isBusy.value} onClick={revert} />
        )}
      </div>
    </>
  )
}

type Props = { sessionId: string; onClose: () => void; onDone: () => unknown }

export const Upload = ({ sessionId, onClose, onDone }: Props) => {
  const upload = useUpload(sessionId, onDone)
  const { file, unreadable, failed, result } = upload
  return (
    <Dialog title={texts.uploadGuests} onClose={onClose}>
      {result.value !== undefined ? (
        <Done upload={upload} onClose={onClose} />
      ) : (
        <Form onSubmit={upload.makePreview}>
          <Field label={texts.file} hint={texts.fileHint} error={unreadable.value}>
            {(control) => (
              <input
                class="input"
                type="file"
                accept=".csv,.tsv,.txt,.jsonl,.xlsx,text/csv"
                onChange={(event) => upload.choose(event.currentTarget.files?.[0])}
                {...control}
              />
            )}
          </Field>
          {file.value !== undefined && <Choices file={file.value} upload={upload} onClose={onClose} />}
        </Form>
      )}
      {failed.value !== undefined && <Failure {...failed.value} />}
    </Dialog>
  )
}
