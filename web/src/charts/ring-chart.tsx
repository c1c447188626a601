import { showCount } from '../ui/basics/cell-value.tsx'
import { ringSlice } from './chart-scale.ts'
import css from './ring-chart.module.css'

export interface Slice {
  key: string
  name: string
  color: string
  value: number
}

interface RingChartProps {
  /** Accessible name of the chart; the shares follow it. */
  label: string
  slices: readonly Slice[]
  /** Total of which the slices are parts; the remainder is drawn as track. */
  total: number
  /** Unit: 'policies'. */
  unit: string
  marked: string | null
  onMark(key: string | null): void
}

const ring = { outer: 98, inner: 68 }

/**
 * Parts of a whole as a ring with the total in the middle. Pair it with a table that is its legend and names all
 * values.
 */
export function RingChart({ label, slices, total, unit, marked, onMark }: RingChartProps) {
  const ends = slices.map((_, index) => slices.slice(0, index + 1).reduce((sum, { value }) => sum + value, 0) / total)
  const words = slices.map(({ name, value }) => `${name} ${inPercent(value / total)}`).join(', ')
  return (
    <div className={css.ring}>
      <svg viewBox="-98 -98 196 196" role="img" aria-label={`${label}: ${words}`} onPointerLeave={() => onMark(null)}>
        <path className={css.track} d={ringSlice(0, 1, ring)} />
        {slices.map(({ key, name, color, value }, index) => (
          <path
            key={key}
            className={css.slice}
            fill={color}
            data-faded={(marked !== null && marked !== key) || undefined}
            d={ringSlice(ends[index - 1] ?? 0, ends[index] ?? 0, ring)}
            onPointerEnter={() => onMark(key)}
          >
            <title>{`${name}: ${showCount(value)} ${unit}, ${inPercent(value / total)}`}</title>
          </path>
        ))}
      </svg>
      <p className={css.whole} aria-hidden>
        <strong className="figures">{showCount(total)}</strong>
        {unit}
      </p>
    </div>
  )
}

/** 0.336 → '33.6 %'. */
function inPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
