import { showDate } from '../fields/calendar-date.ts'
import { overlap, plusDays } from '../fields/day-count.ts'

/** Dates of a rate; without an end it is valid until the next rate starts. */
export interface RateSpan {
  id: number
  startDate: string
  endDate: string | null
}

export interface RateProblem {
  path: 'startDate' | 'endDate'
  message: string
}

/**
 * Problems of a rate's dates (RATE-07, RATE-08, A-049): a start before today, for new rates and changed starts; an end
 * on or before the start, unless both are unchanged. Dates are compared as YYYY-MM-DD.
 */
export function rateDayProblems(
  { startDate, endDate }: Omit<RateSpan, 'id'>,
  { today, before }: { today: string; before?: Omit<RateSpan, 'id'> | undefined },
): RateProblem[] {
  const problems: RateProblem[] = []
  const starts = before?.startDate !== startDate
  if (starts && startDate < today)
    problems.push({ path: 'startDate', message: `Start date can't be before ${showDate(today)}` })
  if (endDate !== null && endDate <= startDate && (starts || before?.endDate !== endDate))
    problems.push({ path: 'endDate', message: "EndDate can't be before StartDate" })
  return problems
}

/** Effect of a new rate on the other rates of its agent and carrier. */
export interface RatePlan<Rate extends RateSpan> {
  /** Earlier open-ended rate that the new one ends, and on which day. */
  ends: { rate: Rate; on: string } | null
  /** Earliest overlapping rate. */
  overlaps: Rate | null
}

/**
 * A new rate ends an earlier open-ended one on the day before it starts; any other shared day is an overlap.
 */
export function planNewRate<Rate extends RateSpan>(
  others: readonly Rate[],
  added: { startDate: string; endDate: string | null },
): RatePlan<Rate> {
  const open = others.find((rate) => rate.endDate === null && rate.startDate < added.startDate)
  return {
    ends: open ? { rate: open, on: plusDays(added.startDate, -1) } : null,
    overlaps: firstOverlap(others, added, open?.id),
  }
}

/** Earliest rate, except `except`, that overlaps the span. */
export function firstOverlap<Rate extends RateSpan>(
  others: readonly Rate[],
  span: { startDate: string; endDate: string | null },
  except?: number,
): Rate | null {
  const wanted = { first: span.startDate, last: span.endDate }
  const [first] = others
    .filter((rate) => rate.id !== except && overlap({ first: rate.startDate, last: rate.endDate }, wanted))
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
  return first ?? null
}

/** Message of A-050. */
export function overlapWords({ startDate }: { startDate: string }): string {
  return `Overlaps the rate from ${showDate(startDate)}`
}
