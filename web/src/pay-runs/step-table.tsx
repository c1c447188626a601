import type { RunStep } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'

/** Steps to an amount, with their sum as the last row. */
export function StepTable({ steps, sum }: { steps: readonly RunStep[]; sum: Omit<RunStep, 'detail'> }) {
  return (
    <table>
      <tbody>
        {steps.map(({ label, detail, amount }) => (
          <tr key={`${label} ${detail}`}>
            <th scope="row">
              {label}
              <small>{detail}</small>
            </th>
            <td data-number>
              <MoneyCell amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{sum.label}</th>
          <td data-number>
            <strong>
              <MoneyCell amount={sum.amount} />
            </strong>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
