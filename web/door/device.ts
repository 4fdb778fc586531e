// The name of this device, which is sent with check-ins.
import { signal } from '@preact/signals'

const KEY = 'doorlist.device'
const MAX_CHARACTERS = 60

export const deviceName = signal(localStorage.getItem(KEY) ?? '')

export const keepDeviceName = (name: string): void => {
  deviceName.value = [...name.replace(/\p{Cc}/gu, '')].slice(0, MAX_CHARACTERS).join('')
  localStorage.setItem(KEY, deviceName.value)
}
