import { isCalendarDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHours } from '@coverdesk/domain/pto/pto-hours.ts'
import { spanProblems } from '@coverdesk/domain/pto/pto-rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { apiQuery } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './pto.module.css'
import type { PtoForm } from './pto-form.ts'
import { overlapsInWords } from './pto-words.ts'
import { useFailureToast } from './use-failure-toast.ts'

/** Working hours of the chosen days, estimated by the server while typing (PTO-05), and the user's requests for the same days. */
export function HoursNeeded({ except }: { except: number | undefined }) {
  const [startDate, startHour, endDate, endHour] = useWatch<PtoForm, ['startDate', 'startHour', 'endDate', 'endHour']>({
    name: ['startDate', 'startHour', 'endDate', 'endHour'],
  })
  const time = { startDate, startHour: Number(startHour), endDate, endHour: Number(endHour) }
  const ready = isCalendarDate(startDate) && isCalendarDate(endDate) && spanProblems(time).length === 0
  const { data, failureReason } = useQuery({
    ...apiQuery(pto.hours, time),
    enabled: ready,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  useFailureToast(failureReason)
  const hours = ready ? data?.hours : undefined
  const { data: overlaps } = useQuery({
    ...apiQuery(pto.overlaps, { startDate, endDate, ...(except === undefined ? {} : { except }) }),
    enabled: ready,
    staleTime: 0,
  })
  return (
    <>
      <p className={css.hours} role="status">
        Hours needed <strong className="figures">{hours ?? '-'}</strong>
      </p>
      {hours === showHours(0) ? (
        <NoticeLine tone="amber">No working hours. Working hours are Monday to Friday, 9:00 AM to 5:00 PM.</NoticeLine>
      ) : null}
      <div aria-live="polite">
        {ready && overlaps?.length ? (
          <NoticeLine tone="amber">Overlaps your request of {overlapsInWords(overlaps)}.</NoticeLine>
        ) : null}
      </div>
    </>
  )
}
