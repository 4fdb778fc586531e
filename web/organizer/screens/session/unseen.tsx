// Whom no scan has seen: people without tickets, as they were counted, and exits that were assumed.
import type { ComponentChildren } from 'preact'
import { batchOf, checkInsPath, useRecorded } from '../../data/check-ins.ts'
import { useNames } from '../../data/member-names.ts'
import { usePaged } from '../../data/paged-list.ts'
import { assumedExits } from '../../data/presence.ts'
import { useRefresh } from '../../data/refresh.ts'
import type { CheckIn, SessionDetails } from '../../data/types.ts'
import { formatNumber, timesIn } from '../../formats.ts'
import { useSend } from '../../forms/use-send.ts'
import { toGuest } from '../../links.ts'
import { texts } from '../../texts.ts'
import { Failure } from '../../ui/notices.tsx'
import { NextPage } from '../../ui/paged-list.tsx'
import { RecordedItem } from './recorded-item.tsx'

type CardProps = { id: string; title: string; help: string; children: ComponentChildren }

const Card = ({ id, title, help, children }: CardProps) => (
  <section class="card stack" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p class="soft">{help}</p>
    {children}
  </section>
)

/** Shown only where there are any. */
export const Unseen = ({ session, onChanged }: { session: SessionDetails; onChanged: () => unknown }) => {
  const path = checkInsPath(session.id)
  const tallies = usePaged<CheckIn>(`${path}?types=Tally&pageSize=20`)
  const recorded = useRecorded(session.id)
  const nameOf = useNames(session.organizerId)
  const { failed, isBusy, send } = useSend()
  useRefresh(tallies.reload)
  useRefresh(recorded.reload)
  const counted = tallies.ok.value?.body.data ?? []
  const assumed = assumedExits(recorded.ok.value?.body.items ?? [])
  const itemOf = (item: CheckIn, about?: ComponentChildren) => (
    <RecordedItem
      key={item.id}
      times={timesIn(session.timeZone)}
      item={item}
      areas={session.areas}
      nameOf={nameOf}
      isBusy={isBusy.value}
      onUndo={async () => {
        await send('POST', path, batchOf([{ type: 'Undo', checkInId: item.id }]))
        await Promise.all([tallies.reload(), recorded.reload(), onChanged()])
      }}
    >
      {about}
    </RecordedItem>
  )
  return (
    <>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {counted.length > 0 && (
        <Card id="tallies" title={texts.others} help={texts.othersHelp}>
          <ul class="entries">{counted.map((item) => itemOf(item))}</ul>
          <NextPage list={tallies} text={texts.showMore} />
        </Card>
      )}
      {assumed.length > 0 && (
        <Card
          id="assumed"
          title={`${texts.assumedExits} (${formatNumber(assumed.length)})`}
          help={texts.assumedHelp}
        >
          <ul class="entries">
            {assumed.map((item) =>
              itemOf(
                item,
                item.ticketId !== null && (
                  <>
                    <a href={toGuest(session.eventId, session.id, item.ticketId)}>
                      <bdi>{item.attendeeName ?? item.ticketNumber ?? texts.noTicket}</bdi>
                    </a>{' '}
                    ·{' '}
                  </>
                ),
              ),
            )}
          </ul>
        </Card>
      )}
    </>
  )
}
