// How many people are in the venue and in each of its areas, beside the capacity.
import type { Level, Place } from '../../data/presence.ts'
import type { SessionDetails } from '../../data/types.ts'
import { formatNumber } from '../../formats.ts'
import { toInside } from '../../links.ts'
import { texts } from '../../texts.ts'
import { figureText } from '../../ui/figures.tsx'
import { Leads } from '../../ui/leads.tsx'
import { number, Table } from '../../ui/table.tsx'

/** The colour repeats what the word says. */
export const LevelTag = ({ level }: { level: Level }) =>
  level === undefined ? null : (
    <span class={level === 'full' ? 'tag alarm' : 'tag warn'}>{texts.levels[level]}</span>
  )

type Row = Pick<Place, 'areaId' | 'name' | 'capacity' | 'level'> & Partial<Place>

/** Until it is known who is inside, each place has its row already. */
const rowsOf = (places: readonly Place[], { areas, capacity }: SessionDetails): readonly Row[] =>
  places.length > 0
    ? places
    : [
        { areaId: null, name: null, capacity, level: undefined },
        ...areas.map(({ id, name, capacity }) => ({ areaId: id, name, capacity, level: undefined })),
      ]

type Props = { places: readonly Place[]; session: SessionDetails }

export const InsideTable = ({ places, session }: Props) => (
  <section class="card stack" aria-labelledby="inside">
    <div class="spread">
      <h2 id="inside">{texts.inside}</h2>
      <Leads href={toInside(session.eventId, session.id)} text={texts.whoIsInside} />
    </div>
    <Table
      label={texts.inside}
      columns={[
        texts.area,
        number(texts.inside),
        { text: texts.others, look: 'number wide' },
        number(texts.capacity),
      ]}
    >
      {rowsOf(places, session).map(({ areaId, name, people, others, capacity, level }) => (
        <tr key={areaId}>
          <th scope="row">
            <bdi>{name ?? texts.wholeVenue}</bdi> <LevelTag level={level} />
            {capacity !== null && (
              <progress
                class={level}
                max={Math.max(capacity, 1)}
                value={Math.max(people ?? 0, 0)}
                aria-hidden="true"
              />
            )}
          </th>
          <td class="number">{figureText(people)}</td>
          <td class="number wide">{figureText(others)}</td>
          <td class="number">{capacity === null ? texts.noValue : formatNumber(capacity)}</td>
        </tr>
      ))}
    </Table>
  </section>
)
