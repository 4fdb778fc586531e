import { count, ms } from '../markdown.ts'
import type { GatesResult } from './gates.ts'

export const reportGates = (result: GatesResult): string => {
  const { seconds, gates, tickets, batches, repeats, items, writes, outcomes, p50Ms, p90Ms } = result
  const byOutcome = Object.entries(outcomes).map(([outcome, number]) => `${count(number)} × ${outcome}`)
  return `## Gates

**Passed.** ${gates} gates checked people in for ${seconds} seconds, without a pause, on ${count(tickets)} tickets of one session: they asked,
reported what they had decided offline, undid check-ins of each other, sent undos before their check-ins, and sent
batches again. During that minute, plain SQL changed the status of tickets ${count(writes)} times.

Each of the ${count(batches)} responses (${count(repeats)} to batches sent again) was what the rule of check-ins gives in the order in which
the database recorded the batches. So was the end: every ticket, the counts, and every check-in with its outcome.

${count(items)} items: ${byOutcome.join(', ')}. A batch took ${ms(p50Ms)} ms (p50) and ${ms(p90Ms)} ms (p90).`
}
