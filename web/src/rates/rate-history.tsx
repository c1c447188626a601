import { type RateRow, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { rateName } from './rate-columns.tsx'

/** Change history of a rate, including its end by a newer one. */
export function RateHistory({ rate, onClose }: { rate: RateRow | undefined; onClose(): void }) {
  const [shown, setShown] = useState(rate)
  if (rate && rate !== shown) setShown(rate)
  const id = shown?.id ?? 0
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(rates.history, { id }),
    enabled: rate !== undefined,
    staleTime: 0,
  })
  return (
    <HistoryDialog
      opened={rate !== undefined}
      onClose={onClose}
      name={shown ? rateName(shown) : 'a rate'}
      history={data && { changes: data }}
      failed={failureReason && !data ? { why: failureMessage(failureReason), retry: () => void refetch() } : undefined}
    />
  )
}
