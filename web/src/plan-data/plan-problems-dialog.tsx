import type { PlanDataLoad } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import type { RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import formCss from '../ui/form/form-modal.module.css'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import listCss from '../uploads/plain-load.module.css'

/** Why a file was refused, with its first problems. */
export function PlanProblemsDialog({ load, onClose }: { load: PlanDataLoad | undefined; onClose(): void }) {
  const phone = usePhone()
  return (
    <Dialog
      opened={load !== undefined}
      onClose={onClose}
      title={load?.fileName ?? ''}
      size={560}
      fullScreen={phone}
      centered
      classNames={{ content: formCss.content, header: formCss.header, body: formCss.body }}
    >
      <div className={formCss.fields}>
        <NoticeLine tone="red">{load?.message ?? ''}</NoticeLine>
        <PlanProblems problems={load?.problems ?? []} />
      </div>
    </Dialog>
  )
}

/** Problems by line and column, or by record and field. */
export function PlanProblems({ problems }: { problems: readonly RowProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className={listCss.problems} aria-label="Problems">
      {problems.map((problem) => (
        <li key={`${problem.key} ${problem.line} ${problem.column}`}>
          <span className="figures">
            {/\.json$/i.test(problem.key ?? '') ? 'Record' : 'Line'} {showCount(problem.line)}
          </span>
          <span>
            {problem.column ?? 'Row'}: {problem.reason}
            {problem.value ? ` (${problem.value})` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}
