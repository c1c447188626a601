import { type PayRun, payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { Button } from '@mantine/core'
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../platform/api/call.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { linesAtOnce, MoreLines } from './more-lines.tsx'
import css from './pay-runs.module.css'
import { RunLineTable } from './run-line-table.tsx'
import { StepTable } from './step-table.tsx'

interface Props {
  run: PayRun
  /** Undefined closes the dialog. */
  agentId: number | undefined
  onClose(): void
}

/** 'Why this number': the steps to an agent's payment, the lines behind it with file, line and rule, and the agent's statement. */
export function RunAgentDialog({ run, agentId, onClose }: Props) {
  const [shown, setShown] = useState(agentId)
  if (agentId !== undefined && agentId !== shown) setShown(agentId)
  const phone = usePhone()
  return (
    <Dialog
      opened={agentId !== undefined}
      onClose={onClose}
      title={shown === undefined ? '' : <Title run={run} agentId={shown} />}
      size={760}
      fullScreen={phone}
      centered
    >
      {shown === undefined ? null : (
        <div className={css.detail}>
          <Statements run={run} agentId={shown} />
          <Steps run={run} agentId={shown} />
          <Lines key={shown} run={run} agentId={shown} />
        </div>
      )}
    </Dialog>
  )
}

function Title({ run, agentId }: { run: PayRun; agentId: number }) {
  const { data } = useQuery(apiQuery(payRuns.agent, { id: run.id, agentId }))
  return data ? `${data.agent.agent}, ${runName(run)}` : `Pay run ${runName(run)}`
}

function Statements({ run, agentId }: { run: PayRun; agentId: number }) {
  const save = (asked: Pick<InputOf<typeof payRuns.statement>, 'language' | 'format'>) => () =>
    void downloadFile(payRuns.statement, { id: run.id, agentId, ...asked }).catch((failure: unknown) =>
      toasts.failure("Couldn't export the file.", failure),
    )
  return (
    <div className={css.buttons}>
      <Button size="sm" variant="default" leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={save({})}>
        Statement
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={save({ language: 'es' })}
      >
        Statement in Spanish
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        onClick={save({ format: 'csv' })}
      >
        Statement as CSV
      </Button>
    </div>
  )
}

function Steps({ run, agentId }: { run: PayRun; agentId: number }) {
  const { data, error, refetch } = useQuery(apiQuery(payRuns.agent, { id: run.id, agentId }))
  if (error)
    return <FailedState title="Couldn't load the steps." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonBar width="100%" height={120} />
  const { agent, steps, held, differences } = data
  return (
    <>
      <section className={css.scroll} aria-label="Steps">
        <StepTable steps={steps} sum={{ label: 'To pay', amount: agent.paid }} />
      </section>
      {held.length > 0 ? (
        <section className={css.scroll} aria-label="Held, not in this payment">
          <h3>Held, not in this payment</h3>
          <StepTable steps={held} sum={{ label: 'Held', amount: agent.held }} />
        </section>
      ) : null}
      {differences.length > 0 ? (
        <section className={css.scroll} aria-label="Difference from the last run">
          <h3>Difference from the last run</h3>
          <StepTable steps={differences} sum={{ label: 'Change', amount: agent.change }} />
        </section>
      ) : null}
    </>
  )
}

function Lines({ run, agentId }: { run: PayRun; agentId: number }) {
  const [pageSize, setPageSize] = useState(linesAtOnce)
  const { data, error, refetch } = useQuery({
    ...apiQuery(payRuns.lines, { id: run.id, agentId, pageSize }),
    placeholderData: keepPreviousData,
  })
  if (error)
    return <FailedState title="Couldn't load the lines." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonBar width="100%" height={220} />
  return (
    <section className={css.scroll} aria-label="Lines">
      <h3>
        {showCount(data.totalRecords)} {data.totalRecords === 1 ? 'line' : 'lines'}
      </h3>
      <RunLineTable lines={data.data} />
      <MoreLines
        shown={data.data.length}
        total={data.totalRecords}
        pageSize={pageSize}
        onMore={setPageSize}
        file="The statement as CSV"
      />
    </section>
  )
}
