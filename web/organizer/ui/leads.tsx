// The name of a figure that leads to what it counts.
type Props = { href: string; text: string }

export const Leads = ({ href, text }: Props) => (
  <a class="leads" href={href}>
    {text}
  </a>
)
