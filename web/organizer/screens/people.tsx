// The members of an organizer with their roles, and invitations by link.
import { useSignal } from '@preact/signals'
import { Dialog } from '../../shared/dialog.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { type Failed, useLoad } from '../data/load.ts'
import type { Organizer } from '../data/organizers.ts'
import { type Paged, usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API, readEvents } from '../data/reads.ts'
import type { EventItem } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { sendSafely } from '../forms/send.ts'
import { type FieldOf, ThingForm } from '../forms/thing-form.tsx'
import { texts } from '../texts.ts'
import { Failure } from '../ui/notices.tsx'
import { OrganizerScreen } from '../ui/organizer-choice.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { OwnPasskeys } from './passkeys.tsx'
import { defineScreen } from './screen.ts'

type Member = Schemas['Member']
type Invitation = Schemas['Invitation']
type Role = Member['role']

const ROLES: readonly Role[] = ['owner', 'manager', 'staff']
/** Managers give and take the role of staff only. */
const rolesFor = (role: Organizer['role']): readonly Role[] => (role === 'owner' ? ROLES : ['staff'])

/** Sends a change of people; repeats it while there is no answer. */
const useSend = (onDone: () => Promise<unknown>) => {
  const failed = useSignal<Failed | undefined>(undefined)
  const send = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    const answer = await sendSafely(path, { method, ...(body && { body }) })
    failed.value = answer.kind === 'ok' ? undefined : answer
    await onDone()
  }
  return { failed, send }
}

const nameOf = ({ name, subject }: Member): string => name ?? subject

const Members = ({ organizer, list, path }: { organizer: Organizer; list: Paged<Member>; path: string }) => {
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

const Invitations = ({ list, path }: { list: Paged<Invitation>; path: string }) => {
  const { failed, send } = useSend(list.reload)
  return (
    <section class="card stack" aria-labelledby="invitations">
      <h2 id="invitations">{texts.invitations}</h2>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      <PagedList list={list} empty={<p class="soft">{texts.noInvitations}</p>}>
        {(invitations) => (
          <div class="scrolls">
            <table aria-label={texts.invitations}>
              <thead>
                <tr>
                  <th scope="col">{texts.name}</th>
                  <th scope="col">{texts.role}</th>
                  <th scope="col">{texts.expires}</th>
                  <th scope="col">
                    <span class="visually-hidden">{texts.withdraw}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {invitations.map(({ id, name, role, expiresAt }) => (
                  <tr key={id}>
                    <th scope="row">
                      <bdi>{name ?? texts.noName}</bdi>
                    </th>
                    <td>{texts.roles[role]}</td>
                    <td>{formatDayTime(expiresAt)}</td>
                    <td>
                      <button
                        type="button"
                        class="button"
                        aria-label={`${texts.withdraw}: ${name ?? texts.noName}`}
                        onClick={() => send('DELETE', `${path}/invitations/${id}`)}
                      >
                        {texts.withdraw}
                      </button>
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

/** The link of an invitation, which the service gives once. */
const LinkOf = ({ url, onClose }: { url: string; onClose: () => void }) => {
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url).catch(() => undefined)
    isCopied.value = true
  }
  return (
    <Dialog title={texts.invited} onClose={onClose}>
      <p>{texts.invitedHelp}</p>
      <input
        class="input"
        readOnly
        aria-label={texts.inviteLink}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="buttons">
        <button type="button" class="button primary" onClick={copy}>
          {isCopied.value ? texts.copied : texts.copy}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  )
}

const inviteFields = (roles: readonly Role[], events: readonly EventItem[]): FieldOf[] => [
  { name: 'name', label: texts.name, hint: texts.inviteNameHint },
  {
    name: 'role',
    label: texts.role,
    options: roles.map((role) => ({ value: role, text: texts.roles[role] })),
  },
  {
    name: 'eventId',
    label: texts.event,
    hint: texts.onlyStaff,
    options: [
      { value: '', text: texts.allEvents },
      ...events.map(({ id, name }) => ({ value: id, text: name })),
    ],
  },
]

const People = ({ organizer }: { organizer: Organizer }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}`
  const members = usePaged<Member>(`${path}/members?pageSize=100`)
  const invitations = usePaged<Invitation>(`${path}/invitations?pageSize=100`)
  const events = useLoad(readEvents)
  const open = useSignal<'invite' | { url: string } | undefined>(undefined)
  const own = events.ok.value?.body.data.filter(({ organizerId }) => organizerId === organizer.id) ?? []
  const close = (): void => {
    open.value = undefined
  }
  return (
    <>
      <div class="buttons">
        <button type="button" class="button primary" onClick={() => (open.value = 'invite')}>
          {texts.invite}
        </button>
      </div>
      <Members organizer={organizer} list={members} path={path} />
      <Invitations list={invitations} path={path} />
      <OwnPasskeys />
      {open.value === 'invite' && (
        <ThingForm<Schemas['InvitationWithLink']>
          title={texts.inviteTitle}
          fields={inviteFields(rolesFor(organizer.role), own)}
          initial={{ name: '', role: 'staff', eventId: '' }}
          target={{ method: 'POST', path: `${path}/invitations` }}
          toBody={({ name, role, eventId }) => ({
            name: name?.trim() || null,
            role,
            eventId: role === 'staff' ? eventId || null : null,
          })}
          onClose={close}
          onSaved={async ({ url }) => {
            open.value = { url }
            await invitations.reload()
          }}
        />
      )}
      {typeof open.value === 'object' && <LinkOf url={open.value.url} onClose={close} />}
    </>
  )
}

export const peopleScreen = defineScreen({
  path: '/people',
  name: texts.people,
  isInNavigation: true,
  View: () => (
    <OrganizerScreen title={texts.people}>
      {(organizer) => <People key={organizer.id} organizer={organizer} />}
    </OrganizerScreen>
  ),
})
