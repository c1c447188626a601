import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import {
  type VarianceDetail as Detail,
  mayWorkOnVariances,
  type VarianceRow,
  variances,
} from '@coverdesk/domain/variances/variance-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { ConfirmByPerson } from '../statement-checks/confirm-by-person.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { classMark, statusTone, varianceName } from './variance-words.ts'
import css from './variances.module.css'

/** 'Why this number': the reason, the facts, the lines with file and number, and the policy's other months. */
export function VarianceDetail({ row, onClose }: { row: VarianceRow | undefined; onClose(): void }) {
  const [shown, setShown] = useState(row)
  if (row && row !== shown) setShown(row)
  const phone = usePhone()
  return (
    <Dialog
      opened={row !== undefined}
      onClose={onClose}
      title={shown ? varianceName(shown) : ''}
      size={680}
      fullScreen={phone}
      centered
    >
      {shown ? <Explained id={shown.id} /> : null}
    </Dialog>
  )
}

function Explained({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({ ...apiQuery(variances.one, { id }), staleTime: 0 })
  if (error)
    return <FailedState title="Couldn't load the reason." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonBar width="100%" height={220} />
  const { variance: row, facts } = data
  return (
    <div className={css.detail}>
      <div>
        <StatusPill tone={classMark[row.class].tone}>{classWords[row.class]}</StatusPill>{' '}
        <StatusPill tone={statusTone(row.status)}>{row.status}</StatusPill>
      </div>
      <p>{row.reason}</p>
      {row.closedBy ? <p>Closed by {row.closedBy}.</p> : null}
      <DefinitionGrid
        columns={3}
        facts={[
          ...facts,
          ...(row.disputeBy && row.closedAt === null ? [{ label: 'Dispute by', value: showDate(row.disputeBy) }] : []),
          ...data.disputes.map(({ id, sentOn, outcome }) => ({
            label: `Dispute ${id}`,
            value: <Link to={paths.dispute(id)}>{outcome ?? (sentOn ? `Sent ${showDate(sentOn)}` : 'Not sent')}</Link>,
          })),
          { label: 'Policy', value: <Link to={paths.policy(row.policyId)}>{row.policyNumber}</Link> },
        ]}
      />
      <Received detail={data} />
      {data.confirmation || (row.class === 'duplicate' && row.closedAt === null) ? <EqualLines detail={data} /> : null}
      <Months detail={data} />
    </div>
  )
}

const said = 'confirmed that the equal lines are right'
const refreshes = [variances.list, variances.summary, variances.one, variances.ofPolicy, variances.history, payRuns.one]

/** A duplicate's decision: the equal lines are all right, or who said so. */
function EqualLines({ detail: { variance, confirmation } }: { detail: Detail }) {
  const works = useHasAccess(mayWorkOnVariances)
  const confirm = useSend(variances.confirmEqualLines, { refreshes })
  const withdraw = useSend(variances.withdrawEqualLines, { refreshes })
  const { id } = variance
  if (!works)
    return confirmation ? (
      <p>
        {confirmation.by} {said} on {showInstant(confirmation.at)}.
      </p>
    ) : null
  return (
    <ConfirmByPerson
      confirmation={confirmation}
      verb="All lines are right"
      question="The carrier owes each of the equal lines. The month is then over instead of a duplicate, and the next pay run pays what was held. One more equal line is a duplicate again."
      said={said}
      onConfirm={(reason) => confirm.mutateAsync({ id, reason })}
      onWithdraw={() => withdraw.mutateAsync({ id })}
    />
  )
}

function Received({ detail: { lines, variance } }: { detail: Detail }) {
  return (
    <section className={css.scroll} aria-label="Received">
      <h3>Received</h3>
      {lines.length === 0 ? (
        <p>No line of a statement pays this month.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Statement</th>
              <th scope="col">Kind</th>
              <th scope="col">File and line</th>
              <th scope="col" data-number>
                For this month
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td className="figures">{showMonth(line.statement)}</td>
                <td>{line.kind}</td>
                <td>{line.fileName ? `${line.fileName}, line ${line.line ?? '-'}` : '-'}</td>
                <td data-number>
                  <MoneyCell amount={line.amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                Of {variance.expected} expected
              </th>
              <td data-number>
                <MoneyCell amount={variance.received} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

function Months({ detail: { months, variance } }: { detail: Detail }) {
  return (
    <section className={css.scroll} aria-label="All months">
      <h3>All months of the policy</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Class</th>
            <th scope="col" data-number>
              Expected
            </th>
            <th scope="col" data-number>
              Received
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month} data-current={one.month === variance.month}>
              <td className="figures">{showMonth(one.month)}</td>
              <td>{classWords[one.class]}</td>
              <td data-number>
                <MoneyCell amount={one.isCounted ? one.expected : null} />
              </td>
              <td data-number>
                <MoneyCell amount={one.received} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
