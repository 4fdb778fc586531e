// The organizer that a screen is about, as a choice where the person manages several.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLoad } from '../data/load.ts'
import { type Organizer, readOrganizers } from '../data/organizers.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from './loaded-screen.tsx'

type Props = { title: string; children: (organizer: Organizer) => ComponentChildren }

export const OrganizerScreen = ({ title, children }: Props) => {
  const organizers = useLoad(readOrganizers)
  const chosen = useSignal<string | undefined>(undefined)
  return (
    <LoadedScreen load={organizers} title={() => title} name={title}>
      {({ data }) => {
        const organizer = data.find(({ id }) => id === chosen.value) ?? data[0]
        if (organizer === undefined) return <p class="soft">{texts.outsiderHelp}</p>
        return (
          <>
            {data.length > 1 && (
              <select
                class="input filter"
                aria-label={texts.organizer}
                value={organizer.id}
                onChange={(event) => {
                  chosen.value = event.currentTarget.value
                }}
              >
                {data.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
            {children(organizer)}
          </>
        )
      }}
    </LoadedScreen>
  )
}
