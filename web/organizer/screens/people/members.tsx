// The members of an organizer with their roles.
import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../shared/schemas.ts'
import { usePaged } from '../../data/paged-list.ts'
import type { Organizer } from '../../data/types.ts'
import { useSend } from '../../forms/use-send.ts'
import { texts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Select, textOptions } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
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
  const pathOf = ({ subject }: Member): string => `${path}/members/${encodeURIComponent(subject)}`
  const gone = leaving.value
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
                <td>
                  {roles.includes(member.role) && roles.length > 1 ? (
                    <Select
                      aria-label={`${texts.role}: ${nameOf(member)}`}
                      value={member.role}
                      options={textOptions(roles, texts.roles)}
                      onChange={(role) => {
                        const eventId = role === 'staff' ? member.eventId : null
                        change('PUT', pathOf(member), { role, eventId, name: member.name })
                      }}
                    />
                  ) : (
                    texts.roles[member.role]
                  )}
                </td>
                <td>
                  {roles.includes(member.role) && (
                    <Button
                      text={texts.remove}
                      name={nameOf(member)}
                      onClick={() => (leaving.value = member)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  )
}
