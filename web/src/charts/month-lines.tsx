import { curveThrough } from './chart-scale.ts'
import css from './month-chart.module.css'
import type { Series } from './series.ts'

/** In units of a month and a hundredth of the height; the drawing is stretched, its strokes are not. */
const [monthWidth, height] = [100, 100]

interface MonthLinesProps {
  series: readonly Series[]
  top: number
  marked: string | null
  /** First month shown, 0 for January. */
  first: number
}

/** A line through the middle of the months for each series. */
export function MonthLines({ series, top, marked, first }: MonthLinesProps) {
  return (
    <svg
      className={css.lines}
      viewBox={`0 0 ${monthWidth * (12 - first)} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable={false}
    >
      {series.map(({ key, color, dashed, values }) => {
        const points = values.slice(first).map((value, month) => ({
          x: (month + 0.5) * monthWidth,
          y: height - (value / top) * height,
        }))
        return (
          <g key={key} stroke={color} data-faded={(marked !== null && marked !== key) || undefined}>
            <path className={css.line} data-dashed={dashed || undefined} d={curveThrough(points)} />
            {/* Zero-length points: their round caps stay round in a stretched drawing. */}
            <path className={css.dots} d={points.map(({ x, y }) => `M${x},${y}h0`).join('')} />
          </g>
        )
      })}
    </svg>
  )
}
