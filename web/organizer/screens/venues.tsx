// The venues of an organizer.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { useLoad } from '../data/load.ts'
import { readVenues } from '../data/reads.ts'
import type { Organizer, Venue } from '../data/types.ts'
import { EditVenue, NewVenue } from '../forms/named-forms.tsx'
import { texts } from '../texts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'

const Venues = ({ organizer }: { organizer: Organizer }) => {
  const venues = useLoad(readVenues)
  const open = useSignal<Venue | 'new' | undefined>(undefined)
  useNew('#/venues', () => {
    open.value = 'new'
  })
  const close = (): void => {
    open.value = undefined
  }
  const onSaved = async (): Promise<void> => {
    close()
    await venues.reload()
  }
  return (
    <section class="card stack" aria-label={texts.venues}>
      <div class="buttons">
        <Button look="primary" text={texts.newVenue} onClick={() => (open.value = 'new')} />
      </div>
      <Loaded load={venues}>
        {({ data }) => {
          const own = data.filter(({ organizerId }) => organizerId === organizer.id)
          if (own.length === 0) return <p class="soft">{texts.noVenues}</p>
          return (
            <ul class="entries">
              {own.map((venue) => (
                <li key={venue.id} class="spread entry">
                  <bdi>{venue.name}</bdi>
                  <Button text={texts.edit} name={venue.name} onClick={() => (open.value = venue)} />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {open.value === 'new' && <NewVenue organizerId={organizer.id} onClose={close} onSaved={onSaved} />}
      {open.value !== undefined && open.value !== 'new' && (
        <EditVenue venue={open.value} onClose={close} onSaved={onSaved} />
      )}
    </section>
  )
}

export const venuesScreen = defineScreen({
  path: '/venues',
  name: texts.venues,
  link: { icon: 'venues', isSetUp: true, action: texts.newVenue },
  View: () => (
    <OrganizerScreen title={texts.venues}>
      {(organizer) => <Venues key={organizer.id} organizer={organizer} />}
    </OrganizerScreen>
  ),
})
