// Uploads a file of guests: what its columns are, a preview, the import, and its revert.
import type { ComponentChildren } from 'preact'
import type { GuestFile } from '../../../src/domain/import/file/guest-file.ts'
import { MEANINGS } from '../../../src/domain/import/file/headings.ts'
import { valuesOf } from '../../../src/domain/import/file/import-rows.ts'
import { describeSheet } from '../../../src/domain/import/file/sheets.ts'
import { texts } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { Select, textOptions } from '../ui/select.tsx'
import { Table, wide } from '../ui/table.tsx'
import { SeveralNames } from './guests-as-read.tsx'
import { ImportDialog } from './import-dialog.tsx'
import type { Imported } from './use-import.ts'
import { PRINTED, type UsedUpload, useUpload } from './use-upload.ts'

type CheckProps = { text: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

const Check = ({ text, isChecked, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <bdi>{text}</bdi>
  </label>
)

/** Where several sheets have guests. None is taken unasked. */
const Sheets = ({ upload: { opened, sheets, chooseSheets } }: { upload: UsedUpload }) => {
  if (opened.value?.sheets === undefined || opened.value.file !== undefined) return null
  return (
    <fieldset>
      <legend>{texts.sheets}</legend>
      <p class="soft small">{texts.sheetsHint}</p>
      {opened.value.choice.map((sheet) => (
        <Check
          key={sheet.name}
          text={describeSheet(sheet)}
          isChecked={sheets.value.includes(sheet.name)}
          onChange={(isChecked) =>
            chooseSheets(
              isChecked ? [...sheets.value, sheet.name] : sheets.value.filter((name) => name !== sheet.name),
            )
          }
        />
      ))}
    </fieldset>
  )
}

const NO_HEADINGS = 'none'
/** Headings stand near the top. */
const MAX_HEADING_ROWS = 20
const MAX_SHOWN = 60

const Headings = ({ file, upload }: { file: GuestFile; upload: UsedUpload }) => (
  <Field label={texts.headings} hint={file.heading === null ? texts.withoutHeadings : undefined}>
    {(control) => (
      <Select
        value={file.heading === null ? NO_HEADINGS : String(file.heading)}
        options={[
          ...(file.table ?? []).slice(0, MAX_HEADING_ROWS).map(({ line, cells }, index) => ({
            value: String(index),
            text: texts.line(line, cells.filter(Boolean).join(', ').slice(0, MAX_SHOWN)),
          })),
          { value: NO_HEADINGS, text: texts.noHeadings },
        ]}
        onChange={(chosen) => upload.chooseHeading(chosen === NO_HEADINGS ? null : Number(chosen))}
        {...control}
      />
    )}
  </Field>
)

const MEANING_OPTIONS = [
  { value: '', text: texts.notImported } as const,
  ...textOptions(MEANINGS, texts.meanings),
]

const TypeOfOthers = ({ upload: { file, choices, change } }: { upload: UsedUpload }) => (
  <Field
    label={texts.typeOfOthers}
    hint={file.value?.rows.some(({ sheet }) => sheet !== undefined) ? texts.typeOfSheet : undefined}
  >
    {(control) => (
      <input
        class="input"
        value={choices.value.typeName}
        onInput={(event) => change({ typeName: event.currentTarget.value })}
        {...control}
      />
    )}
  </Field>
)

/** What a person says about a list without columns. */
const Pasted = ({ file, upload }: { file: GuestFile; upload: UsedUpload }) => {
  const joined = file.rows.find(({ names }) => names !== undefined)
  return (
    <>
      <TypeOfOthers upload={upload} />
      {joined !== undefined && (
        <SeveralNames
          example={String(joined.fields.attendeeName)}
          isSplit={upload.choices.value.splitsNames ?? false}
          onChange={(splitsNames) => upload.change({ splitsNames })}
        />
      )}
    </>
  )
}

/** As many as tell what a column has. */
const SAMPLES = 2

/** Where a person must say what the columns are. */
const Columns = ({ file, upload }: { file: GuestFile; upload: UsedUpload }) => {
  const { choices, found, change } = upload
  const { mapping } = choices.value
  return (
    <>
      <Headings file={file} upload={upload} />
      <Table label={texts.columns} columns={[texts.column, wide(texts.samples), texts.meaning]}>
        {file.columns.map(({ name, values }, index) => {
          const samples = values.slice(0, SAMPLES).join(' · ').slice(0, MAX_SHOWN) || texts.noValue
          return (
            <tr key={`${index} ${name}`}>
              <th scope="row">
                <bdi>{name}</bdi>
                <bdi class="beneath soft small phone">{samples}</bdi>
              </th>
              <td class="wide soft small">
                <bdi>{samples}</bdi>
              </td>
              <td>
                <Select
                  aria-label={name}
                  value={(mapping[index] ?? '') as (typeof MEANING_OPTIONS)[number]['value']}
                  options={MEANING_OPTIONS}
                  onChange={(meaning) =>
                    // Each meaning is given once.
                    change({
                      mapping: mapping.map((one, at) =>
                        at === index ? meaning : one === meaning ? '' : one,
                      ),
                    })
                  }
                />
              </td>
            </tr>
          )
        })}
      </Table>
      {found.value.skipped.length > 0 && <p class="notice warn">{texts.skipped(found.value.skipped)}</p>}
      <TypeOfOthers upload={upload} />
    </>
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

const Step = ({ number, name, children }: { number: number; name: string; children: ComponentChildren }) => (
  <section class="stack">
    <h3>
      <span class="tag">{number}</span> {name}
    </h3>
    {children}
  </section>
)

/** What is imported, where more than one thing is possible. */
const Choices = ({ file, upload }: { file: GuestFile; upload: UsedUpload }) => {
  const { choices, found, change } = upload
  const { scope, printed, isWhole, keepsCheckIns } = choices.value
  const { elsewhere, checkedIn, statuses } = found.value
  return (
    <>
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
      <Types upload={upload} />
      {elsewhere > 0 && <p class="notice warn">{texts.elsewhere(elsewhere)}</p>}
      {statuses.map(({ word, status, rows }) => (
        <p key={word}>{texts.readAs(rows, word, status)}</p>
      ))}
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
      {checkedIn > elsewhere && (
        <Check
          text={texts.keepCheckIns(checkedIn)}
          isChecked={keepsCheckIns}
          onChange={(value) => change({ keepsCheckIns: value })}
        />
      )}
      <Check text={texts.isWhole} isChecked={isWhole} onChange={(value) => change({ isWhole: value })} />
    </>
  )
}

type Props = { sessionId: string; onClose: () => void; onDone: (result: Imported) => unknown }

export const Upload = ({ sessionId, onClose, onDone }: Props) => {
  const upload = useUpload(sessionId, onDone)
  const { unreadable } = upload
  const file = upload.file.value
  return (
    <ImportDialog
      title={texts.uploadGuests}
      used={upload}
      canPreview={file !== undefined}
      isBegun={file !== undefined}
      onClose={onClose}
    >
      {(problems, effect) => (
        <div class={file === undefined ? 'stack' : 'stack upload'}>
          <Step number={1} name={texts.file}>
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
            <Sheets upload={upload} />
            {problems}
          </Step>
          {file !== undefined && (
            <>
              <Step number={2} name={texts.columns}>
                <p class="soft">
                  {file.isPasted
                    ? texts.fileOfNames(file.rows.length)
                    : file.format === undefined
                      ? texts.fileOfUnknown(file.rows.length)
                      : texts.fileOf(file.format.name, file.rows.length)}
                </p>
                {file.notes.map((note) => (
                  <p class="notice warn" key={note}>
                    {texts.aboutFile(note)}
                  </p>
                ))}
                {file.isPasted && <Pasted file={file} upload={upload} />}
                {file.format === undefined && <Columns file={file} upload={upload} />}
              </Step>
              <Step number={3} name={texts.check}>
                {effect}
                <Choices file={file} upload={upload} />
              </Step>
            </>
          )}
        </div>
      )}
    </ImportDialog>
  )
}
