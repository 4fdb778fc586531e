// Rows that move by themselves: another gate let a guest in, or something appeared above them. A tap that was
// meant for the guest who stood there must not let another one in.
import { useEffect } from 'preact/hooks'
import { isDialogOpen } from '../../shared/dialog.tsx'
import { filter, query } from './search-view.ts'
import { noteTap } from './taps.ts'

const readTops = (): Map<HTMLElement, number> =>
  new Map([...document.querySelectorAll<HTMLElement>('.rows > li')].map((row) => [row, row.offsetTop]))

/** Rows take no tap right after they moved, unless somebody searched for others. */
export const useMovedRows = (): void => {
  useEffect(() => {
    let search = ''
    let tops = readTops()
    const observer = new MutationObserver(() => {
      const [before, searchBefore] = [tops, search]
      tops = readTops()
      search = `${filter.peek()} ${query.peek()}`
      const isSame = search === searchBefore && !isDialogOpen()
      if (isSame && [...tops].some(([row, top]) => (before.get(row) ?? top) !== top)) noteTap()
    })
    const what = { childList: true, characterData: true, attributeFilter: ['class'], subtree: true }
    observer.observe(document.body, what)
    return () => observer.disconnect()
  }, [])
}
