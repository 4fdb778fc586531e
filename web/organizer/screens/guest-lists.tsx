// The guest lists of a session, which others fill by a link.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { useLoad } from '../data/load.ts'
import { usePaged } from '../data/paged-list.ts'
import { ORGANIZER_API, readSession } from '../data/reads.ts'
import { useRefresh } from '../data/refresh.ts'
import { serviceTime } from '../data/service.ts'
import { type SessionDetails, soldOf } from '../data/types.ts'
import { timesIn } from '../formats.ts'
import {
  closesByItself,
  EditGuestList,
  type GuestList,
  NewGuestList,
  NewGuestListsOfSeries,
} from '../forms/guest-list-form.tsx'
import { useSend } from '../forms/use-send.ts'
import { toGuestLists } from '../links.ts'
import { texts } from '../texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Menu } from '../ui/menu.tsx'
import { Failure } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SessionScreen } from '../ui/session-screen.tsx'
import { ShareButton } from '../ui/share.tsx'
import { Table, wide } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'

/** How long a list is open again once it would have closed by itself. */
const REOPENED_MS = 3_600_000

/** How full a list is, and how many of its guests have arrived, as bars with their figures. */
const Bar = ({ value, max }: { value: number; max: number }) => (
  <>
    {texts.ofAll(value, max)}
    <progress max={Math.max(max, 1)} value={Math.min(value, max)} />
  </>
)

const isOpen = ({ closesAt }: GuestList, { cancelledAt }: SessionDetails): boolean =>
  cancelledAt === null && Date.parse(closesAt) > serviceTime()

/** Says where the tickets and the places that are still free would be more than the session can hold. */
const OverCapacity = ({ lists, session }: { lists: readonly GuestList[]; session: SessionDetails }) => {
  const free = lists
    .filter((list) => isOpen(list, session))
    .reduce((sum, { quota, persons }) => sum + Math.max(0, quota - persons), 0)
  const sold = soldOf(session.counts)
  if (free === 0 || sold + free <= session.capacity) return null
  return (
    <p class="notice warn" role="status">
      {texts.listsOverCapacity(sold, free, session.capacity)}
    </p>
  )
}

type RowProps = {
  list: GuestList
  session: SessionDetails
  onEdit: () => void
  onRenew: () => void
  onClosing: (closesAt: string | null) => unknown
}

const Row = ({ list, session, onEdit, onRenew, onClosing }: RowProps) => {
  const { name, link, persons, quota, arrived } = list
  const isOpenNow = isOpen(list, session)
  const closes = isOpenNow ? timesIn(session.timeZone).dayTime(list.closesAt) : texts.listClosed
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <span class="beneath phone soft small">
          {texts.arrivals}: {texts.ofAll(arrived, persons)}
        </span>
        <span class="beneath phone soft small">{isOpenNow ? texts.closesTime(closes) : closes}</span>
      </th>
      <td class="nowrap">
        <Bar value={persons} max={quota} />
      </td>
      <td class="wide nowrap">
        <Bar value={arrived} max={persons} />
      </td>
      <td class="wide">{closes}</td>
      <td class="action">
        <div class="buttons row">
          {link !== null && (
            <>
              <ShareButton value={link} name={name} />
              <CopyButton value={link} name={name} text={texts.copyLink} />
            </>
          )}
          <Button text={texts.newLink} name={name} onClick={onRenew} />
          {session.cancelledAt === null && (
            <Button
              text={isOpenNow ? texts.closeNow : texts.reopen}
              name={name}
              onClick={() => {
                const now = serviceTime()
                if (isOpenNow) return onClosing(new Date(now).toISOString())
                return onClosing(
                  closesByItself(session) > now ? null : new Date(now + REOPENED_MS).toISOString(),
                )
              }}
            />
          )}
          <Button text={texts.edit} name={name} onClick={onEdit} />
        </div>
      </td>
    </tr>
  )
}

type Open = { kind: 'add' | 'add to series' } | { kind: 'edit' | 'renew'; list: GuestList }

type Props = { session: SessionDetails; open: Signal<Open | undefined>; onRefresh: () => unknown }

const Lists = ({ session, open, onRefresh }: Props) => {
  const { id, eventId, seriesId, timeZone } = session
  const lists = usePaged<GuestList>(`${ORGANIZER_API}/sessions/${id}/guest-lists?pageSize=100`)
  const { failed, send } = useSend()
  const screen = toGuestLists(eventId, id)
  useNew(screen, () => (open.value = { kind: 'add' }))
  const shown = open.value
  const close = (): void => {
    open.value = undefined
  }
  const done = async (): Promise<void> => {
    close()
    await lists.reload()
  }
  useRefresh(() => Promise.all([lists.reload(), onRefresh()]))
  const pathOf = (list: GuestList): string => `${ORGANIZER_API}/guest-lists/${list.id}`
  const moveClosing = async (list: GuestList, closesAt: string | null): Promise<void> => {
    const answer = await send<GuestList>('PATCH', pathOf(list), { closesAt })
    if (answer.kind === 'ok')
      toast(
        isOpen(answer.body, session)
          ? texts.listOpenUntil(list.name, timesIn(timeZone).dayTime(answer.body.closesAt))
          : texts.listIsClosed(list.name),
      )
    await lists.reload()
  }
  return (
    <section class="card stack" aria-labelledby="guest-lists">
      <h2 id="guest-lists">{texts.guestLists}</h2>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {shown?.kind === 'renew' && (
        <Confirm
          text={texts.confirmNewLink(shown.list.name)}
          action={texts.newLink}
          onConfirm={async () => {
            close()
            await send('POST', `${pathOf(shown.list)}/new-link`, {})
            await lists.reload()
          }}
          onCancel={close}
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
          <>
            <OverCapacity lists={items} session={session} />
            <Table
              label={texts.guestLists}
              columns={[texts.name, texts.places, ...[texts.arrivals, texts.closes].map(wide)]}
              actions={texts.listLink}
            >
              {items.map((list) => (
                <Row
                  key={list.id}
                  list={list}
                  session={session}
                  onEdit={() => (open.value = { kind: 'edit', list })}
                  onRenew={() => (open.value = { kind: 'renew', list })}
                  onClosing={(closesAt) => moveClosing(list, closesAt)}
                />
              ))}
            </Table>
          </>
        )}
      </PagedList>
      {shown?.kind === 'add' && <NewGuestList session={session} onClose={close} onSaved={done} />}
      {shown?.kind === 'edit' && (
        <EditGuestList session={session} list={shown.list} onClose={close} onSaved={done} onDeleted={done} />
      )}
      {shown?.kind === 'add to series' && seriesId !== null && (
        <NewGuestListsOfSeries
          series={{ eventId, seriesId }}
          timeZone={timeZone}
          onClose={close}
          onMade={lists.reload}
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
    const open = useSignal<Open | undefined>(undefined)
    return (
      <SessionScreen
        load={session}
        tab="lists"
        name={texts.guestLists}
        actions={({ seriesId }) => (
          <>
            <Button look="primary" text={texts.addGuestList} onClick={() => (open.value = { kind: 'add' })} />
            {seriesId !== null && (
              <Menu
                name={texts.moreActions}
                items={[
                  { text: texts.addListsOfSeries, onClick: () => (open.value = { kind: 'add to series' }) },
                ]}
              />
            )}
          </>
        )}
      >
        {(shown) => <Lists key={shown.id} session={shown} open={open} onRefresh={session.reload} />}
      </SessionScreen>
    )
  },
})
