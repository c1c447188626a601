import css from './swatch.module.css'

/** Color of a series next to its name; a line if the series is dashed. */
export function Swatch({ color, dashed }: { color: string; dashed?: boolean | undefined }) {
  return (
    <span
      className={css.swatch}
      data-dashed={dashed || undefined}
      style={dashed ? { color } : { background: color }}
      aria-hidden
    />
  )
}
