import { changeInPercent, type Sales } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { MonthTable } from '../charts/month-table.tsx'
import { Swatch } from '../charts/swatch.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { CarrierMonths } from './carrier-months.tsx'
import css from './dashboard.module.css'
import { MySales } from './my-sales.tsx'

interface Years {
  year: number
  sales: Sales
  before: Sales
}

/** The four charts of one year. */
export function DashboardCharts({ year, sales, before }: Years) {
  return (
    <div className={css.regions}>
      <MySales sales={sales} />
      <Persistence year={year} sales={sales} />
      <CarrierMonths year={year} carriers={sales.carriers} />
      <Comparison year={year} sales={sales} before={before} />
    </div>
  )
}

const present = 'var(--c1)'
const past = 'var(--c10)'

/** Policies by month with the year's average (DASH-04, DASH-07). */
function Persistence({ year, sales }: Pick<Years, 'year' | 'sales'>) {
  const series = [{ key: 'policies', name: 'Policies', color: present, values: sales.months }]
  const average = showAverage(sales.average)
  return (
    <ChartRegion
      title="Persistence"
      note="Policies by month of effect"
      legend={
        <>
          <Entry color={present} name="Policies" />
          <span className={css.entry}>
            <span className={css.dashes} aria-hidden />
            Average {average}
          </span>
        </>
      }
      table={<MonthTable label={String(year)} series={series} />}
    >
      <MonthChart
        label={`Persistence: policies by month of ${year}, on average ${average}`}
        kind="bars"
        series={series}
        average={sales.average}
      />
    </ChartRegion>
  )
}

/** The year compared with the previous one, by month (DASH-06). */
function Comparison({ year, sales, before }: Years) {
  const series = [
    { key: 'before', name: String(year - 1), color: past, values: before.months },
    { key: 'present', name: String(year), color: present, values: sales.months },
  ]
  return (
    <ChartRegion
      title="Comparison"
      note={
        <>
          <span className={css.wide}>Year over year</span>
          <Change now={sales.policies} before={before.policies} />
          <span className="figures">
            {showCount(sales.policies)} against {showCount(before.policies)}
          </span>
        </>
      }
      legend={series.toReversed().map(({ key, name, color }) => <Entry key={key} color={color} name={name} />)}
      table={<MonthTable label="Policies" series={series.toReversed()} />}
    >
      <MonthChart label={`Comparison: policies by month of ${year} and ${year - 1}`} kind="bars" series={series} />
    </ChartRegion>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const change = changeInPercent(now, before)
  if (change === null) return null
  const size = `${Math.abs(change).toFixed(1)}%`
  if (change === 0) return <StatusPill tone="grey">Unchanged</StatusPill>
  return <StatusPill tone={change > 0 ? 'green' : 'red'}>{`${change > 0 ? 'Up' : 'Down'} ${size}`}</StatusPill>
}

function Entry({ color, name }: { color: string; name: string }) {
  return (
    <span className={css.entry}>
      <Swatch color={color} />
      {name}
    </span>
  )
}

/** Average with one decimal unless it is whole: 106.8, 107. */
function showAverage(average: number): string {
  return average.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
