import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { ChartRegion } from '../charts/chart-region.tsx'
import { SkeletonBar, skeletonBarLength } from '../ui/basics/skeleton-bar.tsx'
import css from './dashboard.module.css'
import salesCss from './my-sales.module.css'

const rows = Array.from({ length: 10 }, (_, index) => index)

/** Skeleton of the four parts. */
export function DashboardSkeleton() {
  return (
    <div className={css.regions} role="status" aria-label="Loading">
      <ChartRegion title="My Sales" note="Top 10 carriers by policies">
        <div className={salesCss.sales}>
          <div className={salesCss.ring}>
            <span className={css.ringBone} />
          </div>
          <div className={salesCss.scroller}>
            {rows.map((row) => (
              <div key={row} className={css.rowBone}>
                <SkeletonBar width={skeletonBarLength(row, 1)} />
              </div>
            ))}
          </div>
        </div>
      </ChartRegion>
      <WaitingChart title="Persistence" />
      <WaitingChart title="Carriers by month" />
      <WaitingChart title="Comparison" />
    </div>
  )
}

function WaitingChart({ title }: { title: string }) {
  return (
    <ChartRegion title={title}>
      <div className={css.chartBone}>
        {monthNames.map((name, month) => (
          <SkeletonBar key={name} width="56%" height={60 + ((month * 37) % 90)} />
        ))}
      </div>
    </ChartRegion>
  )
}
