// A button with a text.
type Props = {
  text: string
  /** What it is about, for screen readers, where there are several with the same text. */
  name?: string | undefined
  /** The id of what says which one it is. */
  describedBy?: string
  look?:
    | ('primary' | 'plain' | 'small' | 'danger' | 'danger far')
    | ('add-guest' | 'undo' | 'primary scan-button')
    | undefined
  type?: 'button' | 'submit'
  /** It keeps the focus, and does nothing. */
  isBusy?: boolean
  isDisabled?: boolean
  onClick?: () => unknown
}

export const Button = ({
  text,
  name,
  describedBy,
  look,
  type = 'button',
  isBusy,
  isDisabled,
  onClick,
}: Props) => (
  <button
    type={type}
    class={look === undefined ? 'button' : `button ${look}`}
    aria-label={name && `${text}: ${name}`}
    aria-describedby={describedBy}
    aria-disabled={isBusy}
    disabled={isDisabled}
    onClick={isBusy ? undefined : onClick && (() => void onClick())}
  >
    {text}
  </button>
)
