// Somebody else changed the resource during the edit: shows their values beside the typed ones.
import { Button } from '../../shared/button.tsx'
import { formatTime } from '../formats.ts'
import { texts } from '../texts.ts'
import { Table } from '../ui/table.tsx'
import type { FieldOf } from './control.tsx'
import { type Draft, differingFields } from './draft.ts'
import type { Conflict, UsedEdit } from './use-edit.ts'

type Props = {
  edit: Pick<UsedEdit, 'conflict' | 'draft' | 'isBusy' | 'keepMine' | 'takeTheirs'>
  fields: readonly FieldOf[]
  /** The name of a subject, if the screen knows names. */
  nameOf?: (subject: string) => string
  onTaken?: () => unknown
}

const describe = ({ thing }: Conflict, nameOf: Props['nameOf']): string =>
  nameOf !== undefined && thing.updatedBy && thing.updatedAt
    ? texts.conflictBy(nameOf(thing.updatedBy), formatTime(thing.updatedAt))
    : texts.changedMeanwhile

const shownOf = ({ name, options }: FieldOf, draft: Draft): string => {
  const value = draft[name] ?? ''
  return options?.find((option) => option.value === value)?.text ?? (value || texts.none)
}

export const ConflictNotice = ({ edit, fields, nameOf, onTaken }: Props) => {
  const conflict = edit.conflict.value
  if (conflict === undefined) return null
  const differing = differingFields(conflict.draft, edit.draft.value)
  return (
    <div class="notice warn stack" role="alert">
      <p>{describe(conflict, nameOf)}</p>
      <Table label={texts.changedMeanwhile} columns={[texts.field, texts.now, texts.mine]}>
        {fields
          .filter(({ name }) => differing.includes(name))
          .map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              <td class="prose">{shownOf(field, conflict.draft)}</td>
              <td class="prose">{shownOf(field, edit.draft.value)}</td>
            </tr>
          ))}
      </Table>
      <div class="buttons">
        <Button look="primary" text={texts.keepMine} isBusy={edit.isBusy.value} onClick={edit.keepMine} />
        <Button
          text={texts.takeTheirs}
          isBusy={edit.isBusy.value}
          onClick={() => {
            edit.takeTheirs()
            onTaken?.()
          }}
        />
      </div>
    </div>
  )
}
