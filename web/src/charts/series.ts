/** Series of a chart over the months of a year. */
export interface Series {
  key: string
  name: string
  /** Token of tokens.css, such as `var(--c1)`. */
  color: string
  /** Dashed, when colors repeat. */
  dashed?: boolean
  values: readonly number[]
}

const colors = 10

/** Color of what is not one of the ten: others, and the year before. */
export const restColor = 'var(--c-rest)'

/** How a chart writes a value. */
export type ShowValue = (value: number) => string

/** Style of the nth line or slice: the ten chart colors in order, then the same dashed. */
export function seriesStyle(index: number): { color: string; dashed: boolean } {
  return { color: `var(--c${(index % colors) + 1})`, dashed: index >= colors }
}
