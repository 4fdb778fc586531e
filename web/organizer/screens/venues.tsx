// The venues of an organizer.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { useLoad } from '../data/load.ts'
import { readVenues } from '../data/reads.ts'
import type { Organizer, Venue } from '../data/types.ts'
import { EditVenue, NewVenue } from '../forms/named-forms.tsx'
import { toVenues } from '../links.ts'
import { texts } from '../texts.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { useNew } from '../ui/use-new.ts'
import { defineScreen } from './screen.ts'

type Open = Venue | 'new' | undefined

const Venues = ({ organizer, open }: { organizer: Organizer; open: Signal<Open> }) => {
  const venues = useLoad(readVenues)
  useNew(toVenues, () => {
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
      <Loaded load={venues}>
        {({ data }) => {
          const own = data.filter(({ organizerId }) => organizerId === organizer.id)
          if (own.length === 0)
            return (
              <Empty
                icon="venues"
                text={texts.noVenues}
                help={texts.venuesHelp}
                action={{ text: texts.newVenue, screen: toVenues }}
              />
            )
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
  View: () => {
    const open = useSignal<Open>(undefined)
    return (
      <OrganizerScreen
        title={texts.venues}
        actions={() => <Button look="primary" text={texts.newVenue} onClick={() => (open.value = 'new')} />}
      >
        {(organizer) => <Venues key={organizer.id} organizer={organizer} open={open} />}
      </OrganizerScreen>
    )
  },
})
