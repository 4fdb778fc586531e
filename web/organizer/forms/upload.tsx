// Uploads a file of guests: what its columns are, a preview, the import, and its take-back.
import { useId } from 'preact/hooks'
import { MEANINGS, type Meaning, valuesOf } from '../data/guest-file.ts'
import { formatNumber } from '../formats.ts'
import { texts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { describedBy, Field } from '../ui/field.tsx'
import { Failure } from '../ui/notices.tsx'
import { PRINTED, type Preview, type Printed, type Problem, useUpload } from './use-upload.ts'

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

const Effect = ({ preview }: { preview: Preview }) => {
  const figures: [string, number][] = [
    [texts.toInsert, preview.toInsert],
    [texts.toUpdate, preview.toUpdate],
    [texts.toVoid, preview.toVoid],
    [texts.unchangedGuests, preview.unchanged],
    [texts.soldAfter, preview.soldAfter],
    [texts.capacity, preview.capacity],
  ]
  return (
    <div class="stack" role="status">
      <dl class="figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt class="soft small">{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {preview.newTicketTypes.length > 0 && <p>{texts.newTypes(preview.newTicketTypes)}</p>}
      {preview.warnings.map(({ code, tickets }) => (
        <p class="notice warn" key={code}>
          {texts.importWarnings[code]?.(tickets) ?? code}
        </p>
      ))}
    </div>
  )
}

type Props = { sessionId: string; onClose: () => void; onDone: () => unknown }

export const Upload = ({ sessionId, onClose, onDone }: Props) => {
  const id = useId()
  const upload = useUpload(sessionId, onDone)
  const { printed, isWhole, types, preview, problems, failed, isBusy, result, takenBack } = upload
  const { unreadable, choose, change, makePreview, apply, takeBack } = upload
  const { mapping, typeName, scope, without } = upload.reading.value
  const shown = upload.file.value
  return (
    <Dialog title={texts.uploadGuests} onClose={onClose}>
      {result.value !== undefined ? (
        <>
          <p class="notice good" role="status">
            {takenBack.value === undefined ? texts.imported(result.value) : texts.takenBack(takenBack.value)}
          </p>
          <div class="buttons">
            <button type="button" class="button primary" onClick={onClose}>
              {texts.close}
            </button>
            {takenBack.value === undefined && result.value.inserted > 0 && (
              <button type="button" class="button" onClick={takeBack} aria-disabled={isBusy.value}>
                {texts.takeBack}
              </button>
            )}
          </div>
        </>
      ) : (
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            makePreview()
          }}
        >
          <Field id={`${id}-file`} label={texts.file} hint={texts.fileHint} error={unreadable.value}>
            <input
              class="input"
              type="file"
              accept=".csv,.tsv,.txt,.jsonl,.xlsx,text/csv"
              onChange={(event) => choose(event.currentTarget.files?.[0])}
              {...describedBy(`${id}-file`, { hint: texts.fileHint, error: unreadable.value })}
            />
          </Field>
          {shown !== undefined && (
            <>
              <p class="soft">
                {!shown.format
                  ? texts.fileOfUnknown(shown.rows.length)
                  : texts.fileOf(shown.format.name, shown.rows.length)}
              </p>
              {Object.keys(scope).map((column) => (
                <Field key={column} id={`${id}-scope-${column}`} label={column}>
                  <select
                    id={`${id}-scope-${column}`}
                    class="input"
                    value={scope[column]}
                    onChange={(event) => change({ scope: { ...scope, [column]: event.currentTarget.value } })}
                  >
                    {valuesOf(shown, column).map((value) => (
                      <option key={value}>{value}</option>
                    ))}
                  </select>
                </Field>
              ))}
              {!shown.format && (
                <fieldset class="stack">
                  <legend>{texts.columns}</legend>
                  {shown.columns.map((column) => (
                    <Field key={column} id={`${id}-column-${column}`} label={column}>
                      <select
                        id={`${id}-column-${column}`}
                        class="input"
                        value={mapping[column]}
                        onChange={(event) =>
                          change({
                            mapping: { ...mapping, [column]: event.currentTarget.value as Meaning | '' },
                          })
                        }
                      >
                        <option value="">{texts.notImported}</option>
                        {MEANINGS.map((meaning) => (
                          <option key={meaning} value={meaning}>
                            {texts.meanings[meaning]}
                          </option>
                        ))}
                      </select>
                    </Field>
                  ))}
                  <Field id={`${id}-type`} label={texts.typeOfOthers}>
                    <input
                      id={`${id}-type`}
                      class="input"
                      value={typeName}
                      onInput={(event) => change({ typeName: event.currentTarget.value })}
                    />
                  </Field>
                </fieldset>
              )}
              {types.value.length > 1 && types.value.length <= 50 && (
                <fieldset>
                  <legend>{texts.ticketTypes}</legend>
                  {types.value.map((name) => (
                    <label key={name} class="check">
                      <input
                        type="checkbox"
                        checked={!without.has(name)}
                        onChange={(event) => {
                          const next = new Set(without)
                          if (event.currentTarget.checked) next.delete(name)
                          else next.add(name)
                          change({ without: next })
                        }}
                      />
                      <bdi>{name}</bdi>
                    </label>
                  ))}
                </fieldset>
              )}
              <Field id={`${id}-printed`} label={texts.whatIsPrinted}>
                <select
                  id={`${id}-printed`}
                  class="input"
                  value={printed.value}
                  onChange={(event) => change({ printed: event.currentTarget.value as Printed })}
                >
                  {PRINTED.map((value) => (
                    <option key={value} value={value}>
                      {texts.printed[value]}
                    </option>
                  ))}
                </select>
              </Field>
              <label class="check">
                <input
                  type="checkbox"
                  checked={isWhole.value}
                  onChange={(event) => change({ isWhole: event.currentTarget.checked })}
                />
                {texts.isWhole}
              </label>
              {problems.value !== undefined && (
                <Problems problems={problems.value.shown} count={problems.value.count} />
              )}
              {preview.value !== undefined && <Effect preview={preview.value.preview} />}
              <div class="buttons">
                {preview.value !== undefined && (
                  <button type="button" class="button primary" onClick={apply} aria-disabled={isBusy.value}>
                    {isBusy.value ? texts.applying : texts.apply}
                  </button>
                )}
                <button
                  type="submit"
                  class={preview.value === undefined ? 'button primary' : 'button'}
                  aria-disabled={isBusy.value}
                >
                  {isBusy.value && preview.value === undefined ? texts.previewing : texts.preview}
                </button>
                <button type="button" class="button" onClick={onClose}>
                  {texts.cancel}
                </button>
              </div>
            </>
          )}
        </form>
      )}
      {failed.value !== undefined && <Failure failed={failed.value.failed} text={failed.value.text} />}
    </Dialog>
  )
}
