import type {
  ExpectedCash as Cash,
  Persistency as Counts,
  ReceivedMonth,
  AtStake as Stakes,
} from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { changeInPercent, type Sales } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { MonthTable } from '../charts/month-table.tsx'
import { restColor } from '../charts/series.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { AtStake } from './at-stake.tsx'
import { CarrierMonths } from './carrier-months.tsx'
import { ChangePill } from './change-pill.tsx'
import { ChartKey } from './chart-key.tsx'
import css from './dashboard.module.css'
import { type Selection, salesAddress } from './dashboard-addresses.ts'
import { ExpectedCash } from './expected-cash.tsx'
import { MonthRange } from './month-range.tsx'
import { MySales } from './my-sales.tsx'
import { Persistency } from './persistency.tsx'
import { Received } from './received.tsx'

interface Years {
  selection: Selection
  sales: Sales
  before: Sales
}

interface DashboardChartsProps extends Years {
  persistency: Counts | undefined
  /** Absent without the right to statements. */
  received: readonly ReceivedMonth[] | undefined
  /** Absent without the right to variances. */
  atStake: Stakes | undefined
  /** Absent without the right to variances. */
  cash: Cash | undefined
}

/** The charts of one year. */
export function DashboardCharts({
  selection,
  sales,
  before,
  persistency,
  received,
  atStake,
  cash,
}: DashboardChartsProps) {
  return (
    <div className={css.regions}>
      <MySales selection={selection} sales={sales} />
      <Persistence selection={selection} sales={sales} />
      <CarrierMonths selection={selection} sales={sales} />
      <Comparison selection={selection} sales={sales} before={before} />
      {received ? <Received selection={selection} rows={received} /> : null}
      {atStake ? <AtStake selection={selection} stakes={atStake} /> : null}
      {persistency ? <Persistency year={selection.year} counts={persistency} /> : null}
      {cash ? <ExpectedCash selection={selection} cash={cash} /> : null}
    </div>
  )
}

const present = 'var(--c1)'
const past = restColor

/** Policies by month with the year's average (DASH-04, DASH-07). */
function Persistence({ selection, sales }: Pick<Years, 'selection' | 'sales'>) {
  const { year } = selection
  const navigate = useNavigate()
  const series = [{ key: 'policies', name: 'Policies', color: present, values: sales.months }]
  const average = showAverage(sales.average)
  return (
    <ChartRegion
      title="Persistence"
      note="Policies by month of effect"
      legend={
        <>
          <ChartKey color={present} name="Policies" />
          <span className={css.entry}>
            <span className={css.dashes} aria-hidden />
            Average {average}
          </span>
        </>
      }
      table={
        <MonthTable label={String(year)} series={series} address={(_, month) => salesAddress(selection, { month })} />
      }
    >
      <MonthChart
        label={`Persistence: policies by month of ${year}, on average ${average}`}
        kind="bars"
        series={series}
        average={sales.average}
        onOpen={(month) => void navigate({ to: salesAddress(selection, { month }) })}
      />
    </ChartRegion>
  )
}

/** The year compared with the previous one, by month (DASH-06). */
function Comparison({ selection, sales, before }: Years) {
  const { year } = selection
  const [first, setFirst] = useState(0)
  const navigate = useNavigate()
  const series = [
    { key: 'before', name: String(year - 1), color: past, values: before.months },
    { key: 'present', name: String(year), color: present, values: sales.months },
  ]
  const open = (key: string, month: number) =>
    salesAddress({ ...selection, year: key === 'before' ? year - 1 : year }, { month })
  return (
    <ChartRegion
      title="Comparison"
      note={
        <>
          <span className={css.wide}>Year over year</span>
          <ChangePill change={changeInPercent(sales.policies, before.policies)} />
          <span className="figures">
            {showCount(sales.policies)} against {showCount(before.policies)}
          </span>
          <MonthRange first={first} onChange={setFirst} />
        </>
      }
      legend={series.toReversed().map(({ key, name, color }) => <ChartKey key={key} color={color} name={name} />)}
      table={<MonthTable label="Policies" series={series.toReversed()} address={open} />}
    >
      <MonthChart
        label={`Comparison: policies by month of ${year} and ${year - 1}`}
        kind="bars"
        series={series}
        first={first}
        onOpen={(month) => void navigate({ to: open('present', month) })}
      />
    </ChartRegion>
  )
}

/** Average with one decimal unless it is whole: 106.8, 107. */
function showAverage(average: number): string {
  return average.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
