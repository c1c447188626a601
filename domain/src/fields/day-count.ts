/** Days since 1970 of an existing day, YYYY-MM-DD. */
function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000
}

/** Day that is the given number of days later (or earlier), YYYY-MM-DD. */
export function plusDays(date: string, days: number): string {
  return new Date((dayNumber(date) + days) * 86_400_000).toISOString().slice(0, 10)
}

/** Days from one day to another: 0 for the same day, negative backwards. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** Days from first to last, inclusive; unlimited without a last day. */
export interface Span {
  first: string
  last: string | null
}

/** True when a day lies in the span. */
export function holdsOn({ first, last }: Span, day: string): boolean {
  return first <= day && (last === null || day <= last)
}

/** True when two spans share a day. */
export function overlap(a: Span, b: Span): boolean {
  return (a.last === null || b.first <= a.last) && (b.last === null || a.first <= b.last)
}
