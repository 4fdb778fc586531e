// The passkeys of the person who is signed in.
import { useSignal } from '@preact/signals'
import { describeOutcome } from '../../shared/enter.ts'
import type { Schemas } from '../../shared/schemas.ts'
import { settings } from '../../shared/settings.ts'
import { entranceTexts } from '../../shared/texts.ts'
import { type Failed, read, useLoad } from '../data/load.ts'
import { API } from '../data/reads.ts'
import { request, signOut } from '../data/service.ts'
import { formatDayTime } from '../formats.ts'
import { sendSafely } from '../forms/send.ts'
import { texts } from '../texts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Failure } from '../ui/notices.tsx'
import { Sure } from '../ui/sure.tsx'

type Passkey = Schemas['Passkey']

const PASSKEYS = `${API}/passkeys`

const Passkeys = () => {
  const passkeys = useLoad(read<Schemas['PasskeyList']>(PASSKEYS))
  const failed = useSignal<Failed | undefined>(undefined)
  /** What went wrong in the browser. */
  const problem = useSignal<string | undefined>(undefined)
  const asked = useSignal<Passkey | 'everywhere' | undefined>(undefined)
  const isBusy = useSignal(false)

  /** The answer of a passkey that exists. A new one needs it. */
  const proof = useSignal<unknown>(undefined)

  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.value) return
    isBusy.value = true
    failed.value = undefined
    problem.value = undefined
    await work().finally(() => (isBusy.value = false))
  }
  const add = () =>
    alone(async () => {
      const { answerWithPasskey } = await import('../../shared/passkeys.ts')
      const ids = passkeys.ok.value?.body.data.map(({ id }) => id) ?? []
      const answer = await answerWithPasskey(ids)
      if (answer.kind === 'ok') proof.value = answer.value
      else problem.value = describeOutcome(answer)
    })
  // A tap of its own: browsers open one dialog a tap.
  const create = () =>
    alone(async () => {
      const { makePasskey } = await import('../../shared/passkeys.ts')
      const made = await makePasskey(() => request(`${PASSKEYS}/options`, { method: 'POST' }))
      if (made.kind === 'ok') {
        const body = { response: made.value, proof: proof.value }
        const added = await sendSafely(PASSKEYS, { method: 'POST', body })
        failed.value = added.kind === 'ok' ? undefined : added
        proof.value = undefined
        await passkeys.reload()
      } else problem.value = describeOutcome(made)
    })
  const send = async (method: 'POST' | 'DELETE', path: string): Promise<boolean> => {
    asked.value = undefined
    const answer = await sendSafely(path, { method })
    failed.value = answer.kind === 'ok' ? undefined : answer
    return answer.kind === 'ok'
  }
  const remove = async ({ id }: Passkey): Promise<void> => {
    await send('DELETE', `${PASSKEYS}/${encodeURIComponent(id)}`)
    await passkeys.reload()
  }
  const signOutEverywhere = async (): Promise<void> => {
    if (await send('POST', `${API}/sign-in/end-all`)) await signOut()
  }
  const cancel = (): void => {
    asked.value = undefined
  }
  return (
    <section class="card stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{texts.passkeys}</h2>
      <p class="soft">{texts.passkeysHelp}</p>
      <Loaded load={passkeys}>
        {({ data }) => (
          <div class="scrolls">
            <table aria-label={texts.passkeys}>
              <thead>
                <tr>
                  <th scope="col">{texts.added}</th>
                  <th scope="col">{texts.lastUsed}</th>
                  <th scope="col">
                    <span class="visually-hidden">{texts.remove}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map((passkey) => (
                  <tr key={passkey.id}>
                    <th scope="row">{formatDayTime(passkey.addedAt)}</th>
                    <td>{passkey.usedAt === null ? texts.never : formatDayTime(passkey.usedAt)}</td>
                    <td>
                      {data.length > 1 ? (
                        <button
                          type="button"
                          class="button"
                          aria-label={`${texts.remove}: ${formatDayTime(passkey.addedAt)}`}
                          onClick={() => (asked.value = passkey)}
                        >
                          {texts.remove}
                        </button>
                      ) : (
                        <span class="soft">{texts.lastPasskey}</span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
      {asked.value === 'everywhere' ? (
        <Sure
          text={texts.sureEverywhere}
          action={texts.signOutEverywhere}
          onSure={signOutEverywhere}
          onCancel={cancel}
        />
      ) : (
        asked.value !== undefined && (
          <Sure
            text={texts.surePasskey(formatDayTime(asked.value.addedAt))}
            action={texts.remove}
            onSure={() => remove(asked.value as Passkey)}
            onCancel={cancel}
          />
        )
      )}
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {problem.value !== undefined && (
        <p class="notice bad" role="alert">
          {problem.value}
        </p>
      )}
      {proof.value !== undefined && <p role="status">{texts.passkeyProved}</p>}
      <div class="buttons">
        {proof.value === undefined ? (
          <button type="button" class="button" onClick={add} aria-disabled={isBusy.value}>
            {texts.addPasskey}
          </button>
        ) : (
          <button type="button" class="button primary" onClick={create} aria-disabled={isBusy.value}>
            {entranceTexts.createPasskey}
          </button>
        )}
        <button type="button" class="button" onClick={() => (asked.value = 'everywhere')}>
          {texts.signOutEverywhere}
        </button>
      </div>
    </section>
  )
}

/** Only where people sign in at the service itself. */
export const OwnPasskeys = () => (settings.value?.own == null ? null : <Passkeys />)
