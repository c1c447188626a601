import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import css from './month-chart.module.css'
import type { Series, ShowValue } from './series.ts'
import { Swatch } from './swatch.tsx'

/** Maximum number of lines in the tooltip; the table shows all. */
const maxNamed = 12

/** Values of one month, largest first; with many series only nonzero ones. */
function namedIn(series: readonly Series[], month: number): { one: Series; value: number }[] {
  const values = series.map((one) => ({ one, value: one.values[month] ?? 0 }))
  if (series.length <= 2) return values
  const some = values.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  return some.slice(0, maxNamed)
}

/** One month as text: 'March: Policies 112'. */
export function monthInWords(series: readonly Series[], month: number, show: ShowValue): string {
  const words = namedIn(series, month).map(({ one, value }) => `${one.name} ${show(value)}`)
  return `${longMonthNames[month]}: ${words.join(', ') || 'nothing'}`
}

interface MonthTipProps {
  series: readonly Series[]
  month: number
  /** First month shown, 0 for January. */
  first: number
  show: ShowValue
}

/** The same as a tooltip next to the month. */
export function MonthTip({ series, month, first, show }: MonthTipProps) {
  const named = namedIn(series, month)
  const [place, many] = [month - first, 12 - first]
  const [left, right] = [`${((place + 1) / many) * 100}%`, `${((many - place) / many) * 100}%`]
  return (
    <div className={css.tip} style={place < many / 2 ? { left } : { right }} aria-hidden>
      <strong>{longMonthNames[month]}</strong>
      {named.length === 0 ? <span>Nothing</span> : null}
      {named.map(({ one, value }) => (
        <span key={one.key}>
          <Swatch {...one} />
          <span>{one.name}</span>
          <b className="figures">{show(value)}</b>
        </span>
      ))}
    </div>
  )
}
