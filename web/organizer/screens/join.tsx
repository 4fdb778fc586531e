// Accepts an invitation: the code is the end of its link.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Schemas } from '../../shared/schemas.ts'
import { settings } from '../../shared/settings.ts'
import type { Result } from '../data/load.ts'
import { API } from '../data/reads.ts'
import { sendSafely } from '../forms/send.ts'
import { replaceAddress, toDoor, toEvents } from '../links.ts'
import { texts } from '../texts.ts'
import { Failure, Loading } from '../ui/notices.tsx'
import { Title } from '../ui/title.tsx'

type Joined = Schemas['JoinedOrganizer']

/** The code in the fragment of an invitation's link. */
export const invitationIn = (fragment: string): string | undefined =>
  /^#join\/([\w-]{22,})$/.exec(fragment)?.[1]

export const Join = ({ code }: { code: string }) => {
  const result = useSignal<Result<Joined> | undefined>(undefined)
  const accept = async (): Promise<void> => {
    const answer = await sendSafely<Joined>(`${API}/invitations/accept`, { method: 'POST', body: { code } })
    if (answer.kind === 'ok') {
      // The code is used.
      history.replaceState(null, '', toEvents)
      if (answer.body.role === 'staff' && settings.value?.own != null) return location.assign(toDoor())
    }
    result.value = answer
  }
  useEffect(() => void accept(), [code])
  const answer = result.value
  return (
    <>
      <Title title={texts.joinTitle} />
      {answer === undefined && <Loading />}
      {answer !== undefined && answer.kind !== 'ok' && <Failure failed={answer} onRetry={accept} />}
      {answer?.kind === 'ok' && (
        <div class="card stack" role="status">
          <p>{texts.joined(answer.body.organizerName, texts.roles[answer.body.role])}</p>
          {answer.body.role === 'staff' ? (
            <a class="button primary" href={toDoor()}>
              {texts.toDoor}
            </a>
          ) : (
            <button type="button" class="button primary" onClick={() => replaceAddress(toEvents)}>
              {texts.goOn}
            </button>
          )}
        </div>
      )}
    </>
  )
}
