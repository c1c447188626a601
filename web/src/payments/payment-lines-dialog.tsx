import { type Payment, payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import css from '../pay-runs/pay-runs.module.css'
import { RunLineTable } from '../pay-runs/run-line-table.tsx'
import { StepTable } from '../pay-runs/step-table.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { paymentName } from './payment-columns.tsx'

/** What a payment of a pay run consists of; it adds up to the payment. Keep it mounted, so that focus returns to its origin. */
export function PaymentLinesDialog({
  payment,
  opened,
  onClose,
}: {
  payment: Payment
  opened: boolean
  onClose(): void
}) {
  const phone = usePhone()
  return (
    <Dialog opened={opened} onClose={onClose} title={paymentName(payment)} size={760} fullScreen={phone} centered>
      <div className={css.detail}>
        <Parts payment={payment} />
      </div>
    </Dialog>
  )
}

/** The largest page: more lines than a carrier pays for an agent in most months. */
const maxLines = 500

function Parts({ payment: { id, amount, typePayment } }: { payment: Payment }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(payments.lines, { paymentId: id, pageSize: maxLines }),
    placeholderData: keepPreviousData,
  })
  if (error)
    return <FailedState title="Couldn't load the lines." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonBar width="100%" height={220} />
  const { totalRecords, data: lines, steps } = data
  const count = `${showCount(totalRecords)} ${totalRecords === 1 ? 'line' : 'lines'}`
  return (
    <>
      <section className={css.scroll} aria-label="Steps">
        <StepTable
          steps={lines.length > 0 ? [{ label: typePayment, detail: count, amount }] : steps}
          sum={{ label: 'Payment', amount }}
        />
      </section>
      {lines.length > 0 ? (
        <section className={css.scroll} aria-label="Lines">
          <RunLineTable lines={lines} />
          {totalRecords > lines.length ? (
            <p>These are the first {maxLines} lines. The agent's statement of the pay run has all of them.</p>
          ) : null}
        </section>
      ) : null}
    </>
  )
}
