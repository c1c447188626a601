import { cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { isCalendarDate, showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type RateRow, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { firstOverlap, overlapWords, planNewRate } from '@coverdesk/domain/rates/rate-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { apiQuery } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import type { RateForm } from './rate-form.ts'
import css from './rates.module.css'

/** Preview of how saving affects other rates of the agent and carrier, and a warning for $0.00; `edited` is the rate being edited. */
export function RateEffect({ edited }: { edited: RateRow | undefined }) {
  const [agentId, carrierId, rate1, startDate, endDate] = useWatch<
    RateForm,
    ['agentId', 'carrierId', 'rate1', 'startDate', 'endDate']
  >({ name: ['agentId', 'carrierId', 'rate1', 'startDate', 'endDate'] })
  const { data } = useQuery({
    ...apiQuery(rates.list, { agentId: agentId || undefined, carrierId: carrierId || undefined, pageSize: 500 }),
    enabled: agentId !== '' && carrierId !== '',
  })
  if (!data || !isCalendarDate(startDate) || (endDate !== '' && !isCalendarDate(endDate))) return null
  const span = { startDate, endDate: endDate || null }
  const { ends, overlaps } = edited
    ? { ends: null, overlaps: firstOverlap(data.data, span, edited.id) }
    : planNewRate(data.data, span)
  const nothing = cents(rate1 || '0.00') === 0
  if (!ends && !overlaps && !nothing) return null
  return (
    <div className={css.effect}>
      {overlaps ? (
        <NoticeLine tone="red">{overlapWords(overlaps)}</NoticeLine>
      ) : ends ? (
        <NoticeLine tone="blue">
          Ends the rate of {showMoney(ends.rate.rate1)} on {showDate(ends.on)}
        </NoticeLine>
      ) : null}
      {nothing && <NoticeLine tone="amber">At $0.00 this rate pays the agent nothing.</NoticeLine>}
    </div>
  )
}
