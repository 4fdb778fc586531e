// Cost against session size, ours beside the textbook: rows read, and milliseconds.
import { writeFileSync } from 'node:fs'
import * as echarts from 'echarts'

export type Point = { size: number; request: string; who: 'ours' | 'textbook'; rows: number; p50: number }

const COLORS = { ours: '#0f766e', textbook: '#b45309' }

export const drawCost = (points: readonly Point[], file: string): void => {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 960, height: 420 })
  const measures = [
    { of: 'rows', title: 'rows read' },
    { of: 'p50', title: 'milliseconds (p50)' },
  ] as const
  const requests = [...new Set(points.map(({ request }) => request))]
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    legend: { bottom: 4, itemGap: 28, textStyle: { fontSize: 11 } },
    title: measures.map(({ title }, index) => ({
      text: title,
      left: index === 0 ? '27%' : '76%',
      top: 8,
      textAlign: 'center',
      textStyle: { fontSize: 14, fontWeight: 'normal' },
    })),
    grid: [
      { left: 84, right: '53%', top: 48, bottom: 80 },
      { left: '54%', right: 36, top: 48, bottom: 80 },
    ],
    xAxis: [0, 1].map((gridIndex) => ({
      gridIndex,
      type: 'log',
      name: 'tickets in the session',
      nameLocation: 'middle',
      nameGap: 26,
    })),
    yAxis: [0, 1].map((gridIndex) => ({ gridIndex, type: 'log' })),
    series: measures.flatMap(({ of }, index) =>
      (['ours', 'textbook'] as const).flatMap((who) =>
        requests.map((request, dash) => ({
          type: 'line' as const,
          name: `${who}, ${request}`,
          xAxisIndex: index,
          yAxisIndex: index,
          color: COLORS[who],
          lineStyle: { type: dash === 0 ? ('solid' as const) : ('dashed' as const) },
          data: points
            .filter((point) => point.who === who && point.request === request)
            .map((point) => [point.size, Math.max(point[of], 0.1)]),
        })),
      ),
    ),
  })
  writeFileSync(file, chart.renderToSVGString())
  chart.dispose()
}
