// Says what a rehearsed night came to: in words, as Markdown, and in one picture, as SVG.
import {
  type Comparison,
  countTickets,
  isDouble,
  isIn,
  type Seen,
  type Sources,
  stands,
  type Tickets,
  WALK_IN,
} from './compare.ts'
import type { Night } from './night.ts'

type Told = Pick<Night, 'seen' | 'story' | 'size' | 'seed' | 'taken' | 'again' | 'unsent'>

const number = (value: number): string => value.toLocaleString('en')

/** "1 guest", "2 guests". */
const count = (value: number, one: string, more = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : more}`

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / 1_000)).padStart(2, '0')}`

/** A source with its totals, as the report lists them. */
type Line = { name: string; figures: (number | null)[]; verdict: string; isRight: boolean }

const HEADINGS = ['Checked in', 'Valid', 'Voided', 'Walk-ins'] as const

const figuresOf = (tickets: Tickets): number[] => {
  const { CheckedIn, Valid, Voided } = countTickets(tickets)
  return [CheckedIn, Valid, Voided, [...tickets.keys()].filter((one) => WALK_IN.test(one)).length]
}

/** The tickets that are in the venue. */
const insideOf = ({ inside }: Sources): number => inside.find(({ areaId }) => areaId === null)?.tickets ?? 0

/** Those of the guest lists who came. */
const cameOf = ({ lists }: Sources): number => lists.reduce((sum, { service }) => sum + service.came, 0)

const linesOf = (sources: Sources, { findings, byRecords }: Comparison): Line[] => {
  const line = (name: string, figures: Line['figures'], kinds: readonly string[]): Line => {
    const wrong = findings.filter(({ kind }) => kinds.includes(kind))
    const verdict = wrong.length === 0 ? 'agrees' : `${count(wrong.length, 'finding')}: ${kinds[0]}`
    return { name, figures, verdict, isRight: wrong.length === 0 }
  }
  const { download, phones, counts, seen } = sources
  const letIn = new Set(
    seen.filter((one) => one.number !== null && isIn(one) && stands(one)).map(({ number: one }) => one),
  )
  const walkIns = [...letIn].filter((one) => WALK_IN.test(one ?? '')).length
  const wrongPhones = phones.filter(({ name }) =>
    findings.some(
      ({ kind, text, about }) => (kind === 'copy' && text.includes(`${name} `)) || about === name,
    ),
  )
  const [shown] = wrongPhones.length > 0 ? wrongPhones : phones
  const phonesName =
    wrongPhones.length > 0 ? `${shown?.name}, on its disk` : `${phones.length} phones, on disk`
  return [
    line('What staff saw', [letIn.size, null, null, walkIns], ['lost', 'unseen', 'refused']),
    line('Records, by the rule', figuresOf(byRecords), ['record', 'problem']),
    line(phonesName, figuresOf(shown?.tickets ?? new Map()), ['copy', 'unsent']),
    line('Guest lists', [cameOf(sources), null, null, null], ['list']),
    line('Inside, by the service', [insideOf(sources), null, null, null], ['inside']),
    line('Counts', [counts.CheckedIn, counts.Valid, counts.Voided, null], ['count']),
    line('Download', figuresOf(download), ['record']),
  ]
}

/** What was done, in figures. */
const deedsOf = (
  { seen, story, size, taken, again, unsent }: Told,
  { problems, lists }: Sources,
): string[] => {
  const amount = (wanted: (one: Seen) => boolean): number => seen.filter(wanted).length
  const times = (wanted: Seen['verdict']): string =>
    count(
      amount(({ how, verdict }) => verdict === wanted && how !== 'count'),
      'time',
    )
  const scans = amount(({ how }) => how === 'scan')
  const offline = new Set(story.offline.map(({ phone }) => phone)).size
  return [
    `${count(size.guests, 'guest')} from a file, ${count(size.phones, 'phone')} connected by link, ${offline} of them offline by turns`,
    `${count(scans, 'scan')}, ${count(
      amount(({ how }) => how === 'tap'),
      'tap',
    )}, ${count(
      amount(({ how }) => how === 'walk-in'),
      'walk-in',
    )}, ${count(
      amount(({ isUndone }) => isUndone),
      'undo',
      'undos',
    )}`,
    `“Checked in” was shown ${times('in')}, “Already checked in” ${times('already')}, a refusal ${times('refused')}`,
    `“Left” was shown ${times('out')} at the smoking door, “Back” ${times('back')}`,
    `${count(problems.size, 'double admission')}, each in the list of problems`,
    `${count(lists.length, 'guest list')} filled by link, one by two people until it closed: ${lists
      .map(
        ({ name, quota, service }) => `${name} ${service.persons} of ${quota}, of whom ${service.came} came`,
      )
      .join('; ')}`,
    `A phone was removed with ${count(unsent, 'check-in')} to send, and sent them after a new link`,
    'The service restarted while the phones went on',
    `A restore took ${count(taken, 'check-in')}, and ${count(again, 'guest')} were let in again`,
  ]
}

const AGREE = 'All agree, ticket by ticket.'

const commandOf = (seed: number, fault: string): string =>
  `npm run rehearsal -- ${fault === '' ? '' : `--fault=${fault} `}--seed=${seed}`

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const reportNight = (told: Told, sources: Sources, comparison: Comparison, fault = ''): string => {
  const { findings } = comparison
  return [
    '# A night, rehearsed',
    '',
    findings.length === 0 ? `**${AGREE}**` : `**${count(findings.length, 'finding')}.**`,
    '',
    ...findings.map(({ kind, about, text }) => `- ${kind}: **${about}** ${text}`),
    ...(findings.length === 0 ? [] : ['']),
    ...deedsOf(told, sources).map((deed) => `- ${deed}`),
    `- It took ${clock(told.story.to - told.story.from)} minutes`,
    '',
    row(['Source', ...HEADINGS, '']),
    row(['---', ...HEADINGS.map(() => '---:'), '---']),
    ...linesOf(sources, comparison).map(({ name, figures, verdict }) =>
      row([name, ...figures.map((figure) => (figure === null ? '–' : number(figure))), verdict]),
    ),
    '',
    `The same night again: \`${commandOf(told.seed, fault)}\``,
    '',
  ].join('\n')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string)

const WIDTH = 1_400
const LEFT = 130
const RIGHT = WIDTH - 40
const TOP = 165
const ROW = 46
const COLOURS = {
  text: '#1b1f24',
  soft: '#59636e',
  line: '#d1d9e0',
  shade: '#eaeef2',
  in: '#1a7f37',
  walkIn: '#8250df',
  already: '#bc4c00',
  double: '#cf222e',
  event: '#0550ae',
} as const

const text = (x: number, y: number, content: string, style = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${style}>${escapeXml(content)}</text>`

const line = (x1: number, y1: number, x2: number, y2: number, style: string): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" ${style}/>`

const rect = (x: number, y: number, width: number, height: number, style: string): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(1, width).toFixed(1)}" height="${height}" ${style}/>`

type Mark = 'in' | 'walkIn' | 'undone' | 'already' | 'refused' | 'double' | 'out' | 'back'

/** Each mark is at a height of its own in the row, so that few cover each other. */
const HEIGHTS: Record<Mark, number> = {
  ...{ walkIn: -13, in: -4, undone: -4, back: -4, double: 5, out: 5, already: 14, refused: 14 },
}

const MARKS: Record<Mark, (x: number, y: number) => string> = {
  in: (x, y) => `<circle cx="${x}" cy="${y}" r="3.2" fill="${COLOURS.in}"/>`,
  walkIn: (x, y) => `<path d="M${x} ${y - 4.5}l4.5 4.5-4.5 4.5-4.5-4.5z" fill="${COLOURS.walkIn}"/>`,
  undone: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="3" fill="#fff" stroke="${COLOURS.in}" stroke-width="1.4"/>`,
  already: (x, y) => rect(x - 3, y - 3, 6, 6, `fill="none" stroke="${COLOURS.already}" stroke-width="1.6"`),
  refused: (x, y) =>
    `<path d="M${x - 3} ${y - 3}l6 6m0-6l-6 6" stroke="${COLOURS.soft}" stroke-width="1.6" fill="none"/>`,
  out: (x, y) => `<path d="M${x - 4} ${y - 3}l4 6 4-6z" fill="${COLOURS.event}"/>`,
  back: (x, y) => `<path d="M${x - 4} ${y + 3}l4-6 4 6z" fill="${COLOURS.in}"/>`,
  double: (x, y) => `<path d="M${x} ${y - 4.8}l5 8.6h-10z" fill="${COLOURS.double}"/>`,
}

const LEGEND: readonly [Mark, string][] = [
  ['in', 'Checked in'],
  ['walkIn', 'Walk-in'],
  ['double', 'Admitted twice'],
  ['out', 'Left'],
  ['back', 'Back'],
  ['undone', 'Undone'],
  ['already', 'Already checked in'],
  ['refused', 'Not valid or unknown'],
]

const REMOVED = `stroke="${COLOURS.soft}" stroke-width="1.4" stroke-dasharray="2 4"`

/** What the restore took is pale. */
const TAKEN = 'opacity="0.35"'

const localStateOf = (one: Seen, seen: readonly Seen[]): Mark => {
  if (one.verdict !== 'in') return one.verdict
  if (one.how === 'count') return 'walkIn'
  if (one.isUndone) return 'undone'
  if (isDouble(one, seen)) return 'double'
  return one.how === 'walk-in' ? 'walkIn' : 'in'
}

const SMALL = `font-size="13" fill="${COLOURS.soft}"`
const CHARACTER_WIDTH = 7

/** Steps between the times of the axis. */
const STEPS_MS = [5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000]
const MAX_TIMES = 14

const drawTime = ({ story }: Told, bottom: number, xOf: (at: number) => number): string[] => {
  const length = story.to - story.from
  const step = STEPS_MS.find((ms) => length / ms <= MAX_TIMES) ?? length
  const times = Array.from({ length: Math.floor(length / step) + 1 }, (_, n) => n * step)
  return times.flatMap((time) => [
    line(
      xOf(story.from + time),
      TOP,
      xOf(story.from + time),
      bottom,
      `stroke="${COLOURS.line}" stroke-width="0.6"`,
    ),
    text(xOf(story.from + time), bottom + 18, clock(time), `${SMALL} text-anchor="middle"`),
  ])
}

/** A label covers the line behind it. */
const HALO = 'stroke="#fff" stroke-width="5" stroke-linejoin="round" paint-order="stroke"'

const drawEvents = ({ story }: Told, bottom: number, xOf: (at: number) => number): string[] => {
  /** Where the last label of each level ends. */
  const ends = [0, 0, 0]
  const labels: string[] = []
  const lines = story.events.flatMap(({ at, to, label }) => {
    const x = xOf(at)
    const width = label.length * CHARACTER_WIDTH
    const isLate = x + width > RIGHT
    const start = isLate ? x - width : x
    const free = ends.findIndex((end) => end < start)
    const level = Math.max(0, free)
    ends[level] = start + width + 14
    const y = TOP - 14 - level * 20
    const style = `font-size="13" fill="${COLOURS.event}" ${HALO}`
    labels.push(text(isLate ? x - 5 : x + 5, y, label, `${style} text-anchor="${isLate ? 'end' : 'start'}"`))
    return [
      ...(to === undefined
        ? []
        : [rect(x, TOP, xOf(to) - x, bottom - TOP, `fill="${COLOURS.event}" fill-opacity="0.12"`)]),
      line(x, y + 4, x, bottom, `stroke="${COLOURS.event}" stroke-width="1.4"`),
    ]
  })
  return [...lines, ...labels]
}

const drawPhones = ({ seen, story }: Told, names: readonly string[], xOf: (at: number) => number): string[] =>
  names.flatMap((name, index) => {
    const [top, middle] = [TOP + index * ROW, TOP + index * ROW + ROW / 2]
    return [
      ...story.offline
        .filter(({ phone }) => phone === name)
        .map(({ from, to }) =>
          rect(xOf(from), top + 2, xOf(to) - xOf(from), ROW - 4, `fill="${COLOURS.shade}" rx="4"`),
        ),
      line(LEFT, top + ROW, RIGHT, top + ROW, `stroke="${COLOURS.line}"`),
      ...(name === story.removed.phone
        ? [line(xOf(story.removed.from), middle - 4, xOf(story.removed.to), middle - 4, REMOVED)]
        : []),
      text(LEFT - 14, middle + 5, name, `font-size="15" text-anchor="end" fill="${COLOURS.text}"`),
      ...seen
        .filter(({ phone }) => phone === name)
        .map((one) => {
          const mark = localStateOf(one, seen)
          const drawn = MARKS[mark](Math.round(xOf(one.at) * 10) / 10, middle + HEIGHTS[mark])
          return one.isTaken ? `<g ${TAKEN}>${drawn}</g>` : drawn
        }),
    ]
  })

const drawLegend = (y: number): string[] => {
  let x = LEFT
  const parts = LEGEND.flatMap(([mark, label]) => {
    const at = x
    x += label.length * CHARACTER_WIDTH + 44
    return [MARKS[mark](at + 6, y - 4), text(at + 18, y, label, SMALL)]
  })
  return [
    ...parts,
    `<g ${TAKEN}>${MARKS.in(x + 6, y - 4)}</g>`,
    text(x + 18, y, 'Taken by the restore', SMALL),
    rect(x + 180, y - 14, 22, 18, `fill="${COLOURS.shade}" stroke="${COLOURS.line}" rx="4"`),
    text(x + 210, y, 'No network', SMALL),
    line(x + 310, y - 4, x + 334, y - 4, REMOVED),
    text(x + 342, y, 'Removed', SMALL),
  ]
}

const COLUMN = 130
const FIGURES = 330
const TABLE_RIGHT = 1_080

const drawSources = (lines: readonly Line[], top: number): string[] => [
  ...HEADINGS.map((heading, index) =>
    text(FIGURES + (index + 1) * COLUMN, top, heading, `${SMALL} text-anchor="end"`),
  ),
  ...lines.flatMap(({ name, figures, verdict, isRight }, index) => {
    const y = top + 30 + index * 32
    const colour = isRight ? COLOURS.in : COLOURS.double
    const path = isRight ? 'l5 5 9-11' : 'm0-5l10 10m0-10l-10 10'
    const x = FIGURES + 4 * COLUMN + 60
    return [
      line(LEFT, y - 21, TABLE_RIGHT, y - 21, `stroke="${COLOURS.line}"`),
      text(LEFT, y, name, `font-size="16" fill="${COLOURS.text}"`),
      ...figures.map((figure, column) =>
        text(
          FIGURES + (column + 1) * COLUMN,
          y,
          figure === null ? '–' : number(figure),
          `font-size="17" text-anchor="end" fill="${figure === null ? COLOURS.soft : COLOURS.text}"`,
        ),
      ),
      `<path d="M${x} ${y - 5}${path}" fill="none" stroke="${colour}" stroke-width="2.4"/>`,
      text(x + 24, y, verdict, `font-size="15" fill="${colour}"`),
    ]
  }),
]

const MAX_FINDINGS = 6

export const drawNight = (told: Told, sources: Sources, comparison: Comparison): string => {
  const { story, size } = told
  const { findings } = comparison
  const names = sources.phones.map(({ name }) => name)
  const bottom = TOP + names.length * ROW
  const xOf = (at: number): number => LEFT + ((at - story.from) / (story.to - story.from)) * (RIGHT - LEFT)
  const sourcesTop = bottom + 110
  const lines = linesOf(sources, comparison)
  const findingsTop = sourcesTop + 30 + lines.length * 32 + 20
  const listed = findings.slice(0, MAX_FINDINGS)
  const height = findingsTop + listed.length * 24 + 20
  const title = `A night, rehearsed: ${count(size.guests, 'guest')}, ${count(size.phones, 'phone')}`
  const result = findings.length === 0 ? AGREE : `${count(findings.length, 'finding')}.`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" role="img" aria-label="${escapeXml(`${title}. ${result}`)}">`,
    rect(0, 0, WIDTH, height, 'fill="#fff"'),
    text(LEFT, 54, title, `font-size="28" font-weight="600" fill="${COLOURS.text}"`),
    text(LEFT, 86, result, `font-size="19" fill="${findings.length === 0 ? COLOURS.in : COLOURS.double}"`),
    ...drawTime(told, bottom, xOf),
    ...drawPhones(told, names, xOf),
    ...drawEvents(told, bottom, xOf),
    ...drawLegend(bottom + 56),
    ...drawSources(lines, sourcesTop),
    ...listed.map(({ kind, about, text: words }, index) =>
      text(
        LEFT,
        findingsTop + index * 24,
        `${kind}: ${about}. ${words}`,
        `font-size="15" fill="${COLOURS.double}"`,
      ),
    ),
    '</svg>',
    '',
  ].join('\n')
}
