// One guest's ticket: its values, its code, its check-ins and its history, and what can be done with it.
import { useSignal } from '@preact/signals'
import { type Ok, read, useLoad } from '../data/load.ts'
import { useNames } from '../data/member-names.ts'
import { usePaged } from '../data/paged-list.ts'
import { API, ORGANIZER_API, readSession } from '../data/reads.ts'
import type { CheckIn, SessionDetails } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { EditGuest, type ManagedTicket } from '../forms/guest-form.tsx'
import { useSend } from '../forms/use-send.ts'
import { toGuests } from '../links.ts'
import { texts } from '../texts.ts'
import { sessionBreadcrumbs } from '../ui/breadcrumbs.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Failure } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { QrPicture } from '../ui/qr-picture.tsx'
import { Sure } from '../ui/sure.tsx'
import { Records } from './history/records.tsx'
import { defineScreen } from './screen.ts'

const Values = ({ ticket }: { ticket: ManagedTicket }) => {
  const values: [string, string | null | undefined][] = [
    [texts.status, texts.ticketStatuses[ticket.status]],
    [texts.ticketType, ticket.ticketTypeName],
    [texts.number, ticket.ticketNumber],
    [texts.seat, ticket.seatLabel],
    [texts.email, ticket.holderEmail],
    [texts.attendeeEmail, ticket.attendee?.email],
    [texts.company, ticket.attendee?.company],
    [texts.note, ticket.note],
    [texts.flag, ticket.flag === 'None' ? null : texts.flags[ticket.flag]],
    [texts.checkedIn, ticket.checkedInAt === undefined ? null : formatDayTime(ticket.checkedInAt)],
    [texts.transfers, ticket.transferCount === 0 ? null : String(ticket.transferCount)],
    [texts.code, ticket.code],
  ]
  return (
    <dl class="ticket">
      {values
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt class="soft small">{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}

const Actions = ({
  path,
  ticket,
  sessionId,
  live,
  onChanged,
}: {
  path: string
  ticket: ManagedTicket
  sessionId: string
  /** The check-in that counts, if a device or person sent it. */
  live: CheckIn | undefined
  onChanged: () => Promise<void>
}) => {
  const { failed, isBusy, send } = useSend()
  const asked = useSignal<keyof typeof texts.sure | undefined>(undefined)
  const change = async (...sent: Parameters<typeof send>): Promise<void> => {
    await send(...sent)
    asked.value = undefined
    await onChanged()
  }
  const setStatus = (status: 'Valid' | 'Refunded' | 'Voided') => change('PATCH', path, { status })
  const item = (value: object) =>
    change('POST', `${API}/sessions/${sessionId}/check-ins`, { device: null, items: [value] })
  const at = () => new Date().toISOString()
  const actions = {
    void: () => setStatus('Voided'),
    refund: () => setStatus('Refunded'),
    newCode: () => change('POST', `${path}/new-code`),
    undoCheckIn: () => item({ type: 'Undo', id: crypto.randomUUID(), checkInId: live?.id, at: at() }),
  }
  const isOver = ticket.status === 'Refunded' || ticket.status === 'Voided'
  const button = (text: string, act: () => unknown) => (
    <Button text={text} isBusy={isBusy.value} onClick={act} />
  )
  const name = asked.value
  return (
    <>
      <div class="buttons">
        {ticket.status === 'Valid' &&
          button(texts.checkIn, () =>
            item({ type: 'CheckIn', id: crypto.randomUUID(), ticketId: ticket.id, at: at() }),
          )}
        {ticket.status === 'CheckedIn' &&
          live !== undefined &&
          button(texts.undoCheckIn, () => (asked.value = 'undoCheckIn'))}
        {isOver && button(texts.makeValid, () => setStatus('Valid'))}
        {!isOver && button(texts.refund, () => (asked.value = 'refund'))}
        {!isOver && button(texts.void, () => (asked.value = 'void'))}
        {button(texts.newCode, () => (asked.value = 'newCode'))}
      </div>
      {name !== undefined && (
        <Sure
          text={texts.sure[name]}
          action={texts[name]}
          isBusy={isBusy.value}
          onSure={actions[name]}
          onCancel={() => (asked.value = undefined)}
        />
      )}
      {failed.value !== undefined && <Failure failed={failed.value} />}
    </>
  )
}

type CheckInsProps = { checkIns: readonly CheckIn[]; nameOf: (subject: string) => string }

const CheckIns = ({ checkIns, nameOf }: CheckInsProps) => (
  <ul class="entries">
    {checkIns.map(({ id, at, device, by, outcome, walkIn, undoneAt, undoneBy }) => (
      <li key={id} class="entry">
        <span>
          {formatDayTime(at)} · {texts.outcomes[outcome] ?? outcome}
          {walkIn && ` · ${texts.addedAtDoor}`}
          {undoneAt !== null &&
            ` · ${texts.undone(formatDayTime(undoneAt), undoneBy === null ? texts.noValue : nameOf(undoneBy))}`}
        </span>
        <span class="soft small">
          <bdi>{device === null ? nameOf(by) : texts.admissionLine(device, nameOf(by))}</bdi>
        </span>
      </li>
    ))}
  </ul>
)

const Guest = ({
  path,
  loaded,
  session,
  reload,
}: {
  path: string
  loaded: Ok<ManagedTicket>
  session: SessionDetails
  reload: () => Promise<void>
}) => {
  const { body: ticket } = loaded
  const isEditing = useSignal(false)
  const nameOf = useNames(session.organizerId)
  const checkIns = usePaged<CheckIn>(
    `${API}/sessions/${session.id}/check-ins?ticketId=${ticket.id}&pageSize=100`,
  )
  const history = `${ORGANIZER_API}/organizers/${session.organizerId}/history?entityId=${ticket.id}`
  const live = checkIns.ok.value?.body.data.find(
    ({ undoneAt, outcome }) => undoneAt === null && outcome === 'CheckedIn',
  )
  const onChanged = async (): Promise<void> => {
    await Promise.all([reload(), checkIns.reload()])
  }
  return (
    <>
      <section class="card stack" aria-label={texts.ticket}>
        <div class="columns">
          <Values ticket={ticket} />
          <QrPicture text={ticket.code} alt={texts.ticketCode} size={200} />
        </div>
        {ticket.pageUrl !== null && (
          <p>
            <a href={ticket.pageUrl} target="_blank" rel="noreferrer">
              {texts.guestPage}
            </a>
          </p>
        )}
        <div class="buttons">
          <Button look="primary" text={texts.edit} onClick={() => (isEditing.value = true)} />
        </div>
        <Actions path={path} ticket={ticket} sessionId={session.id} live={live} onChanged={onChanged} />
      </section>
      <section class="card stack" aria-labelledby="check-ins">
        <h2 id="check-ins">{texts.checkIns}</h2>
        <PagedList list={checkIns} empty={<p class="soft">{texts.noCheckIns}</p>}>
          {(items) => <CheckIns checkIns={items} nameOf={nameOf} />}
        </PagedList>
      </section>
      <Records key={ticket.updatedAt} path={history} />
      {isEditing.value && (
        <EditGuest
          path={path}
          loaded={loaded}
          types={session.ticketTypes}
          onClose={() => (isEditing.value = false)}
          onSaved={async () => {
            isEditing.value = false
            await onChanged()
          }}
          onDeleted={() => {
            location.hash = toGuests(session.eventId, session.id)
          }}
        />
      )}
    </>
  )
}

export const guestScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/guests/:ticketId',
  name: texts.ticket,
  View: ({ ids: { eventId, sessionId, ticketId } }) => {
    const path = `${ORGANIZER_API}/sessions/${sessionId}/tickets/${ticketId}`
    const ticket = useLoad(read<ManagedTicket>(path))
    const session = useLoad(readSession(sessionId))
    return (
      <LoadedScreen
        load={ticket}
        title={({ attendee, holderEmail, ticketNumber }) => attendee?.name ?? holderEmail ?? ticketNumber}
        name={texts.ticket}
        breadcrumbs={() => [
          ...sessionBreadcrumbs({ eventId, sessionId }, session.ok.value?.body),
          { href: toGuests(eventId, sessionId), text: texts.guests },
        ]}
      >
        {(_, loaded) => (
          <Loaded load={session}>
            {(shown) => <Guest path={path} loaded={loaded} session={shown} reload={ticket.reload} />}
          </Loaded>
        )}
      </LoadedScreen>
    )
  },
})
