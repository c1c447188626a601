import { firstDayOf, type MonthCount } from '../expected/month-count.ts'

/** A policy's agent of record according to a carrier's file. */
export interface AgentSaid {
  book: MonthCount
  npn: string | null
  broker: string | null
  effective: string | null
}

export interface AgentSpans {
  /** Earlier agents of record, until the day of the next one. */
  earlier: { npn: string; from: string; until: string }[]
  /** Start of the last agent of record; null without one. */
  since: string | null
}

/**
 * Rule 3: agents of record from files in month order. A new agent starts on the file's broker effective date if that is
 * after the previous agent's start, otherwise in the file's month.
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
