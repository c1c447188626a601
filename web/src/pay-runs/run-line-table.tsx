import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import type { RunLine } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'

/** Lines that an agent is paid for, each with its rule, file and line. */
export function RunLineTable({ lines }: { lines: readonly RunLine[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Policy</th>
          <th scope="col">Covers</th>
          <th scope="col">Rule</th>
          <th scope="col" data-number>
            Received
          </th>
          <th scope="col" data-number>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  )
}

const monthShown = (day: string) => monthText(Number(day.slice(5, 7)), Number(day.slice(0, 4)))

function Line({ line }: { line: RunLine }) {
  const file = line.fileName ? `${line.fileName}, line ${line.line ?? '-'}` : 'The line was removed'
  return (
    <tr>
      <td>
        {line.policyId === null ? line.policyNumber : <Link to={paths.policy(line.policyId)}>{line.policyNumber}</Link>}
        <small>{line.insuredName}</small>
      </td>
      <td className="figures">
        {monthShown(line.month)}
        <small>Statement {monthShown(line.statement)}</small>
      </td>
      <td>
        {ruleOf(line)}
        <small>{file}</small>
        {line.held ? <small data-held>Held: {line.held}</small> : null}
      </td>
      <td data-number>
        <MoneyCell amount={line.received} />
      </td>
      <td data-number>
        <MoneyCell amount={line.amount} />
      </td>
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
const ruleOf = ({ kind, rule }: RunLine) => (kinds[kind] ? `${kinds[kind]}: ${rule}` : rule)
