import { type Sales, topCarriers } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ChartRegion } from '../charts/chart-region.tsx'
import { RingChart } from '../charts/ring-chart.tsx'
import { restColor, seriesStyle } from '../charts/series.ts'
import { Swatch } from '../charts/swatch.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { othersName } from './carrier-months.tsx'
import dashboard from './dashboard.module.css'
import { type Selection, salesAddress } from './dashboard-addresses.ts'
import css from './my-sales.module.css'

/** The ten carriers with the most policies as a ring, the others as one slice (DASH-02), and a table of every carrier (DASH-03). */
export function MySales({ selection, sales }: { selection: Selection; sales: Sales }) {
  const [marked, setMarked] = useState<string | null>(null)
  const { top, others } = topCarriers(sales)
  const slices = top.map(({ id, name, policies }, index) => ({
    key: String(id),
    name,
    value: policies,
    color: seriesStyle(index).color,
  }))
  if (others)
    slices.push({ key: 'others', name: othersName(others.carriers), value: others.policies, color: restColor })
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
          <table className={`${css.table} ${css.years}`}>
            <thead>
              <tr>
                <th scope="col">Carrier</th>
                <th scope="col">Members</th>
                <th scope="col">Policies</th>
                <th scope="col">%</th>
              </tr>
            </thead>
            <tbody className="figures">
              {sales.carriers.map(({ id, name, members, policies, share }, index) => {
                const slice = slices[Math.min(index, slices.length - 1)]
                return (
                  <tr
                    key={id}
                    data-marked={marked === slice?.key || undefined}
                    onPointerEnter={() => setMarked(slice?.key ?? null)}
                    onPointerLeave={() => setMarked(null)}
                  >
                    <th scope="row">
                      <Swatch color={slice?.color ?? restColor} />
                      <span>
                        <Link to={salesAddress(selection, { carrier: id })} className={dashboard.open}>
                          {name}
                        </Link>
                      </span>
                    </th>
                    <td>{showCount(members)}</td>
                    <td>{showCount(policies)}</td>
                    <td>{(share * 100).toFixed(1)}</td>
                  </tr>
                )
              })}
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
