import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { PersonPolicy } from '@coverdesk/domain/person/person-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../platform/address/paths.ts'
import { MoneyCell, NotRated } from '../../ui/basics/money-cell.tsx'
import css from './customer-page.module.css'

/** Commissions of the person's policies by year, with their sum. */
export function PersonCommissions({ policies }: { policies: readonly PersonPolicy[] | null }) {
  const paid = (policies ?? []).filter(({ commissions }) => commissions.length > 0)
  if (paid.length === 0) return null
  const years = [...new Set(paid.flatMap(({ commissions }) => commissions.map(({ year }) => year)))]
    .toSorted((a, b) => b - a)
    .slice(0, 3)
  const sumOf = (year: number) =>
    amountOf(paid.reduce((sum, policy) => sum + (cents(totalOf(policy, year) ?? '0.00') ?? 0), 0))
  return (
    <section className={css.section} aria-labelledby="commissions-of-person">
      <h2 id="commissions-of-person">Commissions</h2>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Policy</th>
            <th scope="col">Carrier</th>
            {years.map((year) => (
              <th key={year} scope="col" data-number>
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paid.map((policy) => (
            <tr key={policy.id}>
              <th scope="row">
                <Link to={paths.policy(policy.id)}>{policy.policyNumber}</Link>
              </th>
              <td>{policy.carrierName}</td>
              {years.map((year) => (
                <td key={year} data-number>
                  {totalOf(policy, year) === null ? <NotRated /> : <MoneyCell amount={totalOf(policy, year)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {paid.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              {years.map((year) => (
                <td key={year} data-number>
                  <MoneyCell amount={sumOf(year)} />
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

const totalOf = ({ commissions }: PersonPolicy, year: number) =>
  commissions.find((commission) => commission.year === year)?.total
