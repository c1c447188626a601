import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type VarianceRow, variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { useLastRow, type WorkDialog, WorkDialogs, type WorkQueries } from '../history/work-dialogs.tsx'
import { apiQuery, useSend } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { VarianceDetail } from './variance-detail.tsx'
import { statusTone, varianceName } from './variance-words.ts'

export type VarianceDialog = { dialog: 'detail' | WorkDialog; id: number }

/** Routes whose answers a change of a variance makes old. */
export const varianceRefreshes = [
  variances.list,
  variances.summary,
  variances.one,
  variances.ofPolicy,
  variances.statuses,
  variances.history,
  bulk.variance.recent,
]

const queries: WorkQueries = {
  statuses: (id) => apiQuery(variances.statuses, { id }),
  history: (id) => apiQuery(variances.history, { id }),
}

interface Props {
  open: VarianceDialog | null
  rows: readonly VarianceRow[]
  statuses: readonly Choice[]
  onClose(): void
}

/** Dialogs about one variance. */
export function VarianceDialogs({ open, rows, statuses, onClose }: Props) {
  const { mutateAsync } = useSend(variances.setStatus, { refreshes: varianceRefreshes })
  const row = useLastRow(rows, open?.id)
  return (
    <>
      <VarianceDetail row={open?.dialog === 'detail' ? row : undefined} onClose={onClose} />
      <WorkDialogs
        kind="variance"
        open={open?.dialog === 'detail' ? undefined : open?.dialog}
        row={row}
        name={row ? varianceName(row) : ''}
        statuses={statuses}
        toneOf={statusTone}
        queries={queries}
        setStatus={mutateAsync}
        refreshes={varianceRefreshes}
        onClose={onClose}
      />
    </>
  )
}
