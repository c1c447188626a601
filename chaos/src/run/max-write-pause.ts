import type { Operation } from '../users/operation.ts'

/**
 * Longest time in ms between two acknowledged writes that touches the span from `from` to `to`. Sign-ins don't count: they may
 * work while nothing else does.
 */
export function maxWritePause(log: readonly Operation[], { from, to }: { from: number; to: number }): number {
  const times = log
    .filter(({ outcome, kind }) => outcome === 'acknowledged' && kind !== 'sign-in' && kind !== 'sign-out')
    .map(({ until }) => until)
    .toSorted((one, other) => one - other)
  const all = [0, ...times]
  return all.reduce((longest, time, index) => {
    const next = all[index + 1] ?? Math.max(to, time)
    return next > from && time < to ? Math.max(longest, next - time) : longest
  }, 0)
}
