// Invitations by link: the open ones, and a new one.
import { useSignal } from '@preact/signals'
import { Dialog } from '../../../shared/dialog.tsx'
import type { Schemas } from '../../../shared/schemas.ts'
import { useLoad } from '../../data/load.ts'
import type { Organizer } from '../../data/organizers.ts'
import { type Paged, usePaged } from '../../data/paged-list.ts'
import { readEvents } from '../../data/reads.ts'
import type { EventItem } from '../../data/types.ts'
import { formatDayTime } from '../../formats.ts'
import { type FieldOf, ThingForm } from '../../forms/thing-form.tsx'
import { texts } from '../../texts.ts'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { type Role, rolesFor } from './roles.ts'
import { useSend } from './send.ts'

type Invitation = Schemas['Invitation']

const List = ({ list, path, onInvite }: { list: Paged<Invitation>; path: string; onInvite: () => void }) => {
  const { failed, send } = useSend(list.reload)
  return (
    <section class="card stack" aria-labelledby="invitations">
      <div class="spread">
        <h2 id="invitations">{texts.invitations}</h2>
        <button type="button" class="button primary" onClick={onInvite}>
          {texts.invite}
        </button>
      </div>
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

export const Invitations = ({ organizer, path }: { organizer: Organizer; path: string }) => {
  const invitations = usePaged<Invitation>(`${path}/invitations?pageSize=100`)
  const events = useLoad(readEvents)
  const open = useSignal<'invite' | { url: string } | undefined>(undefined)
  const own = events.ok.value?.body.data.filter(({ organizerId }) => organizerId === organizer.id) ?? []
  const close = (): void => {
    open.value = undefined
  }
  return (
    <>
      <List list={invitations} path={path} onInvite={() => (open.value = 'invite')} />
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
