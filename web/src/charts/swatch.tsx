import css from './swatch.module.css'

/** The colour of a series beside its name; a line where the series is one of breaks. */
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
