// The members of an organizer with their roles.
import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../shared/schemas.ts'
import type { Organizer } from '../../data/organizers.ts'
import { usePaged } from '../../data/paged-list.ts'
import { useSend } from '../../forms/use-send.ts'
import { texts } from '../../texts.ts'
import { ActionTable, RowButton } from '../../ui/action-table.tsx'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sure } from '../../ui/sure.tsx'
import { type Role, rolesFor } from './roles.ts'

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
        <Sure
          text={texts.removeMember(nameOf(gone))}
          action={texts.remove}
          onSure={() => {
            leaving.value = undefined
            change('DELETE', pathOf(gone))
          }}
          onCancel={() => (leaving.value = undefined)}
        />
      )}
      <PagedList list={list} empty={<p class="soft">{texts.none}</p>}>
        {(members) => (
          <ActionTable label={texts.members} columns={[texts.name, texts.role]} actions={texts.remove}>
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
                    <select
                      class="input"
                      aria-label={`${texts.role}: ${nameOf(member)}`}
                      value={member.role}
                      onChange={(event) => {
                        const role = event.currentTarget.value as Role
                        const eventId = role === 'staff' ? member.eventId : null
                        change('PUT', pathOf(member), { role, eventId, name: member.name })
                      }}
                    >
                      {roles.map((role) => (
                        <option key={role} value={role}>
                          {texts.roles[role]}
                        </option>
                      ))}
                    </select>
                  ) : (
                    texts.roles[member.role]
                  )}
                </td>
                <td>
                  {roles.includes(member.role) && (
                    <RowButton
                      text={texts.remove}
                      name={nameOf(member)}
                      onClick={() => (leaving.value = member)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </ActionTable>
        )}
      </PagedList>
    </section>
  )
}
