// What a run of a source would change, and what the columns of its list are.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../../shared/button.tsx'
import type { Schemas } from '../../../shared/schemas.ts'
import { fieldFor, nameOfField, pathOfSource, type Source, withField } from '../../data/sources.ts'
import { ListFigures } from '../../forms/guest-effect.tsx'
import { useSend } from '../../forms/use-send.ts'
import { texts as shared } from '../../texts.ts'
import { texts } from '../../texts-sources.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/notices.tsx'
import { type Option, Select, textOptions } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { RowProblems } from './row-problems.tsx'

type Preview = Schemas['SourcePreview']

const MEANING_OPTIONS: readonly Option[] = textOptions(
  Object.keys(shared.meanings) as (keyof typeof shared.meanings)[],
  shared.meanings,
)

type ColumnsProps = {
  source: Source
  columns: Preview['columns']
  isBusy: boolean
  onChange: (columns: Record<string, string>) => unknown
}

const Columns = ({ source, columns, isBusy, onChange }: ColumnsProps) => (
  <section class="stack">
    <h3>{shared.columns}</h3>
    <Table label={shared.columns} columns={[texts.column, shared.meaning]}>
      {columns.map(({ heading, field }) => {
        const given = fieldFor(source, heading)
        const guess = given !== '' || field === null ? texts.notRead : texts.recognised(nameOfField(field))
        return (
          <tr key={heading}>
            <th scope="row">
              <bdi>{heading}</bdi>
            </th>
            <td>
              <Select
                aria-label={heading}
                value={given}
                // The next choice is made on top of this one.
                disabled={isBusy}
                options={[{ value: '', text: guess }, ...MEANING_OPTIONS]}
                onChange={(chosen) => onChange(withField(source, heading, chosen))}
              />
            </td>
          </tr>
        )
      })}
    </Table>
  </section>
)

const Guests = ({ guests, rows }: Pick<Preview, 'guests' | 'rows'>) => (
  <section class="stack">
    <h3>{shared.asRead}</h3>
    <Table label={shared.asRead} columns={[shared.name, shared.ticketType]}>
      {guests.map(({ row, name, email, ticketTypeName, note }) => (
        <tr key={row}>
          <th scope="row">
            <bdi>{name ?? email ?? shared.noValue}</bdi>
            <bdi class="beneath soft small">
              {[name === null ? null : email, note].filter((part) => part !== null).join(' · ')}
            </bdi>
          </th>
          <td>
            <bdi>{ticketTypeName}</bdi>
          </td>
        </tr>
      ))}
    </Table>
    {rows > guests.length && <p class="soft small">{shared.moreGuests(rows - guests.length)}</p>}
  </section>
)

/** What it does beside new, changed and void guests. */
const notesOf = ({ adopted, theirs, inside, gone, newTicketTypes }: Preview): string[] => [
  ...(adopted > 0 ? [texts.adopted(adopted)] : []),
  ...(theirs > 0 ? [texts.theirs(theirs)] : []),
  ...(inside > 0 ? [texts.inside(inside)] : []),
  ...(gone > 0 ? [texts.gone(gone)] : []),
  ...(newTicketTypes.length > 0 ? [shared.newTypes(newTicketTypes)] : []),
]

const Effect = ({ preview }: { preview: Preview }) => (
  <div class="stack" role="status">
    <ListFigures preview={preview} />
    {notesOf(preview).map((note) => (
      <p key={note}>{note}</p>
    ))}
    {preview.warnings.length > 0 && (
      <ul class="notice warn small">
        {preview.warnings.map((warning) => (
          <li key={warning}>
            <bdi>{warning}</bdi>
          </li>
        ))}
      </ul>
    )}
    <RowProblems problems={preview.problems} count={preview.problemCount} />
  </div>
)

type Props = {
  source: Source
  /** Starts it, or reads it now. */
  onRun: (source: Source) => unknown
  onClose: () => void
}

export const SourcePreview = ({ source: given, onRun, onClose }: Props) => {
  const source = useSignal(given)
  const preview = useSignal<Preview | undefined>(undefined)
  const { failed, isBusy, send } = useSend()
  const load = async (): Promise<void> => {
    preview.value = undefined
    const answer = await send<Preview>('POST', `${pathOfSource(given)}/preview`, {})
    if (answer.kind === 'ok') preview.value = answer.body
  }
  const change = async (columns: Record<string, string>): Promise<void> => {
    const answer = await send<Source>('PATCH', pathOfSource(given), { columns })
    if (answer.kind !== 'ok') return
    source.value = answer.body
    await load()
  }
  useEffect(() => void load(), [])
  const shown = preview.value
  const isReadable = shown !== undefined && shown.problem === null
  return (
    <Dialog title={texts.preview(given.name)} onClose={onClose}>
      {shown === undefined && failed.value === undefined && (
        <p role="status" class="soft">
          {texts.reading}
        </p>
      )}
      {shown !== undefined && shown.problem !== null && (
        <p class="notice bad" role="alert">
          {shown.problem}
        </p>
      )}
      {isReadable && (
        <>
          <Effect preview={shown} />
          {shown.columns.length > 0 && (
            <Columns source={source.value} columns={shown.columns} isBusy={isBusy.value} onChange={change} />
          )}
          {shown.guests.length > 0 && <Guests guests={shown.guests} rows={shown.rows} />}
        </>
      )}
      {failed.value !== undefined && <Failure failed={failed.value} onRetry={load} />}
      <div class="buttons foot">
        {isReadable && (
          <Button
            look="primary"
            text={source.value.status === 'Stopped' ? texts.start : texts.runNow}
            isBusy={isBusy.value}
            onClick={() => onRun(source.value)}
          />
        )}
        <Button text={shared.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}
