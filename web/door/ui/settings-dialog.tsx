// Settings of this device, and signing out.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { nameOf, subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { LanguageChoice } from '../../shared/language-choice.tsx'
import { Notice } from '../../shared/notice.tsx'
import { isRejected } from '../core/check-in.ts'
import { canVibrate, play, sound, vibration } from '../feedback.ts'
import {
  checkIns,
  choosePlace,
  deviceName,
  list,
  nameDevice,
  place,
  unreadable,
  waiting,
} from '../runtime.ts'
import { signOutAndErase } from '../sign-out.ts'
import { texts } from '../texts.ts'
import { tryCamera } from './camera.ts'
import { isStorageKept, isUpdateReady, update } from './installed.ts'
import { hasJustTapped, noteTap } from './taps.ts'

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
  const isKept = isStorageKept.value === true
  const storage = `${texts.storage}. ${isKept ? texts.storageKept : texts.storageBestEffort}`
  const results: [string, boolean][] = [[storage, isKept]]
  if (found.value !== undefined)
    results.unshift(
      [texts.sound, sound.value.value],
      [texts.vibration, canVibrate && vibration.value.value],
      [texts.camera, found.value.camera],
      [texts.torch, found.value.light],
    )
  return (
    <div class="stack">
      <Button text={texts.checkPhone} onClick={check} />
      <div role="status">
        {results.map(([name, works]) => (
          <p key={name} class={works ? '' : 'soft'}>
            {works ? '✓' : '✗'} {name}
          </p>
        ))}
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
  <div class="stack">
    <Notice text={texts.signOutUnsent(count)} />
    <Button look="danger" text={texts.signOut} isBusy={hasJustTapped.value} onClick={signOutAndErase} />
    <Button text={texts.cancel} onClick={onCancel} />
  </div>
)

export const SettingsDialog = ({ onClose }: { onClose: () => void }) => {
  const isWarned = useSignal(false)
  const rejected = [...checkIns.value.values()].filter(isRejected)
  const unsent = waiting.value + rejected.length + unreadable.value.length
  const signOut = (): void => {
    noteTap()
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
          <Button text={texts.update} onClick={update} />
        </div>
      )}
      <Button text={texts.close} onClick={onClose} />
      <hr />
      <div class="stack">
        {subject.value !== undefined && <p class="soft">{texts.signedInAs(nameOf(subject.value))}</p>}
        <Button look="danger" text={texts.signOut} onClick={signOut} describedBy="sign-out-help" />
        <p id="sign-out-help" class="soft small">
          {texts.signOutHelp}
        </p>
      </div>
    </Dialog>
  )
}
