// What somebody should know now: screen readers say it at once.
type Props = { text: string | undefined; look?: 'bad' | 'warn' | 'good'; role?: 'alert' | 'status' }

export const Notice = ({ text, look = 'bad', role = 'alert' }: Props) => (
  <p class={`notice ${look}`} role={role}>
    {text}
  </p>
)
