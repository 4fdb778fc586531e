// The passkeys of the person who is signed in.
import { useSignal } from '@preact/signals'
import { Button } from '../../shared/button.tsx'
import { describeOutcome } from '../../shared/enter.ts'
import { loadPart } from '../../shared/load-part.ts'
import { Notice } from '../../shared/notice.tsx'
import type { Schemas } from '../../shared/schemas.ts'
import { settings } from '../../shared/settings.ts'
import { useLoad } from '../data/load.ts'
import { API, PASSKEYS, readPasskeys } from '../data/reads.ts'
import { request, signOut } from '../data/service.ts'
import { formatDayTime } from '../formats.ts'
import { useSend } from '../forms/use-send.ts'
import { texts } from '../texts.ts'
import { arrivalTexts } from '../texts-arrival.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Failure } from '../ui/notices.tsx'
import { Table } from '../ui/table.tsx'

type Passkey = Schemas['Passkey']

const Passkeys = () => {
  const passkeys = useLoad(readPasskeys)
  const { failed, send } = useSend()
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
    await work().catch((error: Error) => (problem.value = error.message))
    isBusy.value = false
  }
  const add = () =>
    alone(async () => {
      const { answerWithPasskey } = await loadPart(() => import('../../shared/passkeys.ts'))
      const ids = passkeys.ok.value?.body.data.map(({ id }) => id) ?? []
      const answer = await answerWithPasskey(ids)
      if (answer.kind === 'ok') proof.value = answer.value
      else problem.value = describeOutcome(answer)
    })
  // A tap of its own: browsers open one dialog a tap.
  const create = () =>
    alone(async () => {
      const { makePasskey } = await loadPart(() => import('../../shared/passkeys.ts'))
      const made = await makePasskey(() => request(`${PASSKEYS}/options`, { method: 'POST' }))
      if (made.kind === 'ok') {
        const body = { response: made.value, proof: proof.value }
        await send('POST', PASSKEYS, body)
        proof.value = undefined
        await passkeys.reload()
      } else problem.value = describeOutcome(made)
    })
  const remove = async ({ id }: Passkey): Promise<void> => {
    asked.value = undefined
    await send('DELETE', `${PASSKEYS}/${encodeURIComponent(id)}`)
    await passkeys.reload()
  }
  const signOutEverywhere = async (): Promise<void> => {
    asked.value = undefined
    const answer = await send('POST', `${API}/sign-in/end-all`)
    if (answer.kind === 'ok') await signOut()
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
          <Table label={texts.passkeys} columns={[texts.added, texts.lastUsed]} actions={texts.remove}>
            {data.map((passkey) => (
              <tr key={passkey.id}>
                <th scope="row">{formatDayTime(passkey.addedAt)}</th>
                <td>{passkey.usedAt === null ? texts.never : formatDayTime(passkey.usedAt)}</td>
                <td class="action">
                  {data.length > 1 ? (
                    <Button
                      text={texts.remove}
                      name={formatDayTime(passkey.addedAt)}
                      onClick={() => (asked.value = passkey)}
                    />
                  ) : (
                    <span class="soft">{texts.lastPasskey}</span>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
      {asked.value === 'everywhere' ? (
        <Confirm
          text={texts.confirmSignOutEverywhere}
          action={texts.signOutEverywhere}
          onConfirm={signOutEverywhere}
          onCancel={cancel}
        />
      ) : (
        asked.value !== undefined && (
          <Confirm
            text={texts.confirmRemovePasskey(formatDayTime(asked.value.addedAt))}
            action={texts.remove}
            onConfirm={() => remove(asked.value as Passkey)}
            onCancel={cancel}
          />
        )
      )}
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {problem.value !== undefined && <Notice text={problem.value} />}
      {proof.value !== undefined && <p role="status">{texts.passkeyProved}</p>}
      <div class="buttons">
        {proof.value === undefined ? (
          <Button text={texts.addPasskey} isBusy={isBusy.value} onClick={add} />
        ) : (
          <Button look="primary" text={arrivalTexts.createPasskey} isBusy={isBusy.value} onClick={create} />
        )}
        <Button text={texts.signOutEverywhere} onClick={() => (asked.value = 'everywhere')} />
      </div>
    </section>
  )
}

/** Only where people sign in at the service itself. */
export const OwnPasskeys = () => (settings.value?.own == null ? null : <Passkeys />)
