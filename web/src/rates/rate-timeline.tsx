import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { RateRow } from '@coverdesk/domain/rates/rate-contract.ts'
import { daysInWords, timeOf, timeWords } from './rate-columns.tsx'
import { rateTimeSpan, type TimeSpan } from './rate-time-span.ts'
import css from './rate-timeline.module.css'

/** Rates of one agent on a timeline, a row per carrier, with today marked. */
export function RateTimeline({ rates, today }: { rates: readonly RateRow[]; today: string }) {
  const span = rateTimeSpan(rates, today)
  const carriers = [...new Map(rates.map((rate) => [rate.carrierId, rate.carrierName]))].sort((a, b) =>
    a[1].localeCompare(b[1]),
  )
  /** Hidden where it would overlap 'Today'. */
  const apart = (year: string) => Math.abs(span.place(year) - span.place(today)) > 8
  return (
    <div className={css.lines}>
      <div className={css.axis} aria-hidden>
        <div className={css.scale}>
          {span.years.filter(apart).map((year) => (
            <span key={year} className={css.year} style={{ insetInlineStart: `${span.place(year)}%` }}>
              {year.slice(0, 4)}
            </span>
          ))}
          <span className={css.todayWord} style={{ insetInlineStart: `${span.place(today)}%` }}>
            Today
          </span>
        </div>
      </div>
      <ul className={css.carriers} aria-label="Rates by carrier">
        {carriers.map(([id, name]) => (
          <li key={id} className={css.carrier}>
            <span className={css.name} title={name}>
              {name}
            </span>
            <ol className={css.track} aria-label={name}>
              {span.years.map((year) => (
                <li key={year} className={css.tick} style={{ insetInlineStart: `${span.place(year)}%` }} aria-hidden />
              ))}
              {rates
                .filter((rate) => rate.carrierId === id)
                .map((rate) => (
                  <Bar key={rate.id} rate={rate} span={span} today={today} />
                ))}
              <li className={css.today} style={{ insetInlineStart: `${span.place(today)}%` }} aria-hidden />
            </ol>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Bar of one rate, from its first day to the end of its last; open-ended rates extend past the right edge. */
function Bar({ rate, span, today }: { rate: RateRow; span: TimeSpan; today: string }) {
  const from = span.place(rate.startDate)
  const to = rate.endDate ? span.place(plusDays(rate.endDate, 1)) : 100
  const time = timeOf(rate, today)
  if (to <= 0) return null
  const words = `${showMoney(rate.rate1)} ${daysInWords(rate)}`
  return (
    <li
      className={css.bar}
      data-time={time}
      data-open={rate.endDate === null || undefined}
      style={{ insetInlineStart: `${from}%`, width: `${to - from}%` }}
      title={`${words}, ${timeWords[time].toLowerCase()}`}
    >
      <span className="figures" aria-hidden>
        {showMoney(rate.rate1)}
      </span>
      <span className={css.said}>
        {words}, {timeWords[time].toLowerCase()}
      </span>
    </li>
  )
}
