// Cost against session size as an SVG: rows read and milliseconds, both axes logarithmic.
import type { GrowthPoint } from './measure.ts'

/** Pixels: each of the two panels, and where they begin. */
const PANEL = { width: 330, height: 230, top: 44 }
const PANEL_LEFTS = [80, 500] as const
const SIZE = { width: 860, height: 374 }

/** Every color has a contrast of at least 4.5 to the background, in light and in dark. */
const STYLE = `
  svg { --back: #fff; --ink: #24292f; --grid: #d8dee4; --doorlist: #0f766e; --naive: #b45309 }
  @media (prefers-color-scheme: dark) {
    svg { --back: #0d1117; --ink: #e6edf3; --grid: #30363d; --doorlist: #2dd4bf; --naive: #fbbf24 } }
  text { font: 12px system-ui, sans-serif; fill: var(--ink) } .title { font-size: 14px; font-weight: 600 }
  .grid { stroke: var(--grid) } .line { fill: none; stroke-width: 2 } circle { fill: var(--back); stroke-width: 2 }
  .doorlist { stroke: var(--doorlist) } .naive { stroke: var(--naive) } .second { stroke-dasharray: 6 4 }`

const text = (x: number, y: number, anchor: 'start' | 'middle' | 'end', label: string, css = '') =>
  `<text class="${css}" x="${x}" y="${y}" text-anchor="${anchor}">${label}</text>`

const polyline = (css: string, points: readonly (readonly [number, number])[]) =>
  `<polyline class="line ${css}" points="${points.map((point) => point.join()).join(' ')}"/>`

/** A logarithmic scale over whole decades that puts values between two pixels. */
const scaleOf = (values: readonly number[], from: number, to: number) => {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))))
  const place = (value: number): number =>
    Math.round(from + ((Math.log10(value) - first) / (last - first)) * (to - from))
  return { place, ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)) }
}

/** One line for each implementation and request. */
const linesOf = (points: readonly GrowthPoint[]) => {
  const requests = [...new Set(points.map(({ request }) => request))]
  return (['doorlist', 'naive'] as const).flatMap((implementation) =>
    requests.map((request, index) => ({
      name: `${implementation === 'doorlist' ? 'Doorlist' : 'naive'}: ${request}`,
      css: index === 0 ? implementation : `${implementation} second`,
      points: points.filter((point) => point.implementation === implementation && point.request === request),
    })),
  )
}

type Read = (point: GrowthPoint) => number

const drawPanel = (left: number, title: string, points: readonly GrowthPoint[], read: Read): string[] => {
  const [right, bottom] = [left + PANEL.width, PANEL.top + PANEL.height]
  const x = scaleOf(
    points.map(({ size }) => size),
    left,
    right,
  )
  const y = scaleOf(points.map(read), bottom, PANEL.top)
  const middle = (left + right) / 2
  return [
    text(middle, 24, 'middle', title, 'title'),
    text(middle, bottom + 40, 'middle', 'tickets in the session'),
    ...x.ticks.map((tick) => text(x.place(tick), bottom + 20, 'middle', tick.toLocaleString('en'))),
    ...y.ticks.map((tick) => text(left - 8, y.place(tick) + 4, 'end', tick.toLocaleString('en'))),
    ...y.ticks.map((tick) =>
      polyline('grid', [
        [left, y.place(tick)],
        [right, y.place(tick)],
      ]),
    ),
    ...linesOf(points).flatMap((line) => {
      const marks = line.points.map((point) => [x.place(point.size), y.place(read(point))] as const)
      const color = line.css.split(' ')[0]
      return [
        polyline(line.css, marks),
        ...marks.map(([cx, cy]) => `<circle class="${color}" cx="${cx}" cy="${cy}" r="3"/>`),
      ]
    }),
  ]
}

const drawLegend = (points: readonly GrowthPoint[]): string[] =>
  linesOf(points).flatMap(({ name, css }, index) => {
    const x = PANEL_LEFTS[index % 2 === 0 ? 0 : 1]
    const y = SIZE.height - 34 + Math.floor(index / 2) * 20
    return [
      polyline(css, [
        [x, y],
        [x + 40, y],
      ]),
      text(x + 50, y + 4, 'start', name),
    ]
  })

export const drawGrowth = (points: readonly GrowthPoint[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img">`,
    '<title>Rows read and milliseconds against session size, beside the naive implementation</title>',
    `<style>${STYLE}</style>`,
    '<rect width="100%" height="100%" style="fill: var(--back)"/>',
    ...drawPanel(PANEL_LEFTS[0], 'rows read', points, ({ measured }) => measured.rowsRead),
    ...drawPanel(PANEL_LEFTS[1], 'milliseconds (median)', points, ({ measured }) => measured.p50Ms),
    ...drawLegend(points),
    '</svg>\n',
  ].join('\n')
