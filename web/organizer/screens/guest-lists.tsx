// The guest lists of a session, which others fill by a link.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API, readSession } from '../data/reads.ts'
import { timesIn } from '../formats.ts'
import { type FieldOf, NAME } from '../forms/control.tsx'
import type { Draft } from '../forms/draft.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useSend } from '../forms/use-send.ts'
import { toGuestLists } from '../links.ts'
import { texts } from '../texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { Table } from '../ui/table.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'

type GuestList = Schemas['GuestList']

const FIELDS: FieldOf[] = [
  NAME,
  { name: 'quota', label: texts.places, kind: 'number', missing: texts.placesMissing },
  { name: 'ticketTypeName', label: texts.ticketType, hint: texts.listTypeHint },
  { name: 'note', label: texts.note },
]

const toBody = ({ name, quota, ticketTypeName, note }: Draft, id?: string) => ({
  ...(id !== undefined && { id }),
  name,
  quota: Number(quota),
  ...(ticketTypeName && { ticketTypeName }),
  note: note || null,
})

/** How full a list is, and how many of its guests have arrived, as bars with their figures. */
const Bar = ({ value, max }: { value: number; max: number }) => (
  <>
    {texts.ofAll(value, max)}
    <progress max={Math.max(max, 1)} value={Math.min(value, max)} />
  </>
)

type Props = { eventId: string; sessionId: string; timeZone: string; open: Signal<boolean> }

const Lists = ({ eventId, sessionId, timeZone, open }: Props) => {
  const path = `${ORGANIZER_API}/sessions/${sessionId}/guest-lists`
  const lists = usePaged<GuestList>(`${path}?pageSize=100`)
  const { failed, send } = useSend()
  const renewing = useSignal<GuestList | undefined>(undefined)
  const deleting = useSignal<GuestList | undefined>(undefined)
  const screen = toGuestLists(eventId, sessionId)
  useNew(screen, () => (open.value = true))
  const pathOf = ({ id }: GuestList): string => `${ORGANIZER_API}/guest-lists/${id}`
  const run = async (...request: Parameters<typeof send>): Promise<void> => {
    await send(...request)
    await lists.reload()
  }
  const isOpen = ({ closesAt }: GuestList): boolean => Date.parse(closesAt) > Date.now()
  const [gone, renewed] = [deleting.value, renewing.value]
  return (
    <section class="card stack" aria-labelledby="guest-lists">
      <h2 id="guest-lists">{texts.guestLists}</h2>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {gone !== undefined && (
        <Confirm
          text={texts.confirmDeleteList(gone.name)}
          action={texts.delete}
          onConfirm={async () => {
            deleting.value = undefined
            await run('DELETE', pathOf(gone))
          }}
          onCancel={() => (deleting.value = undefined)}
        />
      )}
      {renewed !== undefined && (
        <Confirm
          text={texts.confirmNewLink(renewed.name)}
          action={texts.newLink}
          onConfirm={async () => {
            renewing.value = undefined
            await run('POST', `${pathOf(renewed)}/new-link`, {})
          }}
          onCancel={() => (renewing.value = undefined)}
        />
      )}
      <PagedList
        list={lists}
        empty={
          <Empty
            icon="guests"
            text={texts.noGuestLists}
            help={texts.guestListsHelp}
            action={{ text: texts.addGuestList, screen }}
          />
        }
      >
        {(items) => (
          <Table
            label={texts.guestLists}
            columns={[texts.name, texts.places, texts.arrivals, texts.closes]}
            actions={texts.listLink}
          >
            {items.map((list) => (
              <tr key={list.id}>
                <th scope="row">
                  <bdi>{list.name}</bdi>
                </th>
                <td>
                  <Bar value={list.persons} max={list.quota} />
                </td>
                <td>
                  <Bar value={list.arrived} max={list.persons} />
                </td>
                <td>{isOpen(list) ? timesIn(timeZone).dayTime(list.closesAt) : texts.listClosed}</td>
                <td class="action">
                  <div class="buttons row">
                    {list.link !== null && (
                      <CopyButton value={list.link} name={list.name} text={texts.copyLink} />
                    )}
                    <Button text={texts.newLink} name={list.name} onClick={() => (renewing.value = list)} />
                    <Button
                      text={isOpen(list) ? texts.closeNow : texts.reopen}
                      name={list.name}
                      onClick={() =>
                        run('PATCH', pathOf(list), {
                          closesAt: isOpen(list) ? new Date().toISOString() : null,
                        })
                      }
                    />
                    <Button text={texts.delete} name={list.name} onClick={() => (deleting.value = list)} />
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
      {open.value && (
        <FormDialog<GuestList>
          title={texts.addGuestList}
          action={texts.addGuestList}
          fields={FIELDS}
          initial={{ name: '', quota: '20', ticketTypeName: '', note: '' }}
          target={{ method: 'POST', path }}
          toBody={toBody}
          onClose={() => (open.value = false)}
          onSaved={async () => {
            open.value = false
            await lists.reload()
          }}
        />
      )}
    </section>
  )
}

export const guestListsScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/lists',
  name: texts.guestLists,
  View: ({ ids }) => {
    const session = useLoad(readSession(ids.sessionId))
    const open = useSignal(false)
    return (
      <SessionScreen
        load={session}
        tab="lists"
        name={texts.guestLists}
        actions={() => (
          <Button look="primary" text={texts.addGuestList} onClick={() => (open.value = true)} />
        )}
      >
        {({ timeZone }) => <Lists key={ids.sessionId} {...ids} timeZone={timeZone} open={open} />}
      </SessionScreen>
    )
  },
})
