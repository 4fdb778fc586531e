// The members of an organizer with their roles.
import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../shared/schemas.ts'
import type { Organizer } from '../../data/organizers.ts'
import { usePaged } from '../../data/paged-list.ts'
import { texts } from '../../texts.ts'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { type Role, rolesFor } from './roles.ts'
import { useSend } from './send.ts'

type Member = Schemas['Member']

const nameOf = ({ name, subject }: Member): string => name ?? subject

export const Members = ({ organizer, path }: { organizer: Organizer; path: string }) => {
  const list = usePaged<Member>(`${path}/members?pageSize=100`)
  const { failed, send } = useSend(list.reload)
  const leaving = useSignal<Member | undefined>(undefined)
  const roles = rolesFor(organizer.role)
  const pathOf = ({ subject }: Member): string => `${path}/members/${encodeURIComponent(subject)}`
  const gone = leaving.value
  return (
    <section class="card stack" aria-labelledby="members">
      <h2 id="members">{texts.members}</h2>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {gone !== undefined && (
        <div class="notice warn stack" role="alert">
          <p>{texts.removeMember(nameOf(gone))}</p>
          <div class="buttons">
            <button
              type="button"
              class="button primary"
              onClick={() => {
                leaving.value = undefined
                send('DELETE', pathOf(gone))
              }}
            >
              {texts.remove}
            </button>
            <button type="button" class="button" onClick={() => (leaving.value = undefined)}>
              {texts.cancel}
            </button>
          </div>
        </div>
      )}
      <PagedList list={list} empty={<p class="soft">{texts.none}</p>}>
        {(members) => (
          <div class="scrolls">
            <table aria-label={texts.members}>
              <thead>
                <tr>
                  <th scope="col">{texts.name}</th>
                  <th scope="col">{texts.role}</th>
                  <th scope="col">
                    <span class="visually-hidden">{texts.remove}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
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
                            send('PUT', pathOf(member), { role, eventId, name: member.name })
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
                        <button
                          type="button"
                          class="button"
                          aria-label={`${texts.remove}: ${nameOf(member)}`}
                          onClick={() => (leaving.value = member)}
                        >
                          {texts.remove}
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedList>
    </section>
  )
}
