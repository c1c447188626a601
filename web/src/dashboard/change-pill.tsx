import { StatusPill } from '../ui/basics/status-pill.tsx'

/** Change in percent as a pill; nothing without an earlier year. */
export function ChangePill({ change }: { change: number | null }) {
  if (change === null) return null
  const size = `${Math.abs(change).toFixed(1)}%`
  if (change === 0) return <StatusPill tone="grey">Unchanged</StatusPill>
  return <StatusPill tone={change > 0 ? 'green' : 'red'}>{`${change > 0 ? 'Up' : 'Down'} ${size}`}</StatusPill>
}
