// The people of an organizer: members, and invitations; and the passkeys of the person who is signed in.
import { ORGANIZER_API } from '../data/reads.ts'
import type { Organizer } from '../data/types.ts'
import { texts } from '../texts.ts'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { OwnPasskeys } from './passkeys.tsx'
import { Invitations } from './people/invitations.tsx'
import { Members } from './people/members.tsx'
import { defineScreen } from './screen.ts'

const People = ({ organizer }: { organizer: Organizer }) => {
  const path = `${ORGANIZER_API}/organizers/${organizer.id}`
  return (
    <>
      <Members organizer={organizer} path={path} />
      <Invitations organizer={organizer} path={path} />
    </>
  )
}

export const peopleScreen = defineScreen({
  path: '/people',
  name: texts.people,
  link: { icon: 'people', action: texts.invite },
  View: () => (
    <>
      <OrganizerScreen title={texts.people}>
        {(organizer) => <People key={organizer.id} organizer={organizer} />}
      </OrganizerScreen>
      <OwnPasskeys />
    </>
  ),
})
