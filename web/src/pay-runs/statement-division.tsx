import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './pay-runs.module.css'
import { StepTable } from './step-table.tsx'

/** What pay runs made of an agent's lines of a statement, down to what the carrier paid. */
export function StatementDivision(question: ParsedInputOf<typeof payRuns.ofStatement>) {
  const { data, error, refetch } = useQuery(apiQuery(payRuns.ofStatement, question))
  return (
    <section className={`${css.detail} ${css.division}`} aria-label="Where the money went">
      <h3>Where the money went</h3>
      {error ? (
        <FailedState title="Couldn't load what was paid." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <div className={css.scroll}>
          <StepTable
            steps={data.steps}
            sum={{ label: 'Received from the carrier', amount: data.received }}
            linksOf={({ runId }) => (runId === null ? {} : { detail: paths.payRun(runId) })}
          />
        </div>
      ) : (
        <SkeletonBar width="100%" height={120} />
      )}
    </section>
  )
}
