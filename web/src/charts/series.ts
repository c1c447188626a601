/** One row of values of a chart over the months of a year. */
export interface Series {
  key: string
  name: string
  /** A token of tokens.css, such as `var(--c1)`. */
  color: string
  /** Drawn with breaks, where colours come round a second time. */
  dashed?: boolean
  values: readonly number[]
}

const colors = 10

/** The look of the nth line or slice: the ten colours of charts in their order, then the same with breaks. */
export function lookOf(index: number): { color: string; dashed: boolean } {
  return { color: `var(--c${(index % colors) + 1})`, dashed: index >= colors }
}
