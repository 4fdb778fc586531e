// The organizer that a screen is about, as a choice where the person manages several.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLoad } from '../data/load.ts'
import { readOrganizers } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from './loaded-screen.tsx'
import { namedOptions, Select } from './select.tsx'

/** Stays when another screen is opened. */
const chosen = signal<string | undefined>(undefined)

type Props = { title: string; children: (organizer: Organizer) => ComponentChildren }

export const OrganizerScreen = ({ title, children }: Props) => {
  const organizers = useLoad(readOrganizers)
  return (
    <LoadedScreen load={organizers} title={() => title} name={title}>
      {({ data }) => {
        const organizer = data.find(({ id }) => id === chosen.value) ?? data[0]
        if (organizer === undefined) return <p class="soft">{texts.outsiderHelp}</p>
        return (
          <>
            {data.length > 1 && (
              <Select
                class="filter"
                aria-label={texts.organizer}
                value={organizer.id}
                options={namedOptions(data)}
                onChange={(id) => {
                  chosen.value = id
                }}
              />
            )}
            {children(organizer)}
          </>
        )
      }}
    </LoadedScreen>
  )
}
