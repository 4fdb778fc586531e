// What becomes of a listing: published now or later, taken back, cancelled or archived.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { settings } from '../../shared/settings.ts'
import { toInstant, toLocal } from '../data/dates.ts'
import { isScheduled, missingOf } from '../data/listing-state.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { Listing, ListingStatus } from '../data/types.ts'
import { formatDayTime, formatZone, TIME_ZONE } from '../formats.ts'
import { toListings } from '../links.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/notices.tsx'
import { toast } from '../ui/toasts.tsx'
import { Control } from './control.tsx'
import { useSend } from './use-send.ts'

const describe = ({ status, publishedAt }: Listing, now: number): string => {
  if (publishedAt !== undefined && isScheduled({ status, publishedAt }, now))
    return listingTexts.scheduled(formatDayTime(publishedAt))
  if (status === 'Draft') return texts.draftHelp
  if (status !== 'Published' && status !== 'Cancelled') return listingTexts.notPublic
  return publishedAt === undefined ? '' : listingTexts.publicSince(formatDayTime(publishedAt))
}

const AN_HOUR_MS = 3_600_000

type Asked = 'Cancelled' | 'Archived' | 'delete'

type Props = { listing: Listing; onChanged: () => Promise<void> }

export const Publication = ({ listing, onChanged }: Props) => {
  const { id, title, slug, status, publishedAt } = listing
  const { failed, isBusy, send } = useSend()
  const asked = useSignal<Asked | undefined>(undefined)
  const at = useSignal<string | undefined>(undefined)
  const atError = useSignal<string | undefined>(undefined)
  const now = Date.now()
  const missing = missingOf(listing)
  const path = `${ORGANIZER_API}/listings/${id}`
  const isWaiting = isScheduled({ status, ...(publishedAt !== undefined && { publishedAt }) }, now)
  const isVisible = !isWaiting && (status === 'Published' || status === 'Cancelled')

  const set = async (change: { status: ListingStatus; publishedAt?: string }): Promise<boolean> => {
    const answer = await send('PATCH', path, change)
    asked.value = undefined
    if (answer.kind !== 'ok') return false
    at.value = undefined
    await onChanged()
    return true
  }
  const publish = () =>
    set({ status: 'Published', ...(isWaiting && { publishedAt: new Date().toISOString() }) })
  const schedule = async (): Promise<void> => {
    const instant = toInstant(at.value ?? '', TIME_ZONE)
    const isFuture = instant !== undefined && Date.parse(instant) > Date.now()
    atError.value = isFuture ? undefined : listingTexts.scheduleMissing
    if (isFuture) await set({ status: 'Published', publishedAt: instant })
  }
  const unpublish = async (): Promise<void> => {
    const before = publishedAt === undefined ? {} : { publishedAt }
    if (await set({ status: 'Unpublished' }))
      toast(listingTexts.unpublished, () => set({ status: 'Published', ...before }))
  }
  const remove = async (): Promise<void> => {
    const answer = await send('DELETE', path)
    asked.value = undefined
    if (answer.kind === 'ok' || (answer.kind === 'error' && answer.status === 404)) location.hash = toListings
  }
  const button = (text: string, onClick: () => unknown, look?: 'primary') => (
    <Button look={look} text={text} isBusy={isBusy.value} onClick={onClick} />
  )
  return (
    <section class="card stack" aria-labelledby="publication">
      <h2 id="publication">{listingTexts.publication}</h2>
      <p>
        {describe(listing, now)}{' '}
        {isVisible && settings.value?.listings && (
          <a href={`/e/${encodeURIComponent(slug)}`}>{listingTexts.openPage}</a>
        )}
      </p>
      {status !== 'Archived' && missing.length > 0 && (
        <p class="notice warn">
          {listingTexts.needs(missing.map((name) => listingTexts.needed[name]).join('; '))}
        </p>
      )}
      {asked.value === undefined ? (
        <div class="buttons">
          {(status === 'Draft' || status === 'Unpublished' || status === 'Cancelled' || isWaiting) &&
            missing.length === 0 &&
            button(listingTexts.publish, publish, 'primary')}
          {(status === 'Draft' || status === 'Unpublished' || isWaiting) &&
            missing.length === 0 &&
            at.value === undefined &&
            button(listingTexts.schedule, () => {
              at.value = toLocal(now + AN_HOUR_MS, TIME_ZONE)
            })}
          {status === 'Published' && button(listingTexts.unpublish, unpublish)}
          {isVisible &&
            status === 'Published' &&
            button(listingTexts.cancelEvent, () => (asked.value = 'Cancelled'))}
          {status === 'Archived'
            ? button(listingTexts.backToDraft, () => set({ status: 'Draft' }))
            : button(listingTexts.archive, () => (asked.value = 'Archived'))}
          {status === 'Draft' && publishedAt === undefined && (
            <Button look="danger far" text={texts.delete} onClick={() => (asked.value = 'delete')} />
          )}
        </div>
      ) : (
        <Confirm
          text={
            {
              Cancelled: listingTexts.confirmCancel,
              Archived: listingTexts.confirmArchive,
              delete: texts.deleteListing(title),
            }[asked.value]
          }
          action={
            {
              Cancelled: listingTexts.cancelEvent,
              Archived: listingTexts.archive,
              delete: texts.delete,
            }[asked.value]
          }
          isBusy={isBusy.value}
          onConfirm={() =>
            asked.value === 'delete' ? remove() : set({ status: asked.value as ListingStatus })
          }
          onCancel={() => (asked.value = undefined)}
        />
      )}
      {at.value !== undefined && (
        <div class="stack">
          <Control
            field={{
              name: 'publishedAt',
              label: listingTexts.publishAt,
              kind: 'datetime-local',
              hint: listingTexts.timesIn(formatZone(TIME_ZONE)),
            }}
            value={at.value}
            error={atError.value}
            onInput={(value) => (at.value = value)}
          />
          <div class="buttons">
            {button(listingTexts.schedule, schedule, 'primary')}
            <Button text={texts.cancel} onClick={() => (at.value = undefined)} />
          </div>
        </div>
      )}
      {failed.value !== undefined && <Failure failed={failed.value} />}
    </section>
  )
}
