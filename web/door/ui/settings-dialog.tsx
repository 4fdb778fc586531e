// Settings of this device, and signing out.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { nameOf, subject } from '../../shared/account.ts'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { LanguageChoice } from '../../shared/language-choice.tsx'
import { Notice } from '../../shared/notice.tsx'
import { choosePlace, nameDevice } from '../choices.ts'
import { canVibrate, play, sound, vibration } from '../feedback.ts'
import { deviceName, list, place, unreadable } from '../runtime.ts'
import { signOutAndErase } from '../sign-out.ts'
import { texts } from '../texts.ts'
import { unsent } from '../unsent.ts'
import { tryCamera } from './camera.ts'
import { EraseToo } from './erase-too.tsx'
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

/** Before somebody signs out: what stays on the phone, and what is lost. */
const Leave = ({ onCancel }: { onCancel: () => void }) => {
  const isLeaving = useSignal(false)
  const isStuck = useSignal(false)
  const damaged = unreadable.value.length
  const count = unsent.value.length
  const leave = async (): Promise<void> => {
    isLeaving.value = true
    isStuck.value = !(await signOutAndErase())
  }
  return (
    <div class="stack">
      {count > 0 && <Notice text={(isStuck.value ? texts.signOutUnsent : texts.signOutKept)(count)} />}
      {damaged > 0 && <Notice text={texts.signOutUnsent(damaged)} />}
      {!isStuck.value && (
        <Button
          look={count > 0 ? 'primary' : 'danger'}
          text={texts.signOut}
          isBusy={hasJustTapped.value || isLeaving.value}
          onClick={leave}
        />
      )}
      {count > 0 && <EraseToo count={count} />}
      {/* The page has stopped when it could not keep them. */}
      <Button text={texts.cancel} onClick={isStuck.value ? () => location.reload() : onCancel} />
    </div>
  )
}

export const SettingsDialog = ({ onClose }: { onClose: () => void }) => {
  const isWarned = useSignal(false)
  const signOut = (): void => {
    noteTap()
    if (unsent.value.length + unreadable.value.length > 0) isWarned.value = true
    else signOutAndErase()
  }
  if (isWarned.value) {
    return (
      <Dialog title={texts.signOut} onClose={onClose}>
        <Leave onCancel={() => (isWarned.value = false)} />
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
