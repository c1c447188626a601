import type { Persistency as Counts } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { MonthTable } from '../charts/month-table.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import css from './dashboard.module.css'

/** How many of last year's clients are still in force at the end of each month (decision 140). */
export function Persistency({ year, counts }: { year: number; counts: Counts }) {
  const { clients, months } = counts
  const latest = months.findLast((count) => count !== null) ?? null
  const series = [{ key: 'here', name: 'Still here', color: 'var(--c1)', values: months.map((count) => count ?? 0) }]
  const share = latest === null || clients === 0 ? null : `${((latest / clients) * 100).toFixed(1)}%`
  return (
    <ChartRegion
      title="Clients still here"
      note={
        share === null ? (
          `No clients in force on 12/31/${year - 1}`
        ) : (
          <>
            <StatusPill tone="blue">{`${share} still here`}</StatusPill>
            <span className="figures">
              {showCount(latest ?? 0)} of {showCount(clients)} in force on 12/31/{year - 1}
            </span>
          </>
        )
      }
      table={<MonthTable label="Clients" series={series} withoutTotal />}
    >
      <div className={css.chart}>
        <MonthChart
          label={`Clients still here: of ${showCount(clients)} clients in force on 12/31/${year - 1}, by month of ${year}`}
          kind="bars"
          series={series}
        />
      </div>
    </ChartRegion>
  )
}
