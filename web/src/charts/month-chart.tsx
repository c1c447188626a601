import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { useState } from 'react'
import { showCount } from '../ui/basics/cell-value.tsx'
import { scaleFor } from './chart-scale.ts'
import { MonthBars } from './month-bars.tsx'
import css from './month-chart.module.css'
import { MonthLines } from './month-lines.tsx'
import { MonthTip, monthInWords } from './month-tip.tsx'
import type { Series, ShowValue } from './series.ts'

interface MonthChartProps {
  /** Accessible name of the chart. */
  label: string
  kind: 'bars' | 'lines'
  series: readonly Series[]
  /** Dashed line across all months. */
  average?: number
  /** Series to highlight while the pointer is on it elsewhere. */
  marked?: string | null
  /** First month shown, 0 for January. */
  first?: number
  show?: ShowValue
  /** Opens the list behind a month: a click, or Enter. `month` counts from 0. */
  onOpen?(month: number): void
}

/**
 * Bar or line chart of twelve months. Months are read one by one with the pointer or with arrow keys, and exposed as a
 * slider to screen readers; pair it with a table of all values (ChartRegion). Drawn as plain SVG and CSS, so that it
 * resizes without measuring (decision 030).
 */
export function MonthChart(props: MonthChartProps) {
  const { label, kind, series, average, marked = null, first = 0, show: showValue = showCount, onOpen } = props
  const many = 12 - first
  const [read, setRead] = useState<number | null>(null)
  const [lastRead, setLast] = useState(first)
  const last = Math.max(first, lastRead)
  const largest = Math.max(average ?? 0, ...series.flatMap(({ values }) => values.slice(first)))
  const { top, ticks } = scaleFor(largest)
  const show = (month: number) => {
    setRead(month)
    setLast(month)
  }
  return (
    <div className={css.chart}>
      <div className={css.values} aria-hidden>
        {/* Without values, an axis of 1 to 4 cents would say nothing. */}
        {(largest === 0 ? [0] : ticks).map((tick) => (
          <span key={tick} className="figures" style={{ bottom: `${(tick / top) * 100}%` }}>
            {showValue(tick)}
          </span>
        ))}
      </div>
      <div
        className={css.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={first + 1}
        aria-valuemax={12}
        aria-valuenow={last + 1}
        aria-valuetext={monthInWords(series, last, showValue)}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          show(Math.min(11, Math.max(first, first + Math.floor(((event.clientX - left) / width) * many))))
        }}
        data-opens={onOpen ? true : undefined}
        onClick={() => read !== null && onOpen?.(read)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setRead(null)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setRead(last)}
        onBlur={() => setRead(null)}
        onKeyDown={(event) => {
          const month = monthAfter(event.key, last, first)
          if (event.key === 'Escape') setRead(null)
          if (event.key === 'Enter') onOpen?.(last)
          if (month === null) return
          event.preventDefault()
          show(month)
        }}
      >
        {ticks.map((tick) => (
          <span key={tick} className={css.grid} style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        {read === null ? null : (
          <span className={css.month} style={{ left: `${((read - first) / many) * 100}%`, width: `${100 / many}%` }} />
        )}
        {kind === 'bars' ? (
          <MonthBars series={series} top={top} first={first} />
        ) : (
          <MonthLines series={series} top={top} marked={marked} first={first} />
        )}
        {average === undefined ? null : (
          <span className={css.average} style={{ bottom: `${(average / top) * 100}%` }} />
        )}
        {read === null ? null : <MonthTip series={series} month={read} first={first} show={showValue} />}
      </div>
      <div className={css.months} aria-hidden>
        {monthNames.slice(first).map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  )
}

/** Month that a key moves to; null if none. */
function monthAfter(key: string, month: number, first: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(11, month + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(first, month - 1)
  if (key === 'Home') return first
  return key === 'End' ? 11 : null
}
