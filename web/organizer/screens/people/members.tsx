// The members of an organizer with their roles.
import { useSignal } from '@preact/signals'
import { subject } from '../../../shared/account.ts'
import { Button } from '../../../shared/button.tsx'
import type { Schemas } from '../../../shared/schemas.ts'
import { useOwnEvents } from '../../data/own-events.ts'
import { usePaged } from '../../data/paged-list.ts'
import type { Organizer } from '../../data/types.ts'
import { type Role, roleBody, roleFields } from '../../forms/access-fields.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useSend } from '../../forms/use-send.ts'
import { texts } from '../../texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { rolesFor } from './roles.ts'

type Member = Schemas['Member']

const nameOf = ({ name, subject }: Member): string => name ?? subject

export const Members = ({ organizer, path }: { organizer: Organizer; path: string }) => {
  const list = usePaged<Member>(`${path}/members?pageSize=100`)
  const { failed, send } = useSend()
  const change = async (...sent: Parameters<typeof send>): Promise<void> => {
    await send(...sent)
    await list.reload()
  }
  const leaving = useSignal<Member | undefined>(undefined)
  const roles = rolesFor(organizer.role)
  const events = useOwnEvents(organizer)
  const pathOf = ({ subject }: Member): string => `${path}/members/${encodeURIComponent(subject)}`
  const gone = leaving.value
  const takeRole = async (saved: Member, { role, eventId, name }: Member): Promise<void> => {
    changing.value = undefined
    toast(texts.roleChanged(nameOf(saved), texts.roles[saved.role]), () =>
      change('PUT', pathOf(saved), { role, eventId, name }),
    )
    await list.reload()
  }
  const changing = useSignal<Member | undefined>(undefined)
  return (
    <section class="card stack" aria-labelledby="members">
      <h2 id="members">{texts.members}</h2>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {gone !== undefined && (
        <Confirm
          text={texts.removeMember(nameOf(gone))}
          action={texts.remove}
          onConfirm={() => {
            leaving.value = undefined
            return change('DELETE', pathOf(gone))
          }}
          onCancel={() => (leaving.value = undefined)}
        />
      )}
      <PagedList list={list} empty={<p class="soft">{texts.none}</p>}>
        {(members) => (
          <Table label={texts.members} columns={[texts.name, texts.role]} actions={texts.remove}>
            {members.map((member) => (
              <tr key={member.subject}>
                <th scope="row">
                  <bdi>{nameOf(member)}</bdi>
                  {member.eventName !== null && (
                    <span class="beneath soft small">
                      <bdi>{texts.onlyEvent(member.eventName)}</bdi>
                    </span>
                  )}
                </th>
                <td>{texts.roles[member.role]}</td>
                <td class="action">
                  {member.subject === subject.value ? (
                    <span class="tag">{texts.you}</span>
                  ) : (
                    roles.includes(member.role) && (
                      <div class="buttons row">
                        {roles.length > 1 && (
                          <Button
                            text={texts.changeRole}
                            name={nameOf(member)}
                            onClick={() => (changing.value = member)}
                          />
                        )}
                        <Button
                          text={texts.remove}
                          name={nameOf(member)}
                          onClick={() => (leaving.value = member)}
                        />
                      </div>
                    )
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
      {changing.value !== undefined && (
        <FormDialog<Member>
          title={texts.changeRoleOf(nameOf(changing.value))}
          action={texts.changeRole}
          fields={roleFields(roles, events)}
          initial={{ role: changing.value.role, eventId: changing.value.eventId ?? '' }}
          target={{ method: 'PUT', path: pathOf(changing.value) }}
          toBody={(draft) => ({ ...roleBody(draft), name: changing.value?.name ?? null })}
          onClose={() => (changing.value = undefined)}
          onSaved={(saved) => takeRole(saved, changing.value as Member)}
        >
          {({ role }) => <p class="soft">{texts.roleHelp[role as Role]}</p>}
        </FormDialog>
      )}
    </section>
  )
}
