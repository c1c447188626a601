/** An agent and the agent above, on the days from the first to the last. */
export interface UplineSpan {
  agentId: number
  uplineId: number
  startDate: string
  endDate: string | null
}

/** The chain by which an agent would be above itself, with the first day of it; null: none. */
export function uplineCycle(
  added: UplineSpan,
  others: readonly UplineSpan[],
): { path: number[]; since: string } | null {
  const byAgent = Map.groupBy(others, ({ agentId }) => agentId)
  const walk = (
    at: number,
    from: string,
    to: string | null,
    path: number[],
  ): { path: number[]; since: string } | null => {
    if (at === added.agentId) return { path, since: from }
    for (const next of byAgent.get(at) ?? []) {
      const first = next.startDate > from ? next.startDate : from
      const last = earlier(next.endDate, to)
      const isShared = last === null || first <= last
      if (!isShared || (next.uplineId !== added.agentId && path.includes(next.uplineId))) continue
      const found = walk(next.uplineId, first, last, [...path, next.uplineId])
      if (found) return found
    }
    return null
  }
  return walk(added.uplineId, added.startDate, added.endDate, [added.agentId, added.uplineId])
}

const earlier = (a: string | null, b: string | null) => (a === null ? b : b === null ? a : a < b ? a : b)
