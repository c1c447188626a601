import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { type PayRunDetail, payRuns, type RunCheck } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { payRunRefreshes } from './pay-run-forms.tsx'
import css from './pay-runs.module.css'

/** What must hold before the run is closed, and how the money that came is divided. */
export function RunSummary({ run }: { run: PayRunDetail }) {
  const sums = [
    ['Received', run.received],
    ['Agency', run.agency],
    ['Held', run.held],
    ['To pay', run.paid],
  ] as const
  return (
    <section className={css.summary} aria-label="Checks and sums">
      {run.reason ? <p className={css.check}>Reopened: {run.reason}</p> : null}
      {run.checks.map((check) => (
        <Check key={check.check} run={run} check={check} />
      ))}
      {sums.map(([label, amount]) => (
        <div key={label} className={css.sum}>
          <span>{label}</span>
          <strong className="figures">{showAmount(amount)}</strong>
        </div>
      ))}
    </section>
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
      {carriers.length > 0 ? (
        <Button size="compact-sm" variant="default" loading={confirm.isPending} onClick={confirmAll}>
          Confirm missing
        </Button>
      ) : null}
    </div>
  )
}
