// Open problems at the door, one row for each ticket. A manager marks them resolved.
import { useSignal } from '@preact/signals'
import { Button } from '../../../shared/button.tsx'
import { type Admission, type DoorProblem, problemsByTicket } from '../../data/door-problems.ts'
import type { LiveTicket } from '../../data/live-tickets.ts'
import type { Paged } from '../../data/paged-list.ts'
import { hasRules } from '../../data/presence.ts'
import { ORGANIZER_API } from '../../data/reads.ts'
import type { CheckIn, SessionDetails } from '../../data/types.ts'
import { formatNumber, timesIn } from '../../formats.ts'
import { useSend } from '../../forms/use-send.ts'
import { toGuest } from '../../links.ts'
import { texts } from '../../texts.ts'
import { Failure } from '../../ui/notices.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Table, wide } from '../../ui/table.tsx'

type AdmissionsProps = { admissions: readonly Admission[]; session: SessionDetails }

const Admissions = ({ admissions, session }: AdmissionsProps) => (
  <ul class="values">
    {admissions.map(({ at, device, areaId }) => (
      <li key={`${at} ${device}`}>
        <bdi>
          {[
            texts.admissionLine(
              at === null ? texts.noTime : timesIn(session.timeZone).near(at, session.startsAt),
              device ?? texts.noGate,
            ),
            ...session.areas.filter(({ id }) => id === areaId).map(({ name }) => name),
          ].join(', ')}
        </bdi>
      </li>
    ))}
  </ul>
)

type RowProps = { problem: DoorProblem; session: SessionDetails; onToggle: () => void }

const Row = ({ problem, session, onToggle }: RowProps) => {
  const { ticketId, ticketNumber, attendeeName, outcome, admissions, isResolved, movedTo } = problem
  const name = ticketNumber ?? texts.noTicket
  const look = isResolved ? '' : 'bad'
  const what =
    movedTo === null
      ? texts.doorProblem[outcome]
      : texts.movedProblem(timesIn(movedTo.timeZone).dayTime(movedTo.startsAt))
  return (
    <tr class={isResolved ? 'soft' : ''}>
      <th scope="row">
        {ticketNumber === null ? (
          name
        ) : (
          <a href={toGuest(session.eventId, session.id, ticketId)}>{ticketNumber}</a>
        )}
        <bdi class="beneath soft small">{attendeeName}</bdi>
        <div class="beneath small phone">
          <span class={look}>{what}</span>
          <Admissions admissions={admissions} session={session} />
        </div>
      </th>
      <td class={`${look} wide`}>{what}</td>
      <td class="wide">
        <Admissions admissions={admissions} session={session} />
      </td>
      <td class="action">
        <Button
          look="small"
          text={isResolved ? texts.reopen : texts.resolve}
          name={name}
          onClick={onToggle}
        />
      </td>
    </tr>
  )
}

type ProblemsProps = {
  problems: readonly DoorProblem[]
  session: SessionDetails
  onChanged: () => Promise<unknown>
}

const Problems = ({ problems, session, onChanged }: ProblemsProps) => {
  const showsDone = useSignal(false)
  const { failed, isBusy, send } = useSend()
  const open = problems.filter(({ isResolved }) => !isResolved)
  const done = problems.length - open.length
  const shown = showsDone.value ? problems : open
  const toggle = async ({ checkIns, isResolved }: DoorProblem): Promise<void> => {
    if (isBusy.value) return
    for (const { id } of checkIns) {
      const path = `${ORGANIZER_API}/sessions/${session.id}/check-ins/${id}`
      const answer = await send('PATCH', path, { resolved: !isResolved })
      if (answer.kind !== 'ok') break
    }
    await onChanged()
  }
  return (
    <>
      {failed.value !== undefined && <Failure failed={failed.value} />}
      {shown.length === 0 ? (
        <p class="soft">{texts.noOpenProblems}</p>
      ) : (
        <Table
          label={texts.doorProblems}
          columns={[texts.ticket, wide(texts.problem), wide(texts.admittedAt)]}
          actions={texts.resolve}
        >
          {shown.map((problem) => (
            <Row
              key={`${problem.ticketId} ${problem.outcome}`}
              problem={problem}
              session={session}
              onToggle={() => toggle(problem)}
            />
          ))}
        </Table>
      )}
      {hasRules(session) && shown.some(({ outcome }) => outcome === 'AlreadyCheckedIn') && (
        <p class="soft small">{texts.twiceHelp}</p>
      )}
      {done > 0 && (
        <Button
          text={showsDone.value ? texts.hideResolved : texts.showResolved(done)}
          onClick={() => (showsDone.value = !showsDone.value)}
        />
      )}
    </>
  )
}

type Props = { list: Paged<CheckIn>; session: SessionDetails; tickets: readonly LiveTicket[] }

/** They come first while somebody has to look at them. */
export const DoorProblems = ({ list, session, tickets }: Props) => {
  const problems = problemsByTicket(list.ok.value?.body.data ?? [], tickets)
  const open = problems.filter(({ isResolved }) => !isResolved).length
  return (
    <section class={open > 0 ? 'card stack problems' : 'card stack last'} aria-labelledby="problems">
      <h2 id="problems">
        {texts.doorProblems} {open > 0 && <span class="tag alarm">{formatNumber(open)}</span>}
      </h2>
      <PagedList
        list={list}
        empty={
          <p class="soft">
            {texts.noProblems} {texts.noProblemsHelp}
          </p>
        }
      >
        {() => <Problems problems={problems} session={session} onChanged={list.reload} />}
      </PagedList>
    </section>
  )
}
