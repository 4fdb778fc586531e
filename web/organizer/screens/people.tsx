// The people of an organizer: members, and invitations; and the passkeys of the person who is signed in.
import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { ORGANIZER_API } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { texts } from '../texts.ts'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { OwnPasskeys } from './passkeys.tsx'
import { Invitations, type Open } from './people/invitations.tsx'
import { Members } from './people/members.tsx'
import { defineScreen } from './screen.ts'

const People = ({ organizer, open }: { organizer: Organizer; open: Signal<Open> }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}`
  return (
    <>
      <Members organizer={organizer} path={path} />
      <Invitations organizer={organizer} path={path} open={open} />
    </>
  )
}

export const peopleScreen = defineScreen({
  path: '/people',
  name: texts.people,
  link: { icon: 'people', action: texts.invite },
  View: () => {
    const open = useSignal<Open>(undefined)
    return (
      <>
        <OrganizerScreen
          title={texts.people}
          actions={() => (
            <Button look="primary" text={texts.invite} onClick={() => (open.value = 'invite')} />
          )}
        >
          {(organizer) => <People key={organizer.id} organizer={organizer} open={open} />}
        </OrganizerScreen>
        <OwnPasskeys />
      </>
    )
  },
})
