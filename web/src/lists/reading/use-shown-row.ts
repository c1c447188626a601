import { useState } from 'react'

/** The one selected row, else the row that was shown, else the one in its place. */
export function useShownRow<Row extends { id: number }>(rows: readonly Row[], chosen: readonly Row[]) {
  const [place, setPlace] = useState<{ id: number | undefined; at: number }>({ id: undefined, at: 0 })
  const wanted = chosen.length === 1 ? chosen[0]?.id : place.id
  const found = rows.findIndex(({ id }) => id === wanted)
  const at = found >= 0 ? found : Math.max(0, Math.min(place.at, rows.length - 1))
  return { shown: rows[at], at, show: (id: number | undefined, before: number) => setPlace({ id, at: before }) }
}
