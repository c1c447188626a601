/** Months since year 0: 2026-03 is 24314. Arithmetic on months of coverage and of statements. */
export type MonthCount = number

/** Month of a day, YYYY-MM-DD. */
export function monthOfDay(date: string): MonthCount {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

/** Cached: ledgers of a million months have few distinct ones. */
const firstDays = new Map<MonthCount, string>()

/** First day of a month, as months are stored in SQL. */
export function firstDayOf(month: MonthCount): string {
  const known = firstDays.get(month)
  if (known !== undefined) return known
  const day = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
  firstDays.set(month, day)
  return day
}

/** 'MM/YYYY'. */
export function showMonth(month: MonthCount): string {
  return `${String((month % 12) + 1).padStart(2, '0')}/${Math.floor(month / 12)}`
}
