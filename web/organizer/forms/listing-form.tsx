// A new listing, and the values of one with a preview beside them.
import { Button } from '../../shared/button.tsx'
import type { Ok } from '../data/load.ts'
import { ORGANIZER_API } from '../data/reads.ts'
import type { EventItem, Listing, Organizer } from '../data/types.ts'
import { formatPrice, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import { listingTexts } from '../texts-listing.ts'
import { Form } from '../ui/form.tsx'
import { Failure } from '../ui/notices.tsx'
import { namedOptions } from '../ui/select.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { Controls } from './control.tsx'
import type { Draft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { listingBody, listingDraft, listingErrors, listingFields, TITLE, zoneOf } from './listing-fields.ts'
import { useEdit } from './use-edit.ts'

type NewProps = {
  organizers: readonly Organizer[]
  onClose: () => void
  onSaved: (listing: Listing) => unknown
}

/** Begins with the title; everything else is on the listing's own screen. */
export const NewListing = ({ organizers, ...props }: NewProps) => (
  <FormDialog
    title={texts.newListing}
    action={texts.createListing}
    fields={[
      ...(organizers.length < 2
        ? []
        : [{ name: 'organizerId', label: texts.organizer, options: namedOptions(organizers) }]),
      TITLE,
    ]}
    initial={{ organizerId: organizers[0]?.id ?? '', title: '' }}
    target={{ method: 'POST', path: `${ORGANIZER_API}/listings` }}
    toBody={(draft, id) => ({ id, ...draft })}
    {...props}
  />
)

/** Pictures of other hosts cannot be shown in the console. */
const Picture = ({ url = '' }: { url: string | undefined }) =>
  URL.canParse(url) ? <p class="card picture soft">{listingTexts.previewPicture(new URL(url).host)}</p> : null

const Preview = ({ draft, events }: { draft: Draft; events: readonly EventItem[] }) => {
  const { title, shortDescription, description, recurrenceDescription, priceDescription } = draft
  const body = listingBody(events)(draft)
  const start = body.startsAt as string | null
  const price = body.priceFrom as number | null
  const facts = [
    start === null ? '' : timesIn(zoneOf(draft.platformEventId, events)).dated(start),
    recurrenceDescription,
    [draft.venueName, draft.venueAddress, draft.venueCity].filter(Boolean).join(', '),
    priceDescription ||
      (price === null || Number.isNaN(price) ? '' : formatPrice(price, draft.priceCurrency)),
  ]
  return (
    <section class="card stack listing-preview" aria-labelledby="preview">
      <h2 id="preview">{listingTexts.preview}</h2>
      <Picture url={draft.imageUrl} />
      <p class="figure">
        <bdi>{title || listingTexts.untitled}</bdi>
      </p>
      {shortDescription && <p dir="auto">{shortDescription}</p>}
      {facts.filter(Boolean).map((fact) => (
        <p key={fact} dir="auto" class="soft">
          {fact}
        </p>
      ))}
      {description && (
        <p dir="auto" class="prose">
          {description}
        </p>
      )}
    </section>
  )
}

type EditProps = {
  loaded: Ok<Listing>
  events: readonly EventItem[]
  onClose: () => void
  onSaved: () => unknown
}

export const EditListing = ({ loaded: { body: listing, etag }, events, onClose, onSaved }: EditProps) => {
  const toDraft = listingDraft(events)
  const initial = toDraft(listing)
  const edit = useEdit({
    fields: listingFields(events, initial),
    initial,
    target: { method: 'PATCH', path: `${ORGANIZER_API}/listings/${listing.id}`, etag, toDraft },
    toBody: listingBody(events),
    check: listingErrors,
    onSaved,
  })
  const { draft, errors, failure, conflict, isBusy, isDirty } = edit
  const fields = listingFields(events, draft.value)
  return (
    <div class="stack beside">
      <Form label={texts.editListing} look="card stack" onSubmit={edit.save}>
        <Controls fields={fields} draft={draft.value} errors={errors.value} onInput={edit.change} />
        <ConflictNotice edit={edit} fields={fields} />
        {failure.value !== undefined && <Failure {...failure.value} />}
        <div class="buttons">
          <Button
            look="primary"
            type="submit"
            text={isBusy.value ? texts.saving : texts.save}
            isBusy={isBusy.value}
            isDisabled={conflict.value !== undefined}
          />
          <Button
            text={texts.cancel}
            onClick={() => {
              if (isDirty.value && !confirm(texts.leaveUnsaved)) return
              edit.discard()
              onClose()
            }}
          />
        </div>
      </Form>
      <Preview draft={draft.value} events={events} />
    </div>
  )
}
