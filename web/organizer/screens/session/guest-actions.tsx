// Adds guests to a session in one of several ways, and downloads those that are shown.
import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { Button } from '../../../shared/button.tsx'
import { loadPart } from '../../../shared/load-part.ts'
import { type Failed, toResult } from '../../data/load.ts'
import { ORGANIZER_API } from '../../data/reads.ts'
import { download } from '../../data/service.ts'
import type { SessionDetails } from '../../data/types.ts'
import { CopyGuests } from '../../forms/copy-guests.tsx'
import { NewGuest } from '../../forms/guest-form.tsx'
import type { Imported } from '../../forms/use-import.ts'
import { toGuests, toSources } from '../../links.ts'
import { texts } from '../../texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Failure } from '../../ui/notices.tsx'
import { useNew } from '../../ui/use-new.ts'
import type { Done } from './change-notice.tsx'

type WayProps = {
  session: SessionDetails
  onClose: () => void
  /** With what it has done, where there is more to say than that a guest is there. */
  onDone: (result?: Imported) => unknown
}

type Way = keyof typeof texts.waysToAdd

/** Those that read files are loaded on demand. A list elsewhere has a screen of its own. */
const WAYS: Record<Exclude<Way, 'elsewhere'>, () => Promise<ComponentType<WayProps>>> = {
  file: async () => {
    const { Upload } = await loadPart(() => import('../../forms/upload.tsx'))
    return ({ session: { id }, ...rest }) => <Upload sessionId={id} {...rest} />
  },
  list: async () => {
    const { AddGuests } = await loadPart(() => import('../../forms/add-guests.tsx'))
    return ({ session: { id, ticketTypes }, ...rest }) => (
      <AddGuests sessionId={id} types={ticketTypes} {...rest} />
    )
  },
  one:
    async () =>
    ({ session: { id, ticketTypes }, onClose, onDone }) => (
      <NewGuest sessionId={id} types={ticketTypes} onClose={onClose} onSaved={() => onDone()} />
    ),
  session: async () => CopyGuests,
}

type ChooserProps = { onChoose: (way: Way) => unknown; onClose: () => void }

const Chooser = ({ onChoose, onClose }: ChooserProps) => (
  <Dialog title={texts.addGuests} onClose={onClose}>
    <ul class="ways entries">
      {(Object.keys(texts.waysToAdd) as Way[]).map((way) => (
        <li key={way} class="way">
          <button type="button" class="strong" aria-describedby={way} onClick={() => void onChoose(way)}>
            {texts.waysToAdd[way].name}
          </button>
          <span class="soft" id={way}>
            {texts.waysToAdd[way].when}
          </span>
        </li>
      ))}
    </ul>
    <div class="buttons foot">
      <Button text={texts.cancel} onClick={onClose} />
    </div>
  </Dialog>
)

type Props = {
  session: SessionDetails
  /** Which tickets are downloaded. */
  filter: Record<string, string>
  onDone: (done: Done | undefined) => unknown
}

export const GuestActions = ({ session, filter, onDone }: Props) => {
  const isChoosing = useSignal(false)
  useNew(toGuests(session.eventId, session.id), () => (isChoosing.value = true))
  const open = useSignal<{ View: ComponentType<WayProps> } | undefined>(undefined)
  const failure = useSignal<{ failed: Failed; text?: string } | undefined>(undefined)
  const choose = async (way: Way): Promise<void> => {
    if (way === 'elsewhere') {
      location.hash = toSources(session.eventId, session.id)
      return
    }
    try {
      open.value = { View: await WAYS[way]() }
      failure.value = undefined
    } catch {
      failure.value = { failed: { kind: 'unreachable' } }
    }
    isChoosing.value = false
  }
  const save = async (): Promise<void> => {
    const path = `${ORGANIZER_API}/sessions/${session.id}/tickets.csv?${new URLSearchParams(filter)}`
    const result = toResult(await download(path, 'guests.csv'))
    failure.value =
      result.kind === 'ok'
        ? undefined
        : { failed: result, ...(result.kind === 'unreachable' && { text: texts.notDownloaded }) }
  }
  return (
    <>
      <div class="buttons">
        <Button look="primary" text={texts.addGuests} onClick={() => (isChoosing.value = true)} />
        <Menu name={texts.moreActions} items={[{ text: texts.download, onClick: save }]} />
      </div>
      {failure.value !== undefined && <Failure {...failure.value} />}
      {isChoosing.value && <Chooser onChoose={choose} onClose={() => (isChoosing.value = false)} />}
      {open.value !== undefined && (
        <open.value.View
          session={session}
          onClose={() => (open.value = undefined)}
          onDone={(result) => {
            open.value = undefined
            return onDone(
              result && { of: 'imports', text: texts.imported(result), recordId: result.recordId },
            )
          }}
        />
      )}
    </>
  )
}
