// Settings of this device, and signing out.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { nameOf, subject } from '../../shared/account.ts'
import { Dialog } from '../../shared/dialog.tsx'
import { LanguageChoice } from '../../shared/language-choice.tsx'
import { isRejected } from '../core/check-in.ts'
import { deviceName } from '../device.ts'
import { canVibrate, play, sound, vibration } from '../feedback.ts'
import { checkIns, list, nameDevice, place, unreadable, waiting } from '../runtime.ts'
import { signOutAndErase } from '../sign-out.ts'
import { texts } from '../texts.ts'
import { tryCamera } from './camera.ts'
import { choosePlace } from './choose-place.ts'
import { isStorageKept, isUpdateReady, update } from './installed.ts'

const Switch = ({ label, isOn, set }: { label: string; isOn: boolean; set: (isOn: boolean) => void }) => (
  <label class="check switch">
    {label}
    <input type="checkbox" checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
  </label>
)

/** What works on this phone, tried before the doors open. */
const CheckPhone = () => {
  const found = useSignal<{ camera: boolean; light: boolean } | undefined>(undefined)
  const check = async (): Promise<void> => {
    play('CheckedIn')
    found.value = await tryCamera()
  }
  const results: [string, boolean][] =
    found.value === undefined
      ? []
      : [
          [texts.sound, sound.value.value],
          [texts.vibration, canVibrate && vibration.value.value],
          [texts.camera, found.value.camera],
          [texts.torch, found.value.light],
        ]
  return (
    <div class="actions">
      <button type="button" class="button" onClick={check}>
        {texts.checkPhone}
      </button>
      <div role="status">
        {results.map(([name, works]) => (
          <p key={name} class={works ? '' : 'soft'}>
            {works ? '✓' : '✗'} {name}
          </p>
        ))}
        <p class={isStorageKept.value ? '' : 'soft'}>
          {isStorageKept.value ? '✓' : '✗'} {texts.storage}.{' '}
          {isStorageKept.value ? texts.storageKept : texts.storageBestEffort}
        </p>
      </div>
    </div>
  )
}

const DeviceName = () => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{texts.deviceName}</label>
      <input
        id={id}
        class="input"
        maxLength={60}
        autocomplete="off"
        value={deviceName.value}
        onInput={(event) => nameDevice(event.currentTarget.value)}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} class="soft small">
        {texts.deviceHint}
      </p>
    </div>
  )
}

const Unsent = ({ count, onCancel }: { count: number; onCancel: () => void }) => (
  <div class="actions">
    <p class="notice bad" role="alert">
      {texts.signOutUnsent(count)}
    </p>
    <button type="button" class="button danger" onClick={signOutAndErase}>
      {texts.signOut}
    </button>
    <button type="button" class="button" onClick={onCancel}>
      {texts.cancel}
    </button>
  </div>
)

export const SettingsDialog = ({ onClose }: { onClose: () => void }) => {
  const isWarned = useSignal(false)
  const rejected = [...checkIns.value.values()].filter(isRejected)
  const unsent = waiting.value + rejected.length + unreadable.value.length
  const signOut = (): void => {
    if (unsent > 0) isWarned.value = true
    else signOutAndErase()
  }
  if (isWarned.value) {
    return (
      <Dialog title={texts.signOut} onClose={onClose}>
        <Unsent count={unsent} onCancel={() => (isWarned.value = false)} />
      </Dialog>
    )
  }
  return (
    <Dialog title={texts.settings} onClose={onClose} isTitleFocused>
      <CheckPhone />
      <DeviceName />
      <LanguageChoice />
      <div>
        <Switch label={texts.sound} isOn={sound.value.value} set={sound.set} />
        {canVibrate && <Switch label={texts.vibration} isOn={vibration.value.value} set={vibration.set} />}
        {list.value?.hasExits === false && (
          <Switch label={texts.exits} isOn={place.value.hasExits} set={(isOn) => choosePlace({ isOn })} />
        )}
      </div>
      {isUpdateReady.value && (
        <div class="notice">
          <p>{texts.updateReady}</p>
          <button type="button" class="button" onClick={update}>
            {texts.update}
          </button>
        </div>
      )}
      <button type="button" class="button" onClick={onClose}>
        {texts.close}
      </button>
      <div class="actions last">
        {subject.value !== undefined && <p class="soft">{texts.signedInAs(nameOf(subject.value))}</p>}
        <button type="button" class="button danger" onClick={signOut} aria-describedby="sign-out-help">
          {texts.signOut}
        </button>
        <p id="sign-out-help" class="soft small">
          {texts.signOutHelp}
        </p>
      </div>
    </Dialog>
  )
}
