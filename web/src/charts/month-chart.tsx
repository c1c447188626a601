import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { type CSSProperties, useState } from 'react'
import { showCount } from '../ui/basics/cell-value.tsx'
import { scaleFor } from './chart-scale.ts'
import { MonthBars } from './month-bars.tsx'
import css from './month-chart.module.css'
import { MonthLines } from './month-lines.tsx'
import { MonthTip, monthInWords } from './month-tip.tsx'
import type { Series } from './series.ts'

interface MonthChartProps {
  /** Accessible name of the chart. */
  label: string
  kind: 'bars' | 'lines'
  series: readonly Series[]
  /** Dashed line across all months. */
  average?: number
  /** Series to highlight while the pointer is on it elsewhere. */
  marked?: string | null
}

/**
 * Bar or line chart of twelve months. Months are read one by one with the pointer or with arrow keys, and exposed as a
 * slider to screen readers; pair it with a table of all values (ChartRegion). Drawn as plain SVG and CSS, so that it
 * resizes without measuring (decision 030).
 */
export function MonthChart({ label, kind, series, average, marked = null }: MonthChartProps) {
  const [read, setRead] = useState<number | null>(null)
  const [last, setLast] = useState(0)
  const { top, ticks } = scaleFor(Math.max(average ?? 0, ...series.flatMap(({ values }) => values)))
  const show = (month: number) => {
    setRead(month)
    setLast(month)
  }
  return (
    <div className={css.chart}>
      <div className={css.values} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className="figures" style={{ bottom: `${(tick / top) * 100}%` }}>
            {showCount(tick)}
          </span>
        ))}
      </div>
      <div
        className={css.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={12}
        aria-valuenow={last + 1}
        aria-valuetext={monthInWords(series, last)}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          show(Math.min(11, Math.max(0, Math.floor(((event.clientX - left) / width) * 12))))
        }}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setRead(null)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setRead(last)}
        onBlur={() => setRead(null)}
        onKeyDown={(event) => {
          const month = monthAfter(event.key, last)
          if (event.key === 'Escape') setRead(null)
          if (month === null) return
          event.preventDefault()
          show(month)
        }}
      >
        {ticks.map((tick) => (
          <span key={tick} className={css.grid} style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        {read === null ? null : <span className={css.month} style={monthPlace(read)} />}
        {kind === 'bars' ? <MonthBars series={series} top={top} /> : <MonthLines {...{ series, top, marked }} />}
        {average === undefined ? null : (
          <span className={css.average} style={{ bottom: `${(average / top) * 100}%` }} />
        )}
        {read === null ? null : <MonthTip series={series} month={read} />}
      </div>
      <div className={css.months} aria-hidden>
        {monthNames.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  )
}

const monthPlace = (month: number): CSSProperties => ({ left: `${(month / 12) * 100}%` })

/** Month that a key moves to; null if none. */
function monthAfter(key: string, month: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(11, month + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, month - 1)
  if (key === 'Home') return 0
  return key === 'End' ? 11 : null
}
