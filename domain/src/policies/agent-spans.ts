import { firstDayOf, type MonthCount } from '../expected/month-count.ts'

/** What a carrier's file says of a policy's agent of record. */
export interface AgentSaid {
  book: MonthCount
  npn: string | null
  broker: string | null
  effective: string | null
}

export interface AgentSpans {
  /** Earlier agents of record, until the day of the next one. */
  earlier: { npn: string; from: string; until: string }[]
  /** Since when the last one holds the policy; null without one. */
  since: string | null
}

/**
 * Rule 3: agents of record by files in the order of their months. Another agent begins on the broker effective date that its file says,
 * if that is after the start of the one before, else in the month of the file.
 */
export function agentSpans([first, ...later]: readonly [AgentSaid, ...AgentSaid[]]): AgentSpans {
  const earlier: AgentSpans['earlier'] = []
  let { npn } = first
  let since = npn === null ? null : (first.broker ?? first.effective ?? firstDayOf(first.book))
  for (const said of later) {
    if (said.npn === npn) continue
    const month = firstDayOf(said.book)
    const stated = since === null || (said.broker !== null && said.broker > since) ? (said.broker ?? month) : month
    const begins = [stated, since, earlier.at(-1)?.until].reduce<string>(
      (last, day) => (day && day > last ? day : last),
      '',
    )
    if (npn !== null && since !== null && since < begins) earlier.push({ npn, from: since, until: begins })
    npn = said.npn
    since = npn === null ? null : begins
  }
  return { earlier, since }
}
