import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import {
  lineParts,
  type PayRun,
  payRuns,
  type RunPart,
  type RunPartName,
} from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { mayReadPayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import { Button } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { paths, withQuery } from '../platform/address/paths.ts'
import { download } from '../platform/api/call.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { linesAtOnce, MoreLines } from './more-lines.tsx'
import css from './pay-runs.module.css'
import { RunLineTable } from './run-line-table.tsx'
import { StepTable } from './step-table.tsx'
import { runDialogAddress } from './use-run-dialog.ts'

export const partWords: Readonly<Record<RunPartName, string>> = {
  received: 'Received',
  agency: 'Agency',
  held: 'Held',
  writing: 'Earned',
  overrides: 'Overrides',
  adjustments: 'Adjustments',
  advances: 'Advances',
  recovered: 'Recovered',
  carriedIn: 'Carried in',
  carriedOut: 'Carried out',
}

/**
 * What a figure of a run consists of, by carrier, agent or entry; its last row is the figure. A carrier opens its lines, an agent the
 * agent's amount. Undefined closes it.
 */
export function RunPartDialog({
  run,
  part,
  carrierId,
  onClose,
}: {
  run: PayRun
  part: RunPartName | undefined
  carrierId: number | undefined
  onClose(): void
}) {
  const [shown, setShown] = useState({ part, carrierId })
  if (part && (part !== shown.part || carrierId !== shown.carrierId)) setShown({ part, carrierId })
  const phone = usePhone()
  return (
    <Dialog
      opened={part !== undefined}
      onClose={onClose}
      title={shown.part ? `${partWords[shown.part]}, ${runName(run)}` : ''}
      size={shown.carrierId === undefined ? 600 : 760}
      fullScreen={phone}
      centered
    >
      {shown.part ? <Part run={run} part={shown.part} carrierId={shown.carrierId} /> : null}
    </Dialog>
  )
}

type LinePart = (typeof lineParts)[number]
const isOfLines = (part: RunPartName): part is LinePart => lineParts.some((one) => one === part)

function Part({ run, part, carrierId }: { run: PayRun; part: RunPartName; carrierId: number | undefined }) {
  const { data, error, refetch } = useQuery(apiQuery(payRuns.part, { id: run.id, part }))
  const linksOf = useStepLinks(run.id, part)
  if (error)
    return <FailedState title="Couldn't load the figures." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonBar width="100%" height={160} />
  const carrier = data.steps.find((step) => carrierId !== undefined && step.carrierId === carrierId)
  return (
    <div className={css.detail}>
      {isOfLines(part) ? (
        <div className={css.buttons}>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconFileTypeCsv size={16} aria-hidden />}
            onClick={() =>
              void download(
                payRuns.partLines,
                { id: run.id, part, carrierId: carrier?.carrierId ?? undefined },
                'csv',
              ).catch((failure: unknown) => toasts.failure("Couldn't export the file.", failure))
            }
          >
            Lines as CSV
          </Button>
        </div>
      ) : null}
      {carrier && isOfLines(part) ? (
        <CarrierLines key={carrier.key} run={run} part={part} carrier={carrier} />
      ) : (
        <section className={css.scroll} aria-label="What adds up to it">
          <StepTable steps={data.steps} sum={{ label: partWords[part], amount: data.amount }} linksOf={linksOf} />
        </section>
      )}
    </div>
  )
}

type Step = RunPart['steps'][number]

/** A carrier's row opens its lines, an agent's the agent's amount; an entry also opens the list that it is in. */
function useStepLinks(runId: number, part: RunPartName) {
  const seesTerms = useHasAccess(mayReadPayTerms)
  return ({ agentId, carrierId }: Step) => {
    const tab = entryTabs[part]
    return {
      label:
        agentId !== null
          ? runDialogAddress(runId, { agent: agentId })
          : carrierId !== null && isOfLines(part)
            ? runDialogAddress(runId, { part, carrier: carrierId })
            : undefined,
      detail: tab && seesTerms ? withQuery(paths.adjustments, { tab: tab.tab, agentId }) : undefined,
    }
  }
}

/** Tab of Adjustments that has the entries of a part. */
const entryTabs: Partial<Record<RunPartName, { tab: string | null }>> = {
  adjustments: { tab: null },
  advances: { tab: 'advances' },
  recovered: { tab: 'advances' },
}

/** Lines of a carrier in a part; each opens its policy. */
function CarrierLines({ run, part, carrier }: { run: PayRun; part: LinePart; carrier: Step }) {
  const [pageSize, setPageSize] = useState(linesAtOnce)
  const { data, error, refetch } = useQuery({
    ...apiQuery(payRuns.partLines, { id: run.id, part, carrierId: carrier.carrierId ?? undefined, pageSize }),
    placeholderData: keepPreviousData,
  })
  if (error)
    return <FailedState title="Couldn't load the lines." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonBar width="100%" height={220} />
  const lines = data.data.map(({ gross, agency, ...line }) => ({
    ...line,
    received: gross,
    amount: part === 'agency' ? agency : line.amount,
  }))
  return (
    <section className={css.scroll} aria-label="Lines">
      <Link to={runDialogAddress(run.id, { part })}>All carriers</Link>
      <h3>
        {carrier.label}: {showMoney(carrier.amount)} in {carrier.detail}
      </h3>
      <RunLineTable lines={lines} amount={part === 'received' ? null : partWords[part]} />
      <MoreLines
        shown={lines.length}
        total={data.totalRecords}
        pageSize={pageSize}
        onMore={setPageSize}
        file="The file Lines as CSV"
      />
    </section>
  )
}
