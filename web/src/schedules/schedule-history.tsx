import { type ScheduleRowOut, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { scheduleName } from '@coverdesk/domain/schedules/schedule-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'

/** Change history of a row of a schedule. */
export function ScheduleHistory({ row, onClose }: { row: ScheduleRowOut | undefined; onClose(): void }) {
  const [shown, setShown] = useState(row)
  if (row && row !== shown) setShown(row)
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(schedules.history, { id: shown?.id ?? 0 }),
    enabled: row !== undefined,
    staleTime: 0,
  })
  return (
    <HistoryDialog
      opened={row !== undefined}
      onClose={onClose}
      name={shown ? scheduleName(shown) : 'a row'}
      history={data && { changes: data }}
      failed={failureReason && !data ? { why: failureMessage(failureReason), retry: () => void refetch() } : undefined}
    />
  )
}
