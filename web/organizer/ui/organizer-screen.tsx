// A screen about the chosen organizer.
import type { ComponentChildren } from 'preact'
import { useLoad } from '../data/load.ts'
import { chooseFrom } from '../data/organizers.ts'
import { readOrganizers } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from './loaded-screen.tsx'

type Props = { title: string; children: (organizer: Organizer) => ComponentChildren }

export const OrganizerScreen = ({ title, children }: Props) => {
  const organizers = useLoad(readOrganizers)
  return (
    <LoadedScreen load={organizers} title={() => title} name={title}>
      {({ data }) => {
        const organizer = chooseFrom(data)
        return organizer === undefined ? <p class="soft">{texts.outsiderHelp}</p> : children(organizer)
      }}
    </LoadedScreen>
  )
}
