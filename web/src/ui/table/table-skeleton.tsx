import { useEffect, useState } from 'react'
import { alignOf } from '../basics/cell-value.tsx'
import { classNames } from '../basics/class-names.ts'
import type { ListColumn } from '../basics/list-column.ts'
import { SkeletonBar, skeletonBarLength } from '../basics/skeleton-bar.tsx'
import css from './data-table.module.css'

/** Delay before the skeleton: a flash of skeleton rows shows nothing, and costs as much to render as real rows. */
const skeletonDelayMs = 120

/** Skeleton rows in the shape of the columns. */
export function TableSkeleton<Row>(props: { columns: readonly ListColumn<Row>[]; rows: number; withChecks: boolean }) {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!waited) return <tbody aria-hidden />
  const rows = Array.from({ length: props.rows }, (_, row) => row)
  return (
    <tbody aria-hidden>
      {rows.map((row) => (
        <tr key={row}>
          {props.withChecks ? (
            <td className={classNames(css.check, css.pinned)}>
              <SkeletonBar width={15} height={15} />
            </td>
          ) : null}
          {props.columns.map((column, place) => (
            <td
              key={column.id}
              data-align={alignOf(column)}
              className={classNames(column.pinned && css.pinned, column.pinned && css.edge)}
              style={column.pinned ? { left: `var(--pin-${place})` } : undefined}
            >
              <SkeletonBar width={skeletonBarLength(row, place)} height={column.kind === 'status' ? 18 : 10} />
            </td>
          ))}
          <td className={css.rest} />
        </tr>
      ))}
    </tbody>
  )
}
