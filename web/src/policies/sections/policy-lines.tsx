import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { LineTable, sumOfLines } from '../../commissions/lines/line-table.tsx'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { YearTabs } from '../../ui/choices/year-tabs.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from './policy-sections.module.css'

/** Maximum page size of a list: more lines than a policy has in forty years. */
const maxLines = 500

/** Statement lines of a policy by year, each with its file and line; nothing for users who may not read lines. */
export function PolicyLines({ policyId }: { policyId: number }) {
  const reads = useHasAccess(statements.lines.allow)
  const { data, failureReason } = useQuery({
    ...apiQuery(statements.lines, { policyId, pageSize: maxLines }),
    enabled: reads,
  })
  const [chosen, setChosen] = useState<number>()
  if (!reads || data?.totalRecords === 0) return null
  const all = data?.data ?? []
  const years = [...new Set(all.map(({ commissionYear }) => commissionYear))]
  const shown = years.find((year) => year === chosen) ?? years[0]
  const lines = all.filter(({ commissionYear }) => commissionYear === shown)
  return (
    <section className={css.section} aria-labelledby="policy-lines">
      <div className={css.head}>
        <h2 id="policy-lines">
          Statement lines {data ? <span className="figures">{showCount(data.totalRecords)}</span> : null}
        </h2>
        {shown === undefined ? null : <YearTabs years={years} shown={shown} onChoose={setChosen} />}
      </div>
      {failureReason ? (
        <NoticeLine tone="red">Couldn't load the statement lines: {failureMessage(failureReason)}</NoticeLine>
      ) : null}
      {lines.length > 0 ? <LineTable lines={lines} single total={sumOfLines(lines)} /> : null}
    </section>
  )
}
