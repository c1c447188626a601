import type { RunStep } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'

interface Props {
  /** `key` tells steps of the same words apart, such as two equal adjustments. */
  steps: readonly (RunStep & { key?: string })[]
  sum: Omit<RunStep, 'detail'>
}

/** Steps to an amount, with their sum as the last row. */
export function StepTable({ steps, sum }: Props) {
  return (
    <table>
      <tbody>
        {steps.map(({ key, label, detail, amount }) => (
          <tr key={key ?? `${label} ${detail}`}>
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
