import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PolicyDetail } from '@coverdesk/domain/policies/policy-contract.ts'
import { useState } from 'react'
import { MoneyCell, NotRated } from '../../ui/basics/money-cell.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import css from './commission-years.module.css'

type Year = PolicyDetail['commissions'][number]

/** Commissions of a policy by year and month, newest year first (POLICY-08); on a phone one year as a 4 × 3 grid. */
export function CommissionYears({ years }: { years: readonly Year[] }) {
  const phone = usePhone()
  return (
    <section className={css.section} aria-labelledby="commissions">
      {years.length > 0 && phone ? (
        <OneYear years={years} />
      ) : (
        <>
          <h2 id="commissions">Commissions by year</h2>
          {years.length === 0 ? <p className={css.none}>No commissions for this policy yet.</p> : null}
          {years.length > 0 ? <YearTable years={years} /> : null}
        </>
      )}
    </section>
  )
}

function YearTable({ years }: { years: readonly Year[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where twelve months do not fit
    <section className={css.scroller} aria-label="Commissions by year and month" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {monthNames.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, months, notRated, total }) => (
            <tr key={year}>
              <th scope="row" className="figures">
                {year}
              </th>
              {monthNames.map((month, index) => (
                <td key={month}>
                  <Month year={{ months, notRated }} month={index} />
                </td>
              ))}
              <td>{total === null ? <NotRated /> : <MoneyCell amount={total} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Month({ year, month }: { year: Pick<Year, 'months' | 'notRated'>; month: number }) {
  const amount = year.months[month] ?? null
  return amount === null && year.notRated.includes(month + 1) ? <NotRated short /> : <MoneyCell amount={amount} />
}

function OneYear({ years }: { years: readonly Year[] }) {
  const [chosen, setChosen] = useState<number>()
  const shown = years.find(({ year }) => year === chosen) ?? years[0]
  if (!shown) return null
  return (
    <>
      <div className={css.head}>
        <h2 id="commissions">Commissions</h2>
        <select
          aria-label="Year"
          className="figures"
          value={shown.year}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        >
          {years.map(({ year }) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </select>
      </div>
      <dl className={css.months}>
        {monthNames.map((month, index) => (
          <div key={month}>
            <dt>{month}</dt>
            <dd>
              <Month year={shown} month={index} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.total}>
        Total {shown.year} <strong>{shown.total === null ? <NotRated /> : <MoneyCell amount={shown.total} />}</strong>
      </p>
    </>
  )
}
