import type { ImportKind, ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { MoneyCell } from '../../ui/basics/money-cell.tsx'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { StatusDot } from '../../ui/basics/status-pill.tsx'
import { countOf, fileKind } from '../file-kind.ts'
import css from '../load-policies.module.css'

/** Counts of the preview; null while it is running. */
export function CheckCounts({ kind, run }: { kind: ImportKind; run: ImportRun | null }) {
  return (
    <dl className={css.counts}>
      {fileKind(kind).counts.map(({ name, label, tone }) => (
        <div key={name}>
          <dt>
            <StatusDot tone={tone} /> {label}
          </dt>
          <dd>{run?.counts ? showCount(countOf(run, name) ?? 0) : <SkeletonBar width={48} />}</dd>
        </div>
      ))}
      {kind === 'commissions' ? (
        <div className={css.money}>
          <dt>{run?.counts?.refused ? 'Amount without refused rows' : 'Amount of the file'}</dt>
          <dd>
            {run?.commissions ? <MoneyCell dollars amount={run.commissions.amount} /> : <SkeletonBar width={90} />}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
