/** Option of a select; `value` is used in the URL. */
export interface Choice {
  value: string
  label: string
}

/** Options of a fixed list until they are loaded: it says 'Searching…' instead of 'No matches', and typed text waits. */
export const notLoaded: readonly Choice[] = []
