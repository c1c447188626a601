import type { CommissionFindings } from '@coverdesk/domain/uploads/commission-findings.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { download } from '../../platform/api/call.ts'
import { LinesRead } from '../../statement-checks/lines-read.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { showFileSize } from '../../ui/basics/file-size.ts'
import type { Tone } from '../../ui/basics/list-column.ts'
import { StatusDot } from '../../ui/basics/status-pill.tsx'
import { showSeconds } from '../../ui/progress/show-seconds.ts'
import { CommissionMoney, linesOfFile, unmatchedInWords } from '../rows/commission-money.tsx'
import { RefusedDownload } from '../rows/refused-download.tsx'
import { runCallsOf } from '../run-calls.ts'
import { AgentChanges } from './agent-changes.tsx'
import { LoadSteps } from './load-policies-steps.tsx'
import { goodRows, rowsASecond, secondsLeft, showLeft, stageWordsOf } from './load-progress.ts'
import css from './load-running.module.css'
import type { LoadView } from './use-load-view.ts'

/** Running or finished upload: progress, steps and counts. */
export function RunningLoad({ view }: { view: LoadView }) {
  const { run, upload, failure, underWay } = view
  const kind = upload?.kind ?? run?.kind ?? 'policies'
  return (
    <div className={css.running}>
      {failure === null ? <Progress view={view} /> : <LoadFailed why={failure} />}
      <LoadSteps kind={kind} run={run} ended={!underWay} />
      {run?.counts ? <LoadCounts run={run} /> : null}
      {run ? <AgentChanges run={run} /> : null}
      {run?.commissions ? (
        <Paid findings={run.commissions} counts={run.counts} loaded={run.state === 'loaded'} />
      ) : null}
    </div>
  )
}

function Paid({
  findings,
  counts,
  loaded,
}: {
  findings: CommissionFindings
  counts: ImportRun['counts']
  loaded: boolean
}) {
  const unmatched = unmatchedInWords(findings)
  return (
    <div className={css.paid}>
      {counts ? (
        <p>
          <LinesRead counts={linesOfFile(counts, findings)} />
        </p>
      ) : null}
      {unmatched ? <p>{unmatched}</p> : null}
      <CommissionMoney findings={findings} loaded={loaded} />
    </div>
  )
}

function Progress({ view: { run, upload, percent, seconds, underWay } }: { view: LoadView }) {
  const rows = run ? (run.rowsWritten > 0 ? run.rowsWritten : run.rowsRead) : 0
  const pace = rowsASecond(rows, seconds)
  const left = secondsLeft(percent, seconds)
  const words = underWay ? stageWordsOf(upload?.kind ?? run?.kind ?? 'policies', run?.stage ?? 'receiving') : 'Loaded'
  return (
    <section aria-label="Progress">
      <div className={css.head}>
        <strong className={css.percent}>{percent}%</strong>
        <span role="status">{words}</span>
        <span className={css.rows}>{run ? <RowsDone run={run} /> : upload ? sentOf(upload) : ''}</span>
      </div>
      <div
        className={css.track}
        role="progressbar"
        aria-label="Load"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={css.bar} style={{ width: `${percent}%` }} />
      </div>
      <div className={css.foot}>
        <span>
          {underWay ? `${showSeconds(seconds)} so far` : `Took ${showSeconds(seconds)}`}
          {pace === null ? '' : `, ${showCount(pace)} rows a second`}
        </span>
        <span>{underWay && left !== null ? showLeft(left) : ''}</span>
      </div>
    </section>
  )
}

function RowsDone({ run }: { run: ImportRun }) {
  if (run.stage === 'receiving' && run.state === 'running')
    return (
      <>
        <strong>{showFileSize(run.bytes)}</strong>
        {run.bytesExpected === null ? '' : ` of ${showFileSize(run.bytesExpected)}`}
      </>
    )
  if (!run.counts)
    return (
      <>
        <strong className="figures">{showCount(run.rowsRead)}</strong> rows
      </>
    )
  return (
    <>
      <strong className="figures">{showCount(run.rowsWritten)}</strong> of{' '}
      <span className="figures">{showCount(goodRows(run))}</span> rows
    </>
  )
}

function sentOf({ sent, size }: { sent: number; size: number }): string {
  return `${showFileSize(sent)} of ${showFileSize(size)}`
}

function LoadFailed({ why }: { why: string }) {
  return (
    <div className={css.failed} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <div>
        <strong>Nothing was loaded</strong>
        <p>{why}</p>
      </div>
    </div>
  )
}

function LoadCounts({ run }: { run: ImportRun }) {
  const { counts } = run
  if (!counts) return null
  const loaded = run.state === 'loaded'
  const parts: { label: string; tone: Tone; count: number }[] = [
    { label: loaded ? 'Inserted' : 'To insert', tone: 'green', count: counts.new },
    { label: loaded ? 'Updated' : 'To update', tone: 'blue', count: counts.changed },
    { label: loaded ? 'Confirmed unchanged' : 'Unchanged', tone: 'grey', count: counts.unchanged },
    { label: 'Refused', tone: 'red', count: counts.refused },
  ]
  return (
    <>
      <dl className={css.counts}>
        {parts.map(({ label, tone, count }) => (
          <div key={label}>
            <dt>
              <StatusDot tone={tone} /> {label}
            </dt>
            <dd>{showCount(count)}</dd>
          </div>
        ))}
      </dl>
      {counts.refused > 0 ? (
        <div className={css.download}>
          <RefusedDownload save={() => download(runCallsOf(run.kind).refusals, { runId: run.id }, 'csv')} />
        </div>
      ) : null}
    </>
  )
}
