import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import type { useBulk } from '../bulk/use-bulk.ts'
import { useLastRow, type WorkDialog, WorkDialogs } from '../history/work-dialogs.tsx'
import { useSend } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { historyQueries } from './unpaid-history.tsx'
import { toneOf } from './unpaid-words.ts'
import { useAssignment } from './use-assignment.ts'

/** Dialogs of the screen about one policy. */
export type UnpaidDialog = { dialog: WorkDialog; id: number }

interface Props {
  variant: UnpaidVariant
  open: UnpaidDialog | null
  rows: readonly UnpaidRow[]
  statuses: readonly Choice[]
  onClose(): void
  assigning: ReturnType<typeof useBulk>['dialogs']
}

export function UnpaidDialogs({ variant, open, rows, statuses, assigning, onClose }: Props) {
  const { question, refreshes } = useAssignment(variant)
  const { mutateAsync } = useSend(callsOfVariant[variant].setStatus, { refreshes })
  const row = useLastRow(rows, open?.id)
  return (
    <>
      <WorkDialogs
        kind={variant}
        open={open?.dialog}
        row={row}
        name={row ? `${row.insuredName}, ${row.policyNumber}` : ''}
        statuses={statuses}
        toneOf={toneOf}
        queries={historyQueries[variant]}
        setStatus={mutateAsync}
        refreshes={refreshes}
        onClose={onClose}
      />
      <BulkDialogs kind={variant} {...assigning} questions={[question]} refreshes={refreshes} />
    </>
  )
}
