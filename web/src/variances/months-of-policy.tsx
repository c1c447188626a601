import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { type PolicyMonth, variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { paths, withQuery } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { YearTabs } from '../ui/choices/year-tabs.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { FileLine } from '../uploads/file-line.tsx'
import css from './months-of-policy.module.css'
import { sumsOfMonths } from './sums-of-months.ts'
import { markOf } from './variance-words.ts'

/** What the carrier owed for each month of a policy, what came, and by which line; nothing for users who may not read it. */
export function MonthsOfPolicy({ policyId }: { policyId: number }) {
  const reads = useHasAccess(variances.ofPolicy.allow)
  const { data, error } = useQuery({ ...apiQuery(variances.ofPolicy, { policyId }), enabled: reads })
  const [chosen, setChosen] = useState<number>()
  if (!reads || data?.months.length === 0) return null
  const years = [...new Set((data?.months ?? []).map(yearOf))].sort((one, other) => other - one)
  const shown = years.find((year) => year === chosen) ?? years[0]
  const months = (data?.months ?? []).filter((month) => yearOf(month) === shown)
  return (
    <section className={css.section} aria-labelledby="months-of-policy">
      <div className={css.head}>
        <h2 id="months-of-policy">Expected and received</h2>
        {shown === undefined ? null : <YearTabs years={years} shown={shown} onChoose={setChosen} />}
        {months.length > 0 ? <Sums months={months} /> : null}
        <Link to={withQuery(paths.expectedMonths, { policyId })}>By which rule</Link>
      </div>
      {error ? (
        <NoticeLine tone="red">Couldn't load what was expected: {failureMessage(error)}</NoticeLine>
      ) : (
        <Months months={months} />
      )}
    </section>
  )
}

const yearOf = ({ month }: PolicyMonth) => Number(month.slice(0, 4))

function Sums({ months }: { months: readonly PolicyMonth[] }) {
  const sums = sumsOfMonths(months)
  if (!sums) return null
  return (
    <p className={css.sums}>
      {sums.words}
      {sums.gap === '0.00' ? null : (
        <strong>
          <MoneyCell amount={sums.gap} />
        </strong>
      )}
    </p>
  )
}

function Months({ months }: { months: readonly PolicyMonth[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways in a narrow window
    <section className={css.scroll} aria-label="Months with their lines" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" data-number>
              Members
            </th>
            <th scope="col" data-number>
              Expected
            </th>
            <th scope="col" data-number>
              Received
            </th>
            <th scope="col" data-number>
              Gap
            </th>
            <th scope="col">Result</th>
            <th scope="col">File and line</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <Month key={month.month} month={month} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Month({ month: shown }: { month: PolicyMonth }) {
  const { month, members, expected, received, gap, lines, class: kind, reason } = shown
  const mark = markOf(kind)
  const needsReason = mark !== null || expected === '0.00'
  return (
    <tr>
      <th scope="row" className="figures">
        {showMonth(month)}
      </th>
      <td className="figures" data-number>
        {members ?? '-'}
      </td>
      <td data-number>
        <MoneyCell amount={expected} />
      </td>
      <td data-number>
        <MoneyCell amount={lines.length === 0 && received === '0.00' ? null : received} />
      </td>
      <td data-number>
        <MoneyCell amount={gap === '0.00' ? null : gap} />
      </td>
      <td>{mark ? <StatusPill tone={mark.tone}>{mark.label}</StatusPill> : null}</td>
      <td className={css.lines}>
        {lines.map((line) => (
          <span key={line.id}>
            {line.fileName ? (
              <FileLine batchId={line.batchId}>{`${line.fileName}, line ${line.line ?? '-'}`}</FileLine>
            ) : (
              `Statement ${showMonth(line.statement)}`
            )}
          </span>
        ))}
        {needsReason ? <small>{reason}</small> : null}
      </td>
    </tr>
  )
}
