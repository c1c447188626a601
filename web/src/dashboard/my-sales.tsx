import { maxSlices, type Sales } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { useState } from 'react'
import { ChartRegion } from '../charts/chart-region.tsx'
import { RingChart } from '../charts/ring-chart.tsx'
import { seriesStyle } from '../charts/series.ts'
import { Swatch } from '../charts/swatch.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import css from './my-sales.module.css'

/** The ten carriers with the most policies as a ring, and a table of all carriers as its legend (DASH-02, DASH-03). */
export function MySales({ sales }: { sales: Sales }) {
  const [marked, setMarked] = useState<string | null>(null)
  const slices = sales.carriers.slice(0, maxSlices).map(({ id, name, policies }, index) => ({
    key: String(id),
    name,
    value: policies,
    color: seriesStyle(index).color,
  }))
  const whole = sales.policies > 0 ? '100.0' : '0.0'
  return (
    <ChartRegion title="My Sales" note="Top 10 carriers by policies">
      <div className={css.sales}>
        <div className={css.ring}>
          <RingChart
            label="Top 10 carriers by policies"
            slices={slices}
            total={sales.policies}
            unit="policies"
            marked={marked}
            onMark={setMarked}
          />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable if many carriers do not fit */}
        <section className={css.scroller} aria-label="Carriers" tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Carrier</th>
                <th scope="col">Members</th>
                <th scope="col">Policies</th>
                <th scope="col">%</th>
              </tr>
            </thead>
            <tbody className="figures">
              {sales.carriers.map(({ id, name, members, policies, share }, index) => (
                <tr
                  key={id}
                  data-marked={marked === String(id) || undefined}
                  onPointerEnter={() => setMarked(index < maxSlices ? String(id) : null)}
                  onPointerLeave={() => setMarked(null)}
                >
                  <th scope="row">
                    <Swatch color={index < maxSlices ? seriesStyle(index).color : 'var(--control)'} />
                    <span>{name}</span>
                  </th>
                  <td>{showCount(members)}</td>
                  <td>{showCount(policies)}</td>
                  <td>{(share * 100).toFixed(1)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot className="figures">
              <tr>
                <th scope="row">Total</th>
                <td>{showCount(sales.members)}</td>
                <td>{showCount(sales.policies)}</td>
                <td>{whole}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      </div>
    </ChartRegion>
  )
}
