import { Swatch } from '../charts/swatch.tsx'
import css from './dashboard.module.css'

/** Entry of a legend. */
export function ChartKey({ color, name }: { color: string; name: string }) {
  return (
    <span className={css.entry}>
      <Swatch color={color} />
      {name}
    </span>
  )
}
