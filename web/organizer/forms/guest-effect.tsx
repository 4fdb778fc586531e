// What a change of many guests would do, as its previews show it.
import { texts } from '../texts.ts'
import { Figures } from '../ui/figures.tsx'

type ListEffect = {
  toInsert: number
  toUpdate: number
  toVoid: number
  unchanged: number
  soldAfter: number
  capacity: number
}

/** The figures of a list that is imported, or that a source follows. */
export const ListFigures = ({ preview }: { preview: ListEffect }) => (
  <Figures
    figures={[
      [texts.toInsert, preview.toInsert],
      [texts.toUpdate, preview.toUpdate],
      [texts.void, preview.toVoid],
      [texts.unchangedGuests, preview.unchanged],
      [texts.soldAfter, preview.soldAfter],
      [texts.capacity, preview.capacity],
    ]}
  />
)

type Warning = { code: string; tickets: number }

export const GuestWarnings = ({ warnings }: { warnings: readonly Warning[] }) => (
  <>
    {warnings.map(({ code, tickets }) => (
      <p class="notice warn" key={code}>
        {texts.importWarnings[code]?.(tickets) ?? code}
      </p>
    ))}
  </>
)
