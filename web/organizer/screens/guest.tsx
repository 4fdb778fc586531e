// One guest's ticket: its values, code, check-ins and history, and the actions on it.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isAdmission, isLive } from '../../shared/live-check-ins.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { type Ok, type Result, read, useLoad } from '../data/load.ts'
import { useNames } from '../data/member-names.ts'
import { readPages } from '../data/paged-list.ts'
import { API, ORGANIZER_API, readSession } from '../data/reads.ts'
import { type CheckIn, nameOfGuest, type SessionDetails } from '../data/types.ts'
import { formatDayTime } from '../formats.ts'
import { EditGuest, type ManagedTicket } from '../forms/guest-form.tsx'
import { useSend } from '../forms/use-send.ts'
import { toGuest, toGuests } from '../links.ts'
import { texts } from '../texts.ts'
import { sessionBreadcrumbs } from '../ui/breadcrumbs.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Failure } from '../ui/notices.tsx'
import { QrPicture } from '../ui/qr-picture.tsx'
import { toast } from '../ui/toasts.tsx'
import { Records } from './history/records.tsx'
import { defineScreen } from './screen.ts'

const Values = ({ ticket }: { ticket: ManagedTicket }) => {
  const values: [string, string | null | undefined][] = [
    [texts.status, texts.ticketStatuses[ticket.status]],
    [texts.ticketType, ticket.ticketTypeName],
    [texts.number, ticket.ticketNumber],
    [texts.seat, ticket.seatLabel],
    [texts.reference, ticket.reference],
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

/** Sends a change, and loads again what it has changed. */
type Change = (...sent: Parameters<ReturnType<typeof useSend>['send']>) => Promise<Result<unknown>>

type ActionsProps = {
  path: string
  ticket: ManagedTicket
  isBusy: boolean
  change: Change
  onCheckIn: () => Promise<void>
  /** Undefined if there is no check-in to undo: another system checked the guest in. */
  onUndo: (() => Promise<unknown>) | undefined
  onEdit: () => void
}

const Actions = ({ path, ticket, isBusy, change, onCheckIn, onUndo, onEdit }: ActionsProps) => {
  const asked = useSignal<keyof typeof texts.confirm | undefined>(undefined)
  const setStatus = async (status: Exclude<ManagedTicket['status'], 'CheckedIn'>): Promise<void> => {
    const { status: before } = ticket
    const { kind } = await change('PATCH', path, { status })
    if (kind !== 'ok') return
    const said = texts.guestNow(nameOfGuest(ticket), texts.ticketStatuses[status])
    // A check-in does not come back with the status.
    toast(said, before === 'CheckedIn' ? undefined : () => change('PATCH', path, { status: before }))
  }
  const actions = {
    void: () => setStatus('Voided'),
    refund: () => setStatus('Refunded'),
    newCode: () => change('POST', `${path}/new-code`),
    undoCheckIn: async () => onUndo?.(),
    erase: () => change('POST', `${path}/erase`),
  }
  const isOver = ticket.status === 'Refunded' || ticket.status === 'Voided'
  const button = (text: string, act: () => unknown) => <Button text={text} isBusy={isBusy} onClick={act} />
  const name = asked.value
  return (
    <>
      <div class="buttons">
        {ticket.status === 'Valid' && (
          <Button look="primary" text={texts.checkIn} isBusy={isBusy} onClick={onCheckIn} />
        )}
        {ticket.status === 'CheckedIn' &&
          onUndo !== undefined &&
          button(texts.undoCheckIn, () => (asked.value = 'undoCheckIn'))}
        <Button text={texts.edit} onClick={onEdit} />
        {isOver && button(texts.restore, () => setStatus('Valid'))}
        {!isOver && button(texts.refund, () => (asked.value = 'refund'))}
        {!isOver && button(texts.void, () => (asked.value = 'void'))}
        {button(texts.newCode, () => (asked.value = 'newCode'))}
        {button(texts.erase, () => (asked.value = 'erase'))}
      </div>
      {name !== undefined && (
        <Confirm
          text={texts.confirm[name]}
          action={texts[name]}
          isBusy={isBusy}
          onConfirm={async () => {
            await actions[name]()
            asked.value = undefined
          }}
          onCancel={() => (asked.value = undefined)}
        />
      )}
    </>
  )
}

type CheckInProps = {
  checkIn: CheckIn
  nameOf: (subject: string) => string
  isBusy: boolean
  onUndo: () => Promise<unknown>
}

const CheckInItem = ({ checkIn, nameOf, isBusy, onUndo }: CheckInProps) => {
  const { at, device, by, outcome, walkIn, undoneAt, undoneBy } = checkIn
  const where = device === null ? nameOf(by) : texts.admissionLine(device, nameOf(by))
  return (
    <li class="spread entry">
      <span>
        {formatDayTime(at)} · {texts.outcomes[outcome] ?? outcome}
        {walkIn && ` · ${texts.addedAtDoor}`}
        {undoneAt !== null &&
          ` · ${texts.undone(formatDayTime(undoneAt), undoneBy === null ? texts.noValue : nameOf(undoneBy))}`}
        <bdi class="beneath soft small">{where}</bdi>
      </span>
      {isAdmission(checkIn) && (
        <Button
          look="small"
          text={texts.undo}
          name={`${formatDayTime(at)}, ${where}`}
          isBusy={isBusy}
          onClick={onUndo}
        />
      )}
    </li>
  )
}

/** Of 100 check-ins. The service records at most 200 scans of a ticket that let nobody in. */
const MAX_CHECK_IN_PAGES = 5

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
  const section = useRef<HTMLElement>(null)
  const isEditing = useSignal(false)
  const nameOf = useNames(session.organizerId)
  const checkInsPath = `${API}/sessions/${session.id}/check-ins`
  const checkIns = useLoad((signal) =>
    readPages<CheckIn>(`${checkInsPath}?ticketId=${ticket.id}&pageSize=100`, MAX_CHECK_IN_PAGES, signal),
  )
  const { failed, isBusy, send } = useSend()
  const history = `${ORGANIZER_API}/organizers/${session.organizerId}/history?entityId=${ticket.id}`
  const live = checkIns.ok.value?.body.data.filter(isLive) ?? []
  const onChanged = async (): Promise<void> => {
    await Promise.all([reload(), checkIns.reload()])
  }
  const change: Change = async (...sent) => {
    const answer = await send(...sent)
    await onChanged()
    // The button may have gone with the focus.
    if (document.activeElement === document.body) section.current?.focus()
    return answer
  }
  const record = (items: readonly object[]) => {
    const at = new Date().toISOString()
    const made = items.map((item) => ({ id: crypto.randomUUID(), at, ...item }))
    return change('POST', checkInsPath, { device: null, items: made })
  }
  const checkIn = async (): Promise<void> => {
    const id = crypto.randomUUID()
    const answer = await record([{ type: 'CheckIn', id, ticketId: ticket.id }])
    if (answer.kind !== 'ok') return
    const { outcome = '' } = (answer.body as Schemas['CheckInResults']).results[0] ?? {}
    const said = texts.guestNow(nameOfGuest(ticket), texts.outcomes[outcome] ?? outcome)
    toast(said, outcome === 'CheckedIn' ? () => record([{ type: 'Undo', checkInId: id }]) : undefined)
  }
  const undo = (undone: readonly CheckIn[]) =>
    record(undone.map(({ id }) => ({ type: 'Undo', checkInId: id })))
  return (
    <>
      <section class="card stack" aria-label={texts.ticket} tabIndex={-1} ref={section}>
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
        <Actions
          path={path}
          ticket={ticket}
          isBusy={isBusy.value}
          change={change}
          onCheckIn={checkIn}
          onUndo={live.length === 0 ? undefined : () => undo(live)}
          onEdit={() => (isEditing.value = true)}
        />
        {failed.value !== undefined && <Failure failed={failed.value} />}
      </section>
      <section class="card stack" aria-labelledby="check-ins">
        <h2 id="check-ins">{texts.checkIns}</h2>
        <Loaded load={checkIns}>
          {({ data }) =>
            data.length === 0 ? (
              <p class="soft">{ticket.status === 'CheckedIn' ? texts.checkedInElsewhere : texts.notInYet}</p>
            ) : (
              <ul class="entries">
                {data.map((checkIn) => (
                  <CheckInItem
                    key={checkIn.id}
                    checkIn={checkIn}
                    nameOf={nameOf}
                    isBusy={isBusy.value}
                    onUndo={() => undo([checkIn])}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      <Records key={ticket.updatedAt} path={history} ofOne />
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

type GuestIds = { eventId: string; sessionId: string; ticketId: string }

const pathOfGuest = ({ sessionId, ticketId }: GuestIds): string =>
  `${ORGANIZER_API}/sessions/${sessionId}/tickets/${ticketId}`

type PanelProps = GuestIds & {
  session: SessionDetails
  onClose: () => void
  /** Reads the list again. */
  onChanged: () => Promise<void>
}

/** A guest beside the list of a wide screen. */
export const GuestPanel = ({ session, onClose, onChanged, ...ids }: PanelProps) => {
  const path = pathOfGuest(ids)
  const ticket = useLoad(read<ManagedTicket>(path))
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const shown = ticket.ok.value?.body
  const reload = async (): Promise<void> => {
    await Promise.all([ticket.reload(), onChanged()])
  }
  return (
    <aside class="side stack" aria-label={texts.ticket} tabIndex={-1} ref={panel}>
      <div class="spread panel-head">
        <h2>{shown !== undefined && <bdi>{nameOfGuest(shown)}</bdi>}</h2>
        <span class="buttons">
          <a class="button" href={toGuest(ids.eventId, ids.sessionId, ids.ticketId)}>
            {texts.openPage}
          </a>
          <Button text={texts.close} onClick={onClose} />
        </span>
      </div>
      <Loaded load={ticket}>
        {(_, loaded) => <Guest path={path} loaded={loaded} session={session} reload={reload} />}
      </Loaded>
    </aside>
  )
}

export const guestScreen = defineScreen({
  path: '/events/:eventId/sessions/:sessionId/guests/:ticketId',
  name: texts.ticket,
  View: ({ ids }) => {
    const { eventId, sessionId } = ids
    const path = pathOfGuest(ids)
    const ticket = useLoad(read<ManagedTicket>(path))
    const session = useLoad(readSession(sessionId))
    return (
      <LoadedScreen
        load={ticket}
        title={nameOfGuest}
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
