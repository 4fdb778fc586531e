// The phones of an organizer, which connect by a link and need no account, and its programs.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { settings } from '../../shared/settings.ts'
import { eventName, useOwnEvents } from '../data/own-events.ts'
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import type { Organizer } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { eventField } from '../forms/access-fields.ts'
import { type FieldOf, NAME } from '../forms/control.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useSend } from '../forms/use-send.ts'
import { toPhones } from '../links.ts'
import { texts } from '../texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/notices.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { textOptions } from '../ui/select.tsx'
import { Table, wide } from '../ui/table.tsx'
import { useNew } from '../ui/use-new.ts'
import { ConnectDialog, type Device, type DeviceWithLink } from './phones/connect-dialog.tsx'
import { defineScreen } from './screen.ts'

/** Noon of the day after, in the time zone of the browser: after the night of that day. */
const endOf = (day: string): string => {
  const end = new Date(`${day}T12:00`)
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}

/** Nobody needs to look for the phone. */
const isOver = ({ expiresAt }: Device): boolean => Date.parse(expiresAt) < Date.now()

const lastSeenOf = ({ lastSeenAt }: Device): string =>
  lastSeenAt === null ? texts.never : formatDayTime(lastSeenAt)

const PHONE_ROLES = ['Staff', 'Steward', 'Kiosk'] as const

const roleField = (): FieldOf => ({
  name: 'role',
  label: texts.role,
  hint: texts.phoneRoleHint,
  options: textOptions(PHONE_ROLES, texts.phoneRoles),
})

/** What the phone last said to hold. */
const Unsent = ({ unsent }: Device) =>
  unsent > 0 && <strong class="small">{texts.phoneUnsent(unsent)}</strong>

/** The first gate without a phone. */
const freeName = (phones: readonly Device[]): string =>
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    .map(texts.gateName)
    .find((gate) => !phones.some(({ name }) => name === gate)) ?? ''

type Open = 'add' | DeviceWithLink | undefined

const isAvailable = (): boolean => settings.value?.phones !== false

const Phones = ({ organizer, open }: { organizer: Organizer; open: Signal<Open> }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}`
  const phones = usePaged<Device>(`${path}/devices?pageSize=100`)
  const events = useOwnEvents(organizer)
  const { failed, send } = useSend()
  const disconnecting = useSignal<Device | undefined>(undefined)
  const changing = useSignal<Device | undefined>(undefined)
  const gone = disconnecting.value
  const pathOf = ({ id }: Device): string => `${path}/devices/${id}`
  useRefresh(phones.reload)
  useNew(toPhones, () => {
    if (isAvailable()) open.value = 'add'
  })
  const close = (): void => {
    open.value = undefined
    phones.reload()
  }
  const renew = async (phone: Device): Promise<void> => {
    const answer = await send<DeviceWithLink>('POST', `${pathOf(phone)}/connect`)
    if (answer.kind === 'ok') open.value = answer.body
  }
  const disconnect = async (phone: Device): Promise<void> => {
    disconnecting.value = undefined
    await send('DELETE', pathOf(phone))
    await phones.reload()
  }
  return (
    <>
      {!isAvailable() && <p class="notice warn">{texts.phonesUnavailable}</p>}
      <section class="card stack" aria-label={texts.phones}>
        {failed.value !== undefined && <Failure failed={failed.value} />}
        {gone !== undefined && (
          <Confirm
            text={texts.confirmDisconnect(gone.name)}
            action={texts.disconnect}
            onConfirm={() => disconnect(gone)}
            onCancel={() => (disconnecting.value = undefined)}
          />
        )}
        <PagedList
          list={phones}
          empty={
            <Empty
              icon="phones"
              text={texts.noPhones}
              help={texts.noPhonesHelp}
              action={isAvailable() && { text: texts.addPhone, screen: toPhones }}
            />
          }
        >
          {(items) => (
            <Table
              label={texts.phones}
              columns={[texts.name, ...[texts.event, texts.connected, texts.lastSeen, texts.until].map(wide)]}
              actions={texts.newLink}
            >
              {items.map((phone) => (
                <tr key={phone.id}>
                  <th scope="row">
                    <bdi>{phone.name}</bdi>
                    {phone.role !== 'Staff' && (
                      <span class="beneath small">{texts.phoneRoles[phone.role]}</span>
                    )}
                    <span class="beneath phone soft small">
                      <bdi>{eventName(events, phone.eventId)}</bdi>
                    </span>
                    <span class="beneath phone soft small">{texts.lastSeenTime(lastSeenOf(phone))}</span>
                    <span class="beneath phone">
                      <Unsent {...phone} />
                    </span>
                    <span class="beneath phone soft small">
                      {texts.untilTime(formatDayTime(phone.expiresAt))}
                    </span>
                  </th>
                  <td class="wide">
                    <bdi>{eventName(events, phone.eventId)}</bdi>
                  </td>
                  <td class="wide">
                    {phone.connectedAt === null ? texts.notConnected : formatDayTime(phone.connectedAt)}
                  </td>
                  <td class="wide">
                    {lastSeenOf(phone)}
                    <span class="beneath">
                      <Unsent {...phone} />
                    </span>
                  </td>
                  <td class="wide">
                    {formatDayTime(phone.expiresAt)}
                    {isOver(phone) && <span class="beneath soft small">{texts.phoneOver}</span>}
                  </td>
                  <td>
                    <div class="buttons row">
                      {isAvailable() && (
                        <Button text={texts.newLink} name={phone.name} onClick={() => renew(phone)} />
                      )}
                      <Button text={texts.role} name={phone.name} onClick={() => (changing.value = phone)} />
                      <Button
                        text={texts.disconnect}
                        name={phone.name}
                        onClick={() => (disconnecting.value = phone)}
                      />
                    </div>
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </PagedList>
      </section>
      {open.value === 'add' && (
        <FormDialog<DeviceWithLink>
          title={texts.addPhone}
          action={texts.addPhone}
          fields={[
            { ...NAME, hint: texts.phoneNameHint },
            eventField(events),
            roleField(),
            { name: 'until', label: texts.until, hint: texts.phoneUntilHint, kind: 'date' },
          ]}
          initial={{
            name: freeName(phones.ok.value?.body.data ?? []),
            eventId: '',
            role: 'Staff',
            until: '',
          }}
          target={{ method: 'POST', path: `${path}/devices` }}
          toBody={({ name, eventId, role, until }, id) => ({
            ...{ id, name, eventId: eventId || null, role },
            ...(until && { expiresAt: endOf(until) }),
          })}
          onClose={close}
          onSaved={async (phone) => {
            open.value = phone
            await phones.reload()
          }}
        />
      )}
      {changing.value !== undefined && (
        <FormDialog<Device>
          title={changing.value.name}
          action={texts.changeRole}
          fields={[roleField()]}
          initial={{ role: changing.value.role }}
          target={{ method: 'PATCH', path: pathOf(changing.value) }}
          toBody={({ role }) => ({ role })}
          onClose={() => (changing.value = undefined)}
          onSaved={async () => {
            changing.value = undefined
            await phones.reload()
          }}
        />
      )}
      {typeof open.value === 'object' && (
        <ConnectDialog key={open.value.id} path={pathOf(open.value)} device={open.value} onClose={close} />
      )}
    </>
  )
}

export const phonesScreen = defineScreen({
  path: '/phones',
  name: texts.phones,
  link: { icon: 'phones', action: texts.addPhone },
  View: () => {
    const open = useSignal<Open>(undefined)
    return (
      <OrganizerScreen
        title={texts.phones}
        help={texts.phonesHelp}
        actions={() =>
          isAvailable() && (
            <Button look="primary" text={texts.addPhone} onClick={() => (open.value = 'add')} />
          )
        }
      >
        {(organizer) => <Phones key={organizer.id} organizer={organizer} open={open} />}
      </OrganizerScreen>
    )
  },
})
