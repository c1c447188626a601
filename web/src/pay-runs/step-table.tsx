import type { RunStep } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { Link } from '@tanstack/react-router'
import { MoneyCell } from '../ui/basics/money-cell.tsx'

/** Addresses of what a step names, in its label and its detail. */
interface StepLinks {
  label?: string | undefined
  detail?: string | undefined
}

interface Props<Step extends RunStep> {
  /** `key` tells steps of the same words apart, such as two equal adjustments. */
  steps: readonly (Step & { key?: string })[]
  sum: Omit<RunStep, 'detail'>
  linksOf?(step: Step): StepLinks
}

/** Steps to an amount, with their sum as the last row. */
export function StepTable<Step extends RunStep>({ steps, sum, linksOf }: Props<Step>) {
  return (
    <table>
      <tbody>
        {steps.map((step) => {
          const { key, label, detail, amount } = step
          const links = linksOf?.(step) ?? {}
          return (
            <tr key={key ?? `${label} ${detail}`}>
              <th scope="row">
                {links.label === undefined ? label : <Link to={links.label}>{label}</Link>}
                <small>{links.detail === undefined ? detail : <Link to={links.detail}>{detail}</Link>}</small>
              </th>
              <td data-number>
                <MoneyCell amount={amount} />
              </td>
            </tr>
          )
        })}
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
