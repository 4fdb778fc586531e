// What this phone does at the door, and how full it is. Shown where guests go out, or areas have doors.
import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { Button } from '../../shared/button.tsx'
import { Dialog } from '../../shared/dialog.tsx'
import { choosePlace } from '../choices.ts'
import { dispatch, list, place } from '../runtime.ts'
import { formatNumber, texts } from '../texts.ts'
import { insideOf } from './figures.ts'
import { nameOfArea } from './verdict.ts'

const ALMOST_FULL = 0.9

const fullness = (people: number, capacity: number): string =>
  people >= capacity ? 'full bad alarm' : people >= capacity * ALMOST_FULL ? 'almost warn' : ''

const ofCapacity = (capacity: number): string => (Number.isFinite(capacity) ? texts.ofTotal(capacity) : '')

/** The most that one tally counts. */
const MAX_TALLY = 999
/** Taps in quick succession are one tally. */
const REST_MS = 1_000

/** Counts people without tickets who come or go. */
const CountDialog = ({ onClose }: { onClose: () => void }) => {
  const { people, capacity } = insideOf(place.value.areaId)
  /** What was tapped and is not stored yet. */
  const tapped = useSignal(0)
  const total = people + tapped.value
  const wanted = useSignal(String(total))
  const isNumber = /^\d{1,6}$/.test(wanted.value)
  const id = useId()
  const store = (by: number): void => {
    for (let rest = by; rest !== 0; ) {
      const part = Math.max(-MAX_TALLY, Math.min(MAX_TALLY, rest))
      dispatch({ type: 'counted', id: crypto.randomUUID(), by: part })
      rest -= part
    }
  }
  const end = (): void => {
    const by = tapped.peek()
    tapped.value = 0
    store(by)
  }
  useEffect(() => {
    const timer = setTimeout(end, REST_MS)
    return () => clearTimeout(timer)
  }, [tapped.value])
  useEffect(() => {
    // A session that was left counts nobody.
    const controller = new AbortController()
    for (const type of ['pagehide', 'popstate']) addEventListener(type, end, { signal: controller.signal })
    return () => {
      controller.abort()
      end()
    }
  }, [])
  const change = (by: number): void => {
    tapped.value += by
    wanted.value = String(total + by)
  }
  return (
    <Dialog title={`${texts.count}: ${nameOfArea(place.value.areaId)}`} onClose={onClose} isTitleFocused>
      <p class={`figure ${fullness(total, capacity)}`} role="status">
        <strong>{formatNumber(total)}</strong> <span>{ofCapacity(capacity)}</span>
      </p>
      <p class="soft">{texts.countHelp}</p>
      <div class="clicker">
        <button
          type="button"
          class="button"
          aria-label={texts.oneLess}
          disabled={total < 1}
          onClick={() => change(-1)}
        >
          −
        </button>
        <button type="button" class="button primary" aria-label={texts.oneMore} onClick={() => change(1)}>
          +
        </button>
      </div>
      <form
        class="field sheet"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isNumber) return
          tapped.value = 0
          store(Number(wanted.value) - people)
        }}
      >
        <label for={id}>{texts.peopleInside}</label>
        <div class="set-to">
          <input
            id={id}
            class="input"
            inputMode="numeric"
            autocomplete="off"
            value={wanted.value}
            onInput={(event) => (wanted.value = event.currentTarget.value.trim())}
          />
          <Button
            text={texts.setTo(Number(wanted.value) || 0)}
            type="submit"
            isDisabled={!isNumber || Number(wanted.value) === total}
          />
        </div>
      </form>
      <Button text={texts.close} onClick={onClose} />
    </Dialog>
  )
}

export const PlaceBar = () => {
  const isCounting = useSignal(false)
  const name = useId()
  const { isOut, areaId } = place.value
  const areas = list.value?.areas ?? []
  const { people, capacity } = insideOf(areaId)
  return (
    <div class={`place ${isOut ? 'is-out' : ''}`}>
      <fieldset class="filters strong">
        <legend class="hidden">{texts.direction}</legend>
        {[false, true].map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={isOut === one}
              onChange={() => choosePlace({ isOut: one })}
            />
            {one ? texts.leave : texts.enter}
          </label>
        ))}
      </fieldset>
      {areas.length > 0 && (
        <select
          class="input"
          aria-label={texts.area}
          value={areaId ?? ''}
          onChange={(event) => choosePlace({ areaId: event.currentTarget.value || null })}
        >
          <option value="">{texts.venue}</option>
          {areas.map((area) => (
            <option key={area.id} value={area.id}>
              {area.name}
            </option>
          ))}
        </select>
      )}
      <button
        type="button"
        class={`button inside ${fullness(people, capacity)}`}
        aria-label={`${texts.count}: ${texts.insideNow(people, ofCapacity(capacity))}`}
        onClick={() => (isCounting.value = true)}
      >
        <b>{formatNumber(people)}</b> <span class="small">{ofCapacity(capacity)}</span>
      </button>
      {isCounting.value && <CountDialog onClose={() => (isCounting.value = false)} />}
    </div>
  )
}
