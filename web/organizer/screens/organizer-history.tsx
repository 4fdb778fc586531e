// Everything that was changed in an organizer.
import { ORGANIZER_API } from '../data/reads.ts'
import { texts } from '../texts.ts'
import { OrganizerScreen } from '../ui/organizer-screen.tsx'
import { Records } from './history/records.tsx'
import { defineScreen } from './screen.ts'

export const organizerHistoryScreen = defineScreen({
  path: '/history',
  name: texts.history,
  link: { icon: 'history', isSetUp: true },
  View: () => (
    <OrganizerScreen title={texts.history}>
      {({ id }) => <Records key={id} path={`${ORGANIZER_API}/organizers/${id}/history?pageSize=50`} />}
    </OrganizerScreen>
  ),
})
