// A table whose last column has buttons for each row.
import type { ComponentChildren } from 'preact'

type Column = string | { text: string; isWide: true }

type Props = {
  label: string
  /** Those with `isWide` are not shown on a phone. */
  columns: readonly Column[]
  /** The heading of the buttons, for screen readers. */
  actions: string
  children: ComponentChildren
}

export const ActionTable = ({ label, columns, actions, children }: Props) => (
  <div class="scrolls">
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => {
            const [text, width] = typeof column === 'string' ? [column] : [column.text, 'wide']
            return (
              <th key={text} scope="col" class={width}>
                {text}
              </th>
            )
          })}
          <th scope="col">
            <span class="visually-hidden">{actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** `name`: of the row, for screen readers. */
export const RowButton = ({
  text,
  name,
  onClick,
}: {
  text: string
  name: string
  onClick: () => unknown
}) => (
  <button type="button" class="button" aria-label={`${text}: ${name}`} onClick={() => onClick()}>
    {text}
  </button>
)
