/** Federal Reserve holidays with a fixed day: on a Sunday the Monday after is closed; a Saturday closes no other day. */
const fixed = [
  ['01-01', "New Year's Day"],
  ['06-19', 'Juneteenth'],
  ['07-04', 'Independence Day'],
  ['11-11', 'Veterans Day'],
  ['12-25', 'Christmas Day'],
] as const

/** Month, weekday (0 is Sunday) and which one of the month, or the last. */
const floating = [
  [1, 1, 3, 'Martin Luther King Jr. Day'],
  [2, 1, 3, "Presidents' Day"],
  [5, 1, 'last', 'Memorial Day'],
  [9, 1, 1, 'Labor Day'],
  [10, 1, 2, 'Columbus Day'],
  [11, 4, 4, 'Thanksgiving Day'],
] as const

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const textOf = (date: Date) => date.toISOString().slice(0, 10)
const plusDays = (day: string, days: number) => textOf(new Date(at(day).getTime() + days * 86_400_000))

/** Holiday of the Federal Reserve on a day; null when it settles payments. */
export function bankHolidayOn(day: string): string | null {
  const dayBefore = plusDays(day, -1)
  for (const [monthDay, name] of fixed) {
    if (day.slice(5) === monthDay && at(day).getUTCDay() !== 6) return name
    if (dayBefore.slice(5) === monthDay && at(dayBefore).getUTCDay() === 0) return name
  }
  const [month, weekday, of] = [Number(day.slice(5, 7)), at(day).getUTCDay(), Math.ceil(Number(day.slice(8)) / 7)]
  const isLast = plusDays(day, 7).slice(5, 7) !== day.slice(5, 7)
  const holiday = floating.find(
    ([inMonth, onWeekday, which]) =>
      inMonth === month && onWeekday === weekday && (which === 'last' ? isLast : which === of),
  )
  return holiday?.[3] ?? null
}

/** Whether banks settle payments on a day. */
export function isBankingDay(day: string): boolean {
  const weekday = at(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && bankHolidayOn(day) === null
}

/** First banking day after a day. */
export function bankingDayAfter(day: string): string {
  let next = plusDays(day, 1)
  while (!isBankingDay(next)) next = plusDays(next, 1)
  return next
}

/** Latest day for a file from today: banks keep files for a limited time. */
export const maxDaysAhead = 60

/** Why payments can't be made on a day; null when they can. */
export function whyNoPayday(day: string, today: string): string | null {
  if (day < today) return 'The effective date is over. Choose today or later'
  if (day > plusDays(today, maxDaysAhead)) return `Choose a day within ${maxDaysAhead} days`
  if (isBankingDay(day)) return null
  const holiday = bankHolidayOn(day)
  const weekday = at(day).getUTCDay()
  const why = holiday ?? (weekday === 0 ? 'a Sunday' : 'a Saturday')
  return `Banks are closed: it is ${why}. The next banking day is ${usDay(bankingDayAfter(day))}`
}

const usDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
