// An entry, an exit or a tally, and what became of it, with its undo.
import type { ComponentChildren } from 'preact'
import { Button } from '../../../shared/button.tsx'
import { isUndoable } from '../../../shared/live-check-ins.ts'
import type { Area, CheckIn } from '../../data/types.ts'
import type { Times } from '../../formats.ts'
import { texts } from '../../texts.ts'

type Props = {
  times: Times
  item: CheckIn
  areas: readonly Pick<Area, 'id' | 'name'>[]
  nameOf: (subject: string) => string
  isBusy: boolean
  onUndo: () => Promise<unknown>
  /** Whom it is about, where the screen is not about one guest. */
  children?: ComponentChildren
}

const describe = ({ outcome, people, walkIn, assumed, passback }: CheckIn): string =>
  [
    people === null ? (texts.outcomes[outcome] ?? outcome) : texts.counted(people),
    ...(walkIn ? [texts.addedAtDoor] : []),
    ...(assumed ? [texts.assumed] : []),
    // An outcome says what was known then.
    ...(passback && outcome !== 'AlreadyCheckedIn' ? [texts.passback] : []),
  ].join(' · ')

export const RecordedItem = ({ times, item, areas, nameOf, isBusy, onUndo, children }: Props) => {
  const { at, device, by, areaId, undoneAt, undoneBy } = item
  const area = areas.find(({ id }) => id === areaId)?.name
  const where = [
    ...(area === undefined ? [] : [area]),
    ...(device === null ? [] : [device]),
    nameOf(by),
  ].join(', ')
  return (
    <li class="spread entry">
      <span>
        {times.dayTime(at)} · {children}
        {describe(item)}
        {undoneAt !== null &&
          ` · ${texts.undone(times.dayTime(undoneAt), undoneBy === null ? texts.noValue : nameOf(undoneBy))}`}
        <bdi class="beneath soft small">{where}</bdi>
      </span>
      {isUndoable(item) && (
        <Button
          look="small"
          text={texts.undo}
          name={`${times.dayTime(at)}, ${where}`}
          isBusy={isBusy}
          onClick={onUndo}
        />
      )}
    </li>
  )
}
