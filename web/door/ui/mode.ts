// How staff find guests: by the camera or by name. A session opens as it was left.
import { signal } from '@preact/signals'

const MODE = 'doorlist.mode'

export const isScanning = signal(localStorage.getItem(MODE) === 'scan')

export const setScanning = (isOn: boolean): void => {
  isScanning.value = isOn
  localStorage.setItem(MODE, isOn ? 'scan' : 'name')
}
