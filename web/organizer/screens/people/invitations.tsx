// Invitations by link: the open ones, and a new one.
import type { Signal } from '@preact/signals'
import { Button } from '../../../shared/button.tsx'
import type { Schemas } from '../../../shared/schemas.ts'
import { useOwnEvents } from '../../data/own-events.ts'
import { usePaged } from '../../data/paged-list.ts'
import type { Organizer } from '../../data/types.ts'
import { formatDayTime } from '../../formats.ts'
import { roleBody, roleFields } from '../../forms/access-fields.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useSend } from '../../forms/use-send.ts'
import { toPeople } from '../../links.ts'
import { texts } from '../../texts.ts'
import { ShownOnce } from '../../ui/copy.tsx'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Table, wide } from '../../ui/table.tsx'
import { useNew } from '../../ui/use-new.ts'
import { rolesFor } from './roles.ts'

type Invitation = Schemas['Invitation']

/** The form, or the link that it made. */
export type Open = 'invite' | { url: string } | undefined

type Props = { organizer: Organizer; path: string; open: Signal<Open> }

export const Invitations = ({ organizer, path, open }: Props) => {
  const list = usePaged<Invitation>(`${path}/invitations?pageSize=100`)
  const events = useOwnEvents(organizer)
  const { failed, send } = useSend()
  useNew(toPeople, () => {
    open.value = 'invite'
  })
  const close = (): void => {
    open.value = undefined
  }
  const withdraw = async (id: string): Promise<void> => {
    await send('DELETE', `${path}/invitations/${id}`)
    await list.reload()
  }
  return (
    <section class="card stack" aria-labelledby="invitations">
      <h2 id="invitations">{texts.invitations}</h2>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      <PagedList list={list} empty={<p class="soft">{texts.noInvitations}</p>}>
        {(invitations) => (
          <Table
            label={texts.invitations}
            columns={[texts.name, texts.role, wide(texts.expires)]}
            actions={texts.withdraw}
          >
            {invitations.map(({ id, name, role, expiresAt }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name ?? texts.noName}</bdi>
                  <span class="beneath phone soft small">{texts.expiresTime(formatDayTime(expiresAt))}</span>
                </th>
                <td>{texts.roles[role]}</td>
                <td class="wide">{formatDayTime(expiresAt)}</td>
                <td class="action">
                  <Button text={texts.withdraw} name={name ?? texts.noName} onClick={() => withdraw(id)} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
      {open.value === 'invite' && (
        <FormDialog<Schemas['InvitationWithLink']>
          title={texts.inviteTitle}
          action={texts.createInvitation}
          fields={[
            { name: 'name', label: texts.name, hint: texts.inviteNameHint },
            ...roleFields(rolesFor(organizer.role), events),
          ]}
          initial={{ name: '', role: 'staff', eventId: '' }}
          target={{ method: 'POST', path: `${path}/invitations` }}
          toBody={({ name, ...access }, id) => ({ id, name: name || null, ...roleBody(access) })}
          onClose={close}
          onSaved={async ({ url }) => {
            open.value = { url }
            await list.reload()
          }}
        />
      )}
      {typeof open.value === 'object' && (
        <ShownOnce
          title={texts.inviteLink}
          help={texts.invitedHelp}
          values={[[texts.inviteLink, open.value.url]]}
          onClose={close}
        />
      )}
    </section>
  )
}
