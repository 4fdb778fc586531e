// The button that connects this phone by a link.
import { connecting } from '../connect-link.ts'
import { texts } from '../texts.ts'

export const ConnectButton = ({ look = '' }: { look?: string }) => (
  <button type="button" class={`button ${look}`} onClick={() => (connecting.value = 'ask')}>
    {texts.connect}
  </button>
)
