// One guest's ticket: its values, code, check-ins and history, and the actions on it.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { isLiveFact } from '../../shared/live-check-ins.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { batchOf, checkInsPath } from '../data/check-ins.ts'
import { type Ok, type Result, read, useLoad } from '../data/load.ts'
import { useNames } from '../data/member-names.ts'
import { readPages } from '../data/paged-list.ts'
import { hasRules, presenceOfGuest } from '../data/presence.ts'
import { ORGANIZER_API, readSession } from '../data/reads.ts'
import { type CheckIn, nameOfGuest, type SessionDetails } from '../data/types.ts'
import { type Times, timesIn } from '../formats.ts'
import { EditGuest, type ManagedTicket, TICKET_TEXTS } from '../forms/guest-form.tsx'
import { useSend } from '../forms/use-send.ts'
import { toGuest, toGuests } from '../links.ts'
import { texts } from '../texts.ts'
import { sessionBreadcrumbs } from '../ui/breadcrumbs.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LoadedScreen } from '../ui/loaded-screen.tsx'
import { Failure, Loading } from '../ui/notices.tsx'
import { QrPicture } from '../ui/qr-picture.tsx'
import { toast } from '../ui/toasts.tsx'
import { ZoneNote } from '../ui/zone-note.tsx'
import { Records } from './history/records.tsx'
import { defineScreen } from './screen.ts'
import { RecordedItem } from './session/recorded-item.tsx'

type ValuesProps = { ticket: ManagedTicket; where: string | undefined; times: Times }

const Values = ({ ticket, where, times }: ValuesProps) => {
  const values: [string, string | null | undefined][] = [
    [texts.status, texts.ticketStatuses[ticket.status]],
    [texts.ticketType, ticket.ticketTypeName],
    [texts.number, ticket.ticketNumber],
    ...TICKET_TEXTS.map(({ name, label }): [string, string | null] => [label, ticket[name]]),
    [texts.email, ticket.holderEmail],
    [texts.attendeeEmail, ticket.attendee?.email],
    [texts.company, ticket.attendee?.company],
    [texts.guestList, ticket.list],
    [texts.note, ticket.note],
    [texts.flag, ticket.flag === 'None' ? null : texts.flags[ticket.flag]],
    [texts.checkedIn, ticket.checkedInAt === undefined ? null : times.dayTime(ticket.checkedInAt)],
    [texts.where, where],
    [texts.transfers, ticket.transferCount === 0 ? null : String(ticket.transferCount)],
    [texts.code, ticket.code],
  ]
  return (
    <dl class="grid">
      {values
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt class="soft small">{label}</dt>
            <dd class="strong">
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
  /** Undefined where it makes no sense. */
  onCheckIn: (() => Promise<void>) | undefined
  /** The places that the guest can leave. */
  exits: readonly { name: string; record: () => Promise<void> }[]
  isInside: boolean
  /** What a guest with check-ins becomes once the ticket, which is void by now, is valid. */
  restored: string | undefined
  /** Undefined if there is no check-in to undo: another system checked the guest in. */
  onUndo: (() => Promise<unknown>) | undefined
  onEdit: () => void
}

const Actions = (props: ActionsProps) => {
  const { path, ticket, isBusy, change, onCheckIn, exits, isInside, restored, onUndo, onEdit } = props
  const asked = useSignal<keyof typeof texts.confirm | 'restore' | undefined>(undefined)
  const setStatus = async (status: Exclude<ManagedTicket['status'], 'CheckedIn'>): Promise<void> => {
    const answer = await change('PATCH', path, { status })
    if (answer.kind !== 'ok') return
    const { status: after } = answer.body as ManagedTicket
    // A valid ticket is checked in again if it was.
    const before = ticket.status === 'CheckedIn' ? 'Valid' : ticket.status
    const said = texts.guestNow(nameOfGuest(ticket), texts.ticketStatuses[after])
    toast(said, () => change('PATCH', path, { status: before }))
  }
  const actions = {
    void: () => setStatus('Voided'),
    refund: () => setStatus('Refunded'),
    newCode: () => change('POST', `${path}/new-code`),
    undoCheckIn: async () => onUndo?.(),
    erase: () => change('POST', `${path}/erase`),
    restore: () => setStatus('Valid'),
  }
  const restore = async (): Promise<void> => {
    if (restored === undefined) await actions.restore()
    else asked.value = 'restore'
  }
  const isOver = ticket.status === 'Refunded' || ticket.status === 'Voided'
  const button = (text: string, act: () => unknown) => (
    <Button key={text} text={text} isBusy={isBusy} onClick={act} />
  )
  const name = asked.value
  return (
    <>
      <div class="buttons">
        {onCheckIn !== undefined && (
          <Button look="primary" text={texts.checkIn} isBusy={isBusy} onClick={onCheckIn} />
        )}
        {exits.map(({ name: exit, record }) => button(exit, record))}
        {ticket.status === 'CheckedIn' &&
          onUndo !== undefined &&
          button(texts.undoCheckIn, () => (asked.value = 'undoCheckIn'))}
        <Button text={texts.edit} onClick={onEdit} />
        {isOver && button(texts.restore, restore)}
        {!isOver && button(texts.refund, () => (asked.value = 'refund'))}
        {!isOver && button(texts.void, () => (asked.value = 'void'))}
        {button(texts.newCode, () => (asked.value = 'newCode'))}
        {button(texts.erase, () => (asked.value = 'erase'))}
      </div>
      {name !== undefined && (
        <Confirm
          text={
            name === 'restore'
              ? (restored ?? '')
              : isInside && (name === 'void' || name === 'refund')
                ? `${texts.isInsideNow} ${texts.confirm[name]}`
                : texts.confirm[name]
          }
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

/** Of 100 check-ins. The service records at most 200 scans of a ticket that let nobody in. */
const MAX_CHECK_IN_PAGES = 5

/** What can be taken back as soon as it is recorded. */
const UNDONE = new Set<string>(['CheckedIn', 'Entered', 'ReEntered', 'Left'])

/** What makes the ticket of somebody who was let in valid again. What SQL made void is expected anew. */
const restoredState = (
  { cover, checkedInAt }: ManagedTicket,
  live: readonly CheckIn[],
  format: (at: number) => string,
): string | undefined => {
  if (cover !== null) return checkedInAt && texts.checkedInAgain(format(Date.parse(checkedInAt)))
  return checkedInAt === undefined && live.length === 0 ? undefined : texts.expectedAgain
}

const whereIs = (
  { inside, lastIn, lastOut, entries }: ReturnType<typeof presenceOfGuest>,
  areas: SessionDetails['areas'],
  { startsAt, timeZone }: SessionDetails,
): string | undefined => {
  const format = (at: number | null): string =>
    at === null ? texts.noTime : timesIn(timeZone).near(at, startsAt)
  if (inside)
    return texts.insideSince(
      areas.map(({ name }) => name),
      format(lastIn),
      entries,
    )
  return lastOut === null || entries === 0 ? undefined : texts.leftAt(format(lastOut), entries)
}

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
  const times = timesIn(session.timeZone)
  const section = useRef<HTMLElement>(null)
  const isEditing = useSignal(false)
  const nameOf = useNames(session.organizerId)
  const itemsPath = checkInsPath(session.id)
  const checkIns = useLoad((signal) =>
    readPages<CheckIn>(`${itemsPath}?ticketId=${ticket.id}&pageSize=100`, MAX_CHECK_IN_PAGES, signal),
  )
  const { failed, isBusy, send } = useSend()
  const history = `${ORGANIZER_API}/organizers/${session.organizerId}/history?entityId=${ticket.id}`
  const recorded = checkIns.ok.value?.body.data ?? []
  const live = recorded.filter(isLiveFact)
  const presence = presenceOfGuest(ticket, recorded)
  const isUsed = hasRules(session) || live.some(({ type }) => type === 'Exit')
  const areasIn = session.areas.filter(({ id }) => presence.areas.includes(id))
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
  const record = (items: readonly object[]) => change('POST', itemsPath, batchOf(items))
  /** Sends one item, and says what came of it. */
  const recordOne = async (item: object): Promise<void> => {
    const id = crypto.randomUUID()
    const answer = await record([{ ...item, id, ticketId: ticket.id }])
    if (answer.kind !== 'ok') return
    const { outcome = '' } = (answer.body as Schemas['CheckInResults']).results[0] ?? {}
    const said = texts.guestNow(nameOfGuest(ticket), texts.outcomes[outcome] ?? outcome)
    toast(said, UNDONE.has(outcome) ? () => record([{ type: 'Undo', checkInId: id }]) : undefined)
  }
  const exitFrom = (name: string, areaId: string | null) => ({
    name,
    record: () => recordOne({ type: 'Exit', areaId }),
  })
  const undo = (undone: readonly CheckIn[]) =>
    record(undone.map(({ id }) => ({ type: 'Undo', checkInId: id })))
  // Which buttons there are follows from the check-ins, so nothing moves when those arrive.
  if (checkIns.ok.value === undefined && checkIns.failed.value === undefined) return <Loading />
  return (
    <>
      <section class="card stack" aria-label={texts.ticket} tabIndex={-1} ref={section}>
        <Actions
          path={path}
          ticket={ticket}
          isBusy={isBusy.value}
          change={change}
          onCheckIn={
            ticket.status === 'Valid' || (isUsed && ticket.status === 'CheckedIn' && !presence.inside)
              ? () => recordOne({ type: 'CheckIn' })
              : undefined
          }
          exits={
            isUsed && presence.inside
              ? [
                  exitFrom(texts.recordExit, null),
                  ...areasIn.map(({ id, name }) => exitFrom(texts.recordExitFrom(name), id)),
                ]
              : []
          }
          isInside={presence.inside}
          restored={restoredState(ticket, live, (at) => times.near(at, session.startsAt))}
          onUndo={live.length === 0 ? undefined : () => undo(live)}
          onEdit={() => (isEditing.value = true)}
        />
        {failed.value !== undefined && <Failure failed={failed.value} />}
        <div class="columns">
          <Values
            ticket={ticket}
            where={isUsed ? whereIs(presence, areasIn, session) : undefined}
            times={times}
          />
          <QrPicture text={ticket.code} alt={texts.ticketCode} size={200} />
        </div>
        {ticket.pageUrl !== null && (
          <p>
            <a href={ticket.pageUrl} target="_blank" rel="noreferrer">
              {texts.guestPage}
            </a>
          </p>
        )}
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
                  <RecordedItem
                    times={times}
                    key={checkIn.id}
                    item={checkIn}
                    areas={session.areas}
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
        lead={() => session.ok.value !== undefined && <ZoneNote sessions={[session.ok.value.body]} />}
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
