// The names of an organizer's members, for what the service records by subject.
import type { Schemas } from '../../shared/schemas.ts'
import { useLoad } from './load.ts'
import { readPages } from './paged-list.ts'
import { ORGANIZER_API } from './reads.ts'

/** Of 100 members. */
const MAX_PAGES = 10

/** Returns the name of a subject, or the subject itself if it is no member or the names are not loaded. */
export const useNames = (organizerId: string): ((subject: string) => string) => {
  const path = `${ORGANIZER_API}/organizers/${organizerId}/members?pageSize=100`
  const members = useLoad((signal) => readPages<Schemas['Member']>(path, MAX_PAGES, signal), organizerId)
  return (subject) =>
    members.ok.value?.body.data.find((member) => member.subject === subject)?.name ?? subject
}
