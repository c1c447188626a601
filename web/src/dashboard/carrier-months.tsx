import type { CarrierSales } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { useState } from 'react'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { MonthTable } from '../charts/month-table.tsx'
import { seriesStyle } from '../charts/series.ts'
import { Swatch } from '../charts/swatch.tsx'
import css from './dashboard.module.css'

/** More lines are indistinguishable: further carriers are drawn when the user selects them in the legend. */
const maxLines = 12

/** Policies of each carrier by month; the legend toggles carriers (DASH-05). */
export function CarrierMonths({ year, carriers }: { year: number; carriers: readonly CarrierSales[] }) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [marked, setMarked] = useState<string | null>(null)
  const series = carriers.map(({ id, name, months }, index) => ({
    key: String(id),
    name,
    values: months,
    ...seriesStyle(index),
  }))
  const drawn = series.filter(({ key }, index) => index < maxLines !== turned.has(key))
  const turn = (key: string) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  return (
    <ChartRegion
      title="Carriers by month"
      note="Policies by month of effect"
      longLegend
      legend={series.map(({ key, name, color, dashed }) => (
        <button
          key={key}
          type="button"
          className={css.carrier}
          aria-pressed={drawn.some((one) => one.key === key)}
          onClick={() => turn(key)}
          onPointerEnter={() => setMarked(key)}
          onPointerLeave={() => setMarked(null)}
        >
          <Swatch color={color} dashed={dashed} />
          {name}
        </button>
      ))}
      table={<MonthTable label="Carrier" series={series} />}
    >
      <MonthChart
        label={`Carriers by month: policies of each carrier by month of ${year}`}
        kind="lines"
        series={drawn}
        marked={drawn.some(({ key }) => key === marked) ? marked : null}
      />
    </ChartRegion>
  )
}
