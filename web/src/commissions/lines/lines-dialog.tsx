import type { StatementLineFilters } from '@coverdesk/domain/commissions/statement-contract.ts'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import css from '../commissions.module.css'
import { LineTable, sumOfLines } from './line-table.tsx'

/** Statement lines to show: a title, and which lines. `agentId` null: only those without an agent. */
export interface LinesQuestion extends Pick<StatementLineFilters, 'carrierId' | 'policyNumber' | 'month' | 'year'> {
  title: string
  agentId?: number | null
}

interface Props {
  question: LinesQuestion | undefined
  opened: boolean
  /** Shown above the lines. */
  above?: ReactNode
  onClose(): void
}

/** Statement lines behind a sum, each with its file and line number. Keep it mounted and pass `opened`. */
export function LinesDialog({ question, opened, above, onClose }: Props) {
  const phone = usePhone()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={question?.title ?? ''}
      size={question?.policyNumber === undefined ? 880 : 640}
      fullScreen={phone}
      centered
    >
      {above}
      {question ? <Lines question={question} /> : null}
    </Dialog>
  )
}

/** Maximum page size of a list: more lines than a policy has in a year. */
const maxLines = 500

const StatementDivision = lazy(async () => ({
  default: (await import('../../pay-runs/statement-division.tsx')).StatementDivision,
}))

function Lines({ question: { title, agentId, ...filters } }: { question: LinesQuestion }) {
  const query = { ...filters, pageSize: maxLines, ...(agentId ? { agentId } : {}) }
  const { data, error, refetch } = useQuery(apiQuery(statements.lines, query))
  const mayReadRuns = useHasAccess(payRuns.ofStatement.allow)
  if (error) {
    const why = failureMessage(error)
    return <FailedState title="Couldn't load the lines." why={why} retry={() => void refetch()} />
  }
  if (!data) return <SkeletonBar width="100%" height={180} />
  const { policyNumber } = filters
  // The filter matches number prefixes, and "no agent" returns all agents.
  const lines = data.data.filter(
    (line) =>
      (policyNumber === undefined || line.policyNumber === policyNumber) &&
      (agentId === undefined || line.agentId === agentId),
  )
  if (lines.length === 0) return <p className={css.words}>No statement lines.</p>
  const rest = data.totalRecords - data.data.length
  return (
    <>
      <LineTable
        lines={lines}
        single={policyNumber !== undefined}
        total={rest > 0 ? data.commissionAmount : sumOfLines(lines)}
      />
      {mayReadRuns && agentId && filters.carrierId !== undefined && filters.month !== undefined ? (
        <Suspense fallback={null}>
          <StatementDivision agentId={agentId} carrierId={filters.carrierId} month={filters.month} />
        </Suspense>
      ) : null}
      {rest > 0 ? (
        <p className={css.words}>
          The first {showCount(maxLines)} of {showCount(data.totalRecords)} lines. The total is of all of them.
        </p>
      ) : null}
    </>
  )
}
