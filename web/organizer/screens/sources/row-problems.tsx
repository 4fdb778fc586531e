// What is wrong with rows of a list.
import { nameOfField, type Source } from '../../data/sources.ts'
import { texts as shared } from '../../texts.ts'
import { texts } from '../../texts-sources.ts'

/** A few tell what is wrong. */
const SHOWN = 5

type Props = { problems: Source['problems']; count?: number }

const lineOf = ({ row, field, message }: Source['problems'][number]): string =>
  texts.rowProblem(row, message, field === null ? undefined : nameOfField(field))

const Lines = ({ problems }: Props) => (
  <ul class="small">
    {problems.map((problem, index) => (
      <li key={index}>
        <bdi>{lineOf(problem)}</bdi>
      </li>
    ))}
  </ul>
)

export const RowProblems = ({ problems, count = problems.length }: Props) =>
  problems.length === 0 ? null : (
    <div class="notice warn stack">
      <p>{texts.rowProblems(count)}</p>
      <Lines problems={problems.slice(0, SHOWN)} />
      {problems.length > SHOWN && (
        <details>
          <summary>{shared.showMore}</summary>
          <Lines problems={problems.slice(SHOWN)} />
        </details>
      )}
    </div>
  )
