import type { RecordChange } from '@coverdesk/domain/history/history-contract.ts'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { HistoryDialog } from './history-dialog.tsx'

interface Props<Row extends { id: number }> {
  /** Query of the changes of a record: `(id) => apiQuery(rates.history, { id })`. */
  changesOf(id: number): UseQueryOptions<RecordChange[]>
  /** The record; undefined while closed. */
  record: Row | undefined
  nameOf(record: Row): string
  onClose(): void
}

/** Change history of a record that has no statuses. */
export function RecordHistory<Row extends { id: number }>({ changesOf, record, nameOf, onClose }: Props<Row>) {
  const [shown, setShown] = useState(record)
  if (record && record !== shown) setShown(record)
  const { data, failureReason, refetch } = useQuery({
    ...changesOf(shown?.id ?? 0),
    enabled: record !== undefined,
    staleTime: 0,
  })
  return (
    <HistoryDialog
      opened={record !== undefined}
      onClose={onClose}
      name={shown ? nameOf(shown) : ''}
      history={data && { changes: data }}
      failed={failureReason && !data ? { why: failureMessage(failureReason), retry: () => void refetch() } : undefined}
    />
  )
}
