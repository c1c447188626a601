import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { useQuery } from '@tanstack/react-query'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { toneOf } from './unpaid-words.ts'

interface HistoryProps {
  variant: UnpaidVariant
  row: Pick<UnpaidRow, 'id'> | undefined
  opened: boolean
  name: string
  statuses: readonly Choice[]
  onClose(): void
}

/** Status history of a policy, with its assignments. */
export function UnpaidHistory({ variant, row, opened, name, statuses, onClose }: HistoryProps) {
  const calls = callsOfVariant[variant]
  const id = row?.id ?? 0
  const past = useQuery({ ...apiQuery(calls.statuses, { id }), enabled: opened })
  const changes = useQuery({ ...apiQuery(calls.history, { id }), enabled: opened })
  const failure = past.failureReason ?? changes.failureReason
  const nameOf = (statusId: number) => statuses.find(({ value }) => value === String(statusId))?.label ?? ''
  return (
    <HistoryDialog
      opened={opened}
      onClose={onClose}
      name={name}
      ends
      emptyTitle="No status yet"
      toneOf={(statusId) => toneOf(nameOf(statusId))}
      history={
        past.data && changes.data
          ? {
              statuses: past.data,
              changes: changes.data.filter(({ changes: fields }) => fields.every(({ field }) => field !== 'Status')),
            }
          : undefined
      }
      failed={
        failure
          ? { why: failureMessage(failure), retry: () => void Promise.all([past.refetch(), changes.refetch()]) }
          : undefined
      }
    />
  )
}
