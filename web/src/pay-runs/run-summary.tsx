import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import {
  type PayRunDetail,
  payRuns,
  type RunCheck,
  type RunPartName,
} from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { Button, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { WorkingLine } from '../ui/progress/working-line.tsx'
import { payRunRefreshes } from './pay-run-forms.tsx'
import css from './pay-runs.module.css'
import { partWords, RunPartDialog } from './run-part-dialog.tsx'
import { useRecalculate } from './use-recalculate.ts'
import { useRunDialog } from './use-run-dialog.ts'

/** What must hold before the run is closed, and how the money that came is divided and paid: each line of figures adds up. */
export function RunSummary({ run }: { run: PayRunDetail }) {
  const { part, carrier, show, hide } = useRunDialog()
  const open = (name: RunPartName) => show({ part: name })
  const { since: calculatingSince } = useRecalculate(run)
  const { writing, overrides, adjustments, advances, recovered, carriedIn, carriedOut } = run.sums
  const earned: readonly Term[] = [
    { part: 'writing', amount: writing },
    { part: 'overrides', amount: overrides },
  ]
  return (
    <section className={css.summary} aria-label="Checks and sums">
      {run.reason ? <p className={css.check}>Reopened: {run.reason}</p> : null}
      {calculatingSince === undefined ? (
        run.changedSince.length > 0 && <Stale run={run} />
      ) : (
        <div className={css.check}>
          <WorkingLine
            what="Calculating the run again. The figures below are from the last calculation."
            since={calculatingSince}
          />
        </div>
      )}
      {run.checks.map((check) => (
        <Check key={check.check} run={run} check={check} />
      ))}
      <Equation
        label="Received"
        sum={{ part: 'received', amount: run.received }}
        terms={[{ part: 'agency', amount: run.agency }, { part: 'held', amount: run.held }, ...earned]}
        onOpen={open}
      />
      <Equation
        label="To pay"
        sum={{ amount: run.paid }}
        terms={[
          ...earned,
          { part: 'adjustments', amount: adjustments },
          { part: 'advances', amount: advances },
          { part: 'recovered', amount: recovered },
          { part: 'carriedIn', amount: carriedIn },
          { part: 'carriedOut', amount: carriedOut },
        ]}
        onOpen={open}
      />
      <RunPartDialog run={run} part={part} carrierId={carrier} onClose={hide} />
    </section>
  )
}

interface Term {
  part: RunPartName
  amount: string
}

/** A sum and its terms; each that is not zero opens what it consists of. */
function Equation({
  label,
  sum,
  terms,
  onOpen,
}: {
  label: string
  sum: { part?: RunPartName; amount: string }
  terms: readonly Term[]
  onOpen(part: RunPartName): void
}) {
  return (
    <fieldset className={css.equation} aria-label={`${label}, and what adds up to it`}>
      <Figure label={label} {...sum} onOpen={onOpen} />
      <span aria-hidden>=</span>
      {terms.map(({ part, amount }) => (
        <Figure key={part} label={partWords[part]} part={part} amount={amount} onOpen={onOpen} />
      ))}
    </fieldset>
  )
}

function Figure({
  label,
  part,
  amount,
  onOpen,
}: {
  label: string
  part?: RunPartName
  amount: string
  onOpen(part: RunPartName): void
}) {
  const figure = <strong className="figures">{amount === '0.00' ? '-' : showAmount(amount)}</strong>
  return (
    <div className={css.sum}>
      <span>{label}</span>
      {part === undefined || amount === '0.00' ? (
        figure
      ) : (
        <UnstyledButton aria-label={`${label} ${showAmount(amount)}`} onClick={() => onOpen(part)}>
          {figure}
        </UnstyledButton>
      )}
    </div>
  )
}

/** Says what changed since the figures were calculated. */
function Stale({ run }: { run: PayRunDetail }) {
  const { recalculate } = useRecalculate(run)
  return (
    <div className={css.check} data-met={false} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <span>Changed since these figures were calculated: {run.changedSince.join(', ')}. The figures may be old.</span>
      <Button size="compact-sm" variant="default" onClick={recalculate}>
        Recalculate
      </Button>
    </div>
  )
}

function Check({ run, check: { check, isMet, what, carriers } }: { run: PayRunDetail; check: RunCheck }) {
  const confirm = useSend(payRuns.confirm, { refreshes: payRunRefreshes })
  const confirmAll = () =>
    void confirm
      .mutateAsync({ id: run.id, carrierIds: carriers.map(({ id }) => id) })
      .catch((failure: unknown) => toasts.failure("Couldn't confirm the statements.", failure))
  return (
    <div className={css.check} data-met={isMet} data-check={check}>
      {isMet ? <IconCheck size={16} aria-label="Met" /> : <IconAlertTriangle size={16} aria-label="Not met" />}
      <span>{what}</span>
      {check === 'exceptions' && !isMet ? <Link to={paths.exceptions}>Exceptions</Link> : null}
      {check === 'refused' && !isMet ? <Link to={paths.statementLines}>Manage Commissions</Link> : null}
      {carriers.length > 0 ? (
        <Button size="compact-sm" variant="default" loading={confirm.isPending} onClick={confirmAll}>
          Confirm missing
        </Button>
      ) : null}
    </div>
  )
}
