// A table with its headings. It scrolls where it is wider than the screen.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** `wide`: not shown on a phone. */
type Look = 'wide' | 'number' | 'number wide'
/** How to sort by a column: its direction now, if any, and where the other one is. */
type Sorting = { direction: 'ascending' | 'descending' | undefined; href: string }
export type Column = string | { text: string; look?: Look; sorting?: Sorting | undefined }

export const wide = (text: string): Column => ({ text, look: 'wide' })
export const number = (text: string): Column => ({ text, look: 'number' })

type Props = {
  label: string
  columns: readonly Column[]
  /** What the buttons in the last column do, for screen readers. */
  actions?: string
  look?: 'preview' | 'history'
  /** Stands before the headings. */
  lead?: ComponentChildren
  children: ComponentChildren
}

/** The keyboard scrolls what is wider than the screen, also after a phone was turned. */
const useScrolling = () => {
  const scrolled = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = scrolled.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return scrolled
}

export const Table = ({ label, columns, actions, look, lead, children }: Props) => (
  <div class="scrolls" ref={useScrolling()}>
    <table aria-label={label} class={look}>
      <thead>
        <tr>
          {lead}
          {columns.map((column) => {
            const { text, look, sorting } = typeof column === 'string' ? { text: column } : column
            return (
              <th key={text} scope="col" class={look} aria-sort={sorting?.direction}>
                {sorting === undefined ? (
                  <bdi>{text}</bdi>
                ) : (
                  <a class="sort" href={sorting.href}>
                    {text}
                  </a>
                )}
              </th>
            )
          })}
          {actions !== undefined && (
            <th scope="col">
              <span class="hidden">{actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
