// Accepts an invitation: the code is the end of its link.
import { Button } from '../../shared/button.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { settings } from '../../shared/settings.ts'
import { type Result, useLoad } from '../data/load.ts'
import { API } from '../data/reads.ts'
import { sendSafely } from '../forms/send.ts'
import { replaceAddress, toDoor, toEvents } from '../links.ts'
import { texts } from '../texts.ts'
import { LoadedScreen } from '../ui/loaded-screen.tsx'

type Joined = Schemas['JoinedOrganizer']

/** The code in the fragment of an invitation's link. */
export const invitationIn = (fragment: string): string | undefined =>
  /^#join\/([\w-]{22,})$/.exec(fragment)?.[1]

const accept = async (code: string): Promise<Result<Joined>> => {
  const result = await sendSafely<Joined>(`${API}/invitations/accept`, { method: 'POST', body: { code } })
  if (result.kind === 'ok') {
    // The code is used.
    history.replaceState(null, '', toEvents)
    if (result.body.role === 'staff' && settings.value?.own != null) location.assign(toDoor())
  }
  return result
}

export const Join = ({ code }: { code: string }) => {
  const joined = useLoad(() => accept(code), code)
  return (
    <LoadedScreen load={joined} title={texts.joinTitle} name={texts.joinTitle}>
      {({ organizerName, role }) => (
        <div class="card stack" role="status">
          <p>{texts.joined(organizerName, texts.roles[role])}</p>
          {role === 'staff' ? (
            <a class="button primary" href={toDoor()}>
              {texts.toDoor}
            </a>
          ) : (
            <Button look="primary" text={texts.goOn} onClick={() => replaceAddress(toEvents)} />
          )}
        </div>
      )}
    </LoadedScreen>
  )
}
