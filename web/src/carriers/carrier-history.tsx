import { type CarrierRow, carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'

export function CarrierHistory({ carrier, onClose }: { carrier: CarrierRow | undefined; onClose(): void }) {
  const [shown, setShown] = useState(carrier)
  if (carrier && carrier !== shown) setShown(carrier)
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(carriers.history, { id: shown?.id ?? 0 }),
    enabled: carrier !== undefined,
    staleTime: 0,
  })
  return (
    <HistoryDialog
      opened={carrier !== undefined}
      onClose={onClose}
      name={shown?.name ?? 'a carrier'}
      history={data && { changes: data }}
      failed={failureReason && !data ? { why: failureMessage(failureReason), retry: () => void refetch() } : undefined}
    />
  )
}
