// Collects the keys of a scanner at the document: a scan does not depend on what has the focus or lies open.
import { useLayoutEffect } from 'preact/hooks'
import { NOTHING } from '../../../src/domain/tickets/code-forms.ts'
import { isDialogOpen } from '../../shared/dialog.tsx'
import { find, isNumber } from '../core/asking.ts'
import {
  addTo,
  type Burst,
  endScan,
  GAP_MS,
  GAP_OUTSIDE_FIELDS_MS,
  gapAt,
  isScanAtOnce,
  NO_BURST,
  type Place,
  withoutScan,
} from '../core/scanner.ts'
import { dispatch, state } from '../runtime.ts'
import { hitsOf } from './search-view.ts'

type Field = HTMLInputElement | HTMLTextAreaElement
type Search = { current: HTMLInputElement | null }

const isField = (element: Element | null): element is Field =>
  element?.matches('textarea, input:not([type=radio], [type=checkbox], [type=file])') === true

const lookup = {
  // Asked for each part of a text, which may be a name.
  isCode: (text: string): boolean => find(state.peek(), text, NOTHING) !== undefined,
  isFound: (text: string): boolean => isNumber(state.peek(), text) || hitsOf(text).length > 0,
}

const textBefore = (field: Field): string => field.value.slice(0, field.selectionEnd ?? undefined)

/** A second Enter of the scanner, right after the first, is ignored for this long. */
const AFTER_ENTER_MS = 300

/** Gives each scan its own verdict. Other keys go to the search, wherever they are typed. */
export const useScanner = (search: Search): void => {
  // A layout effect runs before the first paint. Later, a slow phone would lose the first letters.
  useLayoutEffect(() => {
    let burst: Burst = NO_BURST
    /** The field that text has entered at once since the last key. Keys elsewhere do not continue it. */
    let enteredAtOnce: Element | null = null
    /** When the scanner last pressed Enter. Other keys and text that came after it end that. */
    let enteredAt = Number.NEGATIVE_INFINITY
    /** The `select` that had the focus when the burst began, and its value: letters change it. */
    let chosen: { list: HTMLSelectElement; value: string } | undefined
    let hasKey = false
    let isOwnInput = false

    const placeOf = (target: Element | null): Place => {
      if (target === search.current) return 'search'
      // Letters choose from a list that has the focus.
      if (isField(target) || target instanceof HTMLSelectElement) return 'field'
      return isDialogOpen() ? 'dialog' : 'outside'
    }

    const change = (element: Field | HTMLSelectElement, value: string): void => {
      element.value = value
      isOwnInput = true
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
      isOwnInput = false
    }

    const takeScan = (text: string, field: Element | null, at: number): void => {
      burst = NO_BURST
      enteredAt = at
      if (isField(field)) {
        const before = textBefore(field)
        change(field, withoutScan(before, text) + field.value.slice(before.length))
      }
      if (chosen !== undefined && chosen.list.value !== chosen.value) change(chosen.list, chosen.value)
      for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
      dispatch({ type: 'entered', text, id: crypto.randomUUID(), hits: [], isScan: true })
      if (field === search.current) search.current?.select()
    }

    const takeEnter = (event: KeyboardEvent, target: Element | null): void => {
      const at = event.timeStamp
      const before = isField(target) ? textBefore(target) : burst.text
      const scan = endScan(burst, at, { place: placeOf(target), before }, lookup)
      const isSecond = event.repeat || at - enteredAt < AFTER_ENTER_MS
      // People press it later than that.
      if (at - burst.lastAt <= GAP_MS) enteredAt = at
      const isStray = !isField(target) && at - burst.lastAt < GAP_OUTSIDE_FIELDS_MS
      if (scan !== undefined || isSecond || isStray) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (scan !== undefined) takeScan(scan, target, at)
      burst = NO_BURST
    }

    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target, timeStamp: at } = event
      if (!(target instanceof Element)) return
      if (key === 'Enter') {
        takeEnter(event, target)
        return
      }
      enteredAt = Number.NEGATIVE_INFINITY
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isText) {
        if (/^(Backspace|Delete|Tab|Escape|Arrow|Home|End)/.test(key)) burst = NO_BURST
        return
      }
      // A space presses the focused button, unless it is part of a code.
      if (key === ' ' && !isField(target)) {
        if (at - burst.lastAt > GAP_MS) return
        event.preventDefault()
      }
      if (placeOf(target) === 'outside') search.current?.focus()
      const focused = document.activeElement
      // During a scan, the focus may move: a dialog opens.
      if (enteredAtOnce !== null && enteredAtOnce !== focused) burst = NO_BURST
      enteredAtOnce = null
      const gapMs = gapAt(placeOf(focused))
      const isBegun = at - burst.lastAt > gapMs
      burst = addTo(burst, key, at, gapMs)
      if (isBegun)
        chosen = target instanceof HTMLSelectElement ? { list: target, value: target.value } : undefined
      hasKey = isField(focused)
    }

    const onInput = (event: Event): void => {
      const field = event.target as Element
      if (isOwnInput || !isField(field)) return
      const isTyped = hasKey
      hasKey = false
      // The next Enter is the first one after this text.
      enteredAt = Number.NEGATIVE_INFINITY
      // A keyboard that composes words sends each of them again with each letter.
      const { inputType, data } = event as InputEvent
      if (isTyped || data === null || !/^insert(Text|FromPaste)$/.test(inputType)) return
      const at = event.timeStamp
      if (isScanAtOnce(data, lookup)) {
        event.stopPropagation()
        takeScan(data, field, at)
      } else {
        burst = addTo(burst, data, at)
        enteredAtOnce = field
      }
    }

    const controller = new AbortController()
    // Before fields, forms and dialogs see the keys.
    const options = { capture: true, signal: controller.signal }
    document.addEventListener('keydown', onKeyDown, options)
    document.addEventListener('input', onInput, options)
    return () => controller.abort()
  }, [search])
}
