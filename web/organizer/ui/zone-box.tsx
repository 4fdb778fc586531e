// A time zone: a box to type into, with the zones that match, and which time it is there.
import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { findZones, presentName, timeZones } from '../data/dates.ts'
import { formatZone, TIME_ZONE, timesIn } from '../formats.ts'
import { texts } from '../texts.ts'
import type { ControlProps } from './field.tsx'

/** Nobody reads further. */
const MAX_SHOWN = 20

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

type Props = ControlProps & {
  value: string
  isDisabled?: boolean | undefined
  onChange: (timeZone: string) => void
}

/** Enter takes the marked zone, Escape none. Whoever leaves the box takes the one that was typed. */
export const ZoneBox = ({ value, isDisabled, onChange, ...control }: Props) => {
  const list = useId()
  /** Undefined while nobody types. */
  const typed = useSignal<string | undefined>(undefined)
  const isOpen = useSignal(false)
  const marked = useSignal(0)
  const options = useRef<HTMLDivElement>(null)
  const zones = useMemo(() => timeZones(value, presentName(TIME_ZONE)), [value])
  const found = findZones(zones, typed.value ?? '').slice(0, MAX_SHOWN)
  const now = Date.now()
  const close = (): void => {
    typed.value = undefined
    isOpen.value = false
  }
  const choose = (zone: string | undefined): void => {
    close()
    if (zone !== undefined && zone !== value) onChange(zone)
  }
  const show = (): void => {
    isOpen.value = true
    marked.value = 0
  }
  useEffect(() => {
    options.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [marked.value, isOpen.value])
  const follow = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen.value) marked.value = (marked.value + step + found.length) % Math.max(found.length, 1)
      else show()
      return
    }
    if (!isOpen.value || !['Enter', 'Escape'].includes(event.key)) return
    // Neither sends the form nor closes its dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') choose(found[marked.value])
    else close()
  }
  return (
    <div class="zone-box">
      <input
        {...control}
        class="input"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isOpen.value}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen.value && found.length > 0 ? `${list}-${marked.value}` : undefined}
        disabled={isDisabled}
        value={typed.value ?? formatZone(value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={show}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          show()
        }}
        onKeyDown={follow}
        onBlur={() => choose(typed.value?.trim() ? found[marked.value] : undefined)}
      />
      <span class="zone-now soft">{texts.timeNow(timesIn(value).time(now))}</span>
      {isOpen.value && (
        <div
          id={list}
          ref={options}
          class="zones"
          role="listbox"
          aria-label={texts.eventTimeZone}
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((zone, index) => (
            <div
              key={zone}
              id={`${list}-${index}`}
              role="option"
              class="spread"
              tabIndex={-1}
              aria-selected={index === marked.value}
              onClick={() => choose(zone)}
              onKeyDown={follow}
            >
              <span>{formatZone(zone)}</span>
              <span class="soft small" aria-hidden="true">
                {timesIn(zone).time(now)}
              </span>
            </div>
          ))}
        </div>
      )}
      {isOpen.value && found.length === 0 && (
        <p class="zones soft" role="status">
          {texts.nothingFound}
        </p>
      )}
    </div>
  )
}
