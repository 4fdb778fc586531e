// Stands in place of a list without items: what it is for, and how to begin.
import { toNew } from '../links.ts'
import { Icon, type IconName } from './icon.tsx'

type Props = {
  icon: IconName
  text: string
  help?: string | undefined
  /** The one action, and the screen that has it beside its heading. */
  action?: { text: string; screen: string } | false | undefined
}

export const Empty = ({ icon, text, help, action }: Props) => (
  <div class="empty stack">
    <Icon name={icon} />
    <p class="strong">{text}</p>
    {help !== undefined && <p class="soft">{help}</p>}
    {action && (
      <a class="button" href={toNew(action.screen)}>
        {action.text}
      </a>
    )}
  </div>
)
