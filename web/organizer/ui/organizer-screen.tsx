// A screen about the chosen organizer.
import type { ComponentChildren } from 'preact'
import { useLoad } from '../data/load.ts'
import { chooseFrom } from '../data/organizers.ts'
import { readOrganizers } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from './loaded-screen.tsx'

type Props = {
  title: string
  /** What the screen is for, below the heading. */
  help?: string
  /** In one row with the heading. */
  actions?: (organizer: Organizer) => ComponentChildren
  children: (organizer: Organizer) => ComponentChildren
}

export const OrganizerScreen = ({ title, help, actions, children }: Props) => {
  const organizers = useLoad(readOrganizers)
  const organizer = chooseFrom(organizers.ok.value?.body.data ?? [])
  return (
    <LoadedScreen
      load={organizers}
      title={title}
      name={title}
      actions={() => organizer !== undefined && actions?.(organizer)}
      lead={() => help !== undefined && <p class="soft">{help}</p>}
    >
      {() => (organizer === undefined ? <p class="soft">{texts.outsiderHelp}</p> : children(organizer))}
    </LoadedScreen>
  )
}
