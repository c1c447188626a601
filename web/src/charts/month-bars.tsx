import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import css from './month-chart.module.css'
import type { Series } from './series.ts'

/** One bar per series and month. */
export function MonthBars({ series, top, first }: { series: readonly Series[]; top: number; first: number }) {
  return (
    <div className={css.bars} data-many={series.length > 1 || undefined}>
      {monthNames.slice(first).map((name, index) => (
        <div key={name}>
          {series.map(({ key, color, values }) => {
            const value = values[first + index] ?? 0
            // A small value is never drawn as zero.
            const height = value > 0 ? `max(1px, ${(value / top) * 100}%)` : 0
            return <span key={key} style={{ height, background: color }} />
          })}
        </div>
      ))}
    </div>
  )
}
