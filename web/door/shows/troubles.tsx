// Where the service said otherwise, until somebody has seen it.
import { useSignal } from '@preact/signals'
import { subject } from '../../shared/account.ts'
import { Dialog } from '../../shared/dialog.tsx'
import { denied, send } from '../sends/connection.ts'
import { commit, type Entry, outbox, type Trouble, troubles } from '../sends/outbox.ts'
import type { TroubleKind } from '../sends/rule.ts'
import { formatTime, texts } from '../texts.ts'

const KINDS: readonly TroubleKind[] = ['twice', 'notValid']

const describeEarlier = ({ earlier }: Trouble): string => {
  if (earlier === null) return ''
  const at = earlier.at === null ? null : formatTime(Date.parse(earlier.at))
  const text = texts.alreadyAt(at, earlier.device)
  return text && texts.before(text)
}

const TroubleDialog = ({ kind, onClose }: { kind: TroubleKind; onClose: () => void }) => {
  const shown = troubles.value.filter((trouble) => trouble.kind === kind)
  const markSeen = async (): Promise<void> => {
    await commit({ seen: shown.map(({ id }) => id) })
    onClose()
  }
  return (
    <Dialog title={texts.troubleTitle[kind]} onClose={onClose}>
      <p class="soft">{texts.troubleHelp[kind]}</p>
      <ul class="cards">
        {shown.map((trouble) => (
          <li class="card" key={trouble.id}>
            <strong>{trouble.name ?? texts.noName}</strong>
            <span>{trouble.ticketNumber}</span>
            <span class="soft">
              {[texts.here(formatTime(trouble.at)), describeEarlier(trouble)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="button primary" onClick={markSeen}>
          {texts.seen}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  )
}

const AsideDialog = ({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }) => {
  const sendAgain = async (): Promise<void> => {
    await commit({ entries: entries.map((entry) => ({ ...entry, state: 'waiting', error: null })) })
    onClose()
    send()
  }
  const remove = async (): Promise<void> => {
    const ids = entries.map(({ id }) => id)
    await commit({ sent: ids, forgotten: ids })
    onClose()
  }
  return (
    <Dialog title={texts.asideTitle} onClose={onClose}>
      <p class="soft">{texts.asideHelp}</p>
      <ul class="cards">
        {entries.map((entry) => (
          <li class="card" key={entry.id}>
            <strong>{entry.name ?? texts.noName}</strong>
            <span>
              {entry.ticketNumber} · {formatTime(entry.at)}
            </span>
            <span class="soft">{entry.error}</span>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="button" onClick={sendAgain}>
          {texts.sendAgain}
        </button>
        <button type="button" class="button danger" onClick={remove}>
          {texts.remove}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  )
}

export const Troubles = () => {
  const shown = useSignal<TroubleKind | 'aside' | undefined>(undefined)
  const close = (): void => {
    shown.value = undefined
  }
  const aside = outbox.value.filter(({ state }) => state === 'aside')
  const counts = KINDS.map((kind) => ({
    kind,
    count: troubles.value.filter((trouble) => trouble.kind === kind).length,
  })).filter(({ count }) => count > 0)
  const isEmpty = counts.length === 0 && aside.length === 0
  return (
    <>
      {!isEmpty && (
        <div class="troubles">
          {counts.map(({ kind, count }) => (
            <button type="button" class="button" key={kind} onClick={() => (shown.value = kind)}>
              {texts.trouble[kind](count)}
            </button>
          ))}
          {aside.length > 0 && (
            <button type="button" class="button" onClick={() => (shown.value = 'aside')}>
              {texts.aside(aside.length)}
            </button>
          )}
        </div>
      )}
      {shown.value === 'aside' && <AsideDialog entries={aside} onClose={close} />}
      {(shown.value === 'twice' || shown.value === 'notValid') && (
        <TroubleDialog kind={shown.value} onClose={close} />
      )}
    </>
  )
}

/** Tells about check-ins of somebody else on this device. */
export const OthersUnsent = () => {
  const others = outbox.value.filter((entry) => entry.state === 'waiting' && entry.subject !== subject.value)
  const [first] = others
  if (first === undefined) return null
  const describe = denied.value.includes(first.id) ? texts.othersDenied : texts.othersSending
  return (
    <p class="notice warn" role="status">
      {describe(others.length, first.subject)}
    </p>
  )
}
