import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { RunLine } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'

/** Line of an agent, or of a part of a run, which names its agent. Readers of pay don't get what was received. */
type ShownLine = Omit<RunLine, 'received'> & { received: string | null; agent?: string | null }

/** Lines of a run, each with its rule, file and line. `amount` is the heading of what the line adds; null leaves the column out. */
export function RunLineTable({ lines, amount = 'Amount' }: { lines: readonly ShownLine[]; amount?: string | null }) {
  const withReceived = lines.some(({ received }) => received !== null)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Policy</th>
          <th scope="col">Covers</th>
          <th scope="col">Rule</th>
          {withReceived ? (
            <th scope="col" data-number>
              Received
            </th>
          ) : null}
          {amount === null ? null : (
            <th scope="col" data-number>
              {amount}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} withReceived={withReceived} withAmount={amount !== null} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line, withReceived, withAmount }: { line: ShownLine; withReceived: boolean; withAmount: boolean }) {
  const file = line.fileName ? `${line.fileName}, line ${line.line ?? '-'}` : 'The line was removed'
  return (
    <tr>
      <td>
        {line.policyId === null ? line.policyNumber : <Link to={paths.policy(line.policyId)}>{line.policyNumber}</Link>}
        <small>{line.insuredName}</small>
      </td>
      <td className="figures">
        {showMonth(line.month)}
        <small>Statement {showMonth(line.statement)}</small>
      </td>
      <td>
        {line.agent ? `${line.agent}: ${ruleOf(line)}` : ruleOf(line)}
        <small>{file}</small>
        {line.held ? <small data-held>Held: {line.held}</small> : null}
      </td>
      {withReceived ? (
        <td data-number>
          <MoneyCell amount={line.received} />
        </td>
      ) : null}
      {withAmount ? (
        <td data-number>
          <MoneyCell amount={line.amount} />
        </td>
      ) : null}
    </tr>
  )
}

const kinds: Partial<Record<RunLine['kind'], string>> = {
  chargeback: 'Taken back',
  gone: 'Line removed, reversed',
  moved: 'Moved to another policy or month, reversed',
  correction: 'Difference from what was paid',
  release: 'Released, was held',
}
const ruleOf = ({ kind, rule }: Pick<RunLine, 'kind' | 'rule'>) => (kinds[kind] ? `${kinds[kind]}: ${rule}` : rule)
