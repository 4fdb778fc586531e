// Invitations by link: the open ones, and a new one.
import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../shared/schemas.ts'
import type { Organizer } from '../../data/organizers.ts'
import { eventOptions, useOwnEvents } from '../../data/own-events.ts'
import { type Paged, usePaged } from '../../data/paged-list.ts'
import type { EventItem } from '../../data/types.ts'
import { formatDayTime } from '../../formats.ts'
import { type FieldOf, ThingForm } from '../../forms/thing-form.tsx'
import { useSend } from '../../forms/use-send.ts'
import { texts } from '../../texts.ts'
import { ActionTable, RowButton } from '../../ui/action-table.tsx'
import { CopyButton } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { type Role, rolesFor } from './roles.ts'

type Invitation = Schemas['Invitation']

const List = ({ list, path, onInvite }: { list: Paged<Invitation>; path: string; onInvite: () => void }) => {
  const { failed, send } = useSend()
  const withdraw = async (id: string): Promise<void> => {
    await send('DELETE', `${path}/invitations/${id}`)
    await list.reload()
  }
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
          <ActionTable
            label={texts.invitations}
            columns={[texts.name, texts.role, texts.expires]}
            actions={texts.withdraw}
          >
            {invitations.map(({ id, name, role, expiresAt }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name ?? texts.noName}</bdi>
                </th>
                <td>{texts.roles[role]}</td>
                <td>{formatDayTime(expiresAt)}</td>
                <td>
                  <RowButton text={texts.withdraw} name={name ?? texts.noName} onClick={() => withdraw(id)} />
                </td>
              </tr>
            ))}
          </ActionTable>
        )}
      </PagedList>
    </section>
  )
}

/** The link of an invitation, which the service gives once. */
const LinkOf = ({ url, onClose }: { url: string; onClose: () => void }) => (
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
      <CopyButton value={url} text={texts.copy} isPrimary />
      <button type="button" class="button" onClick={onClose}>
        {texts.close}
      </button>
    </div>
  </Dialog>
)

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
    options: eventOptions(events),
  },
]

export const Invitations = ({ organizer, path }: { organizer: Organizer; path: string }) => {
  const invitations = usePaged<Invitation>(`${path}/invitations?pageSize=100`)
  const events = useOwnEvents(organizer)
  const open = useSignal<'invite' | { url: string } | undefined>(undefined)
  const close = (): void => {
    open.value = undefined
  }
  return (
    <>
      <List list={invitations} path={path} onInvite={() => (open.value = 'invite')} />
      {open.value === 'invite' && (
        <ThingForm<Schemas['InvitationWithLink']>
          title={texts.inviteTitle}
          fields={inviteFields(rolesFor(organizer.role), events)}
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
