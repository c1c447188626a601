import { readFileDate } from '../file-date.ts'
import { readPeriod } from '../file-month.ts'
import type { ImportRun } from '../upload-contract.ts'

/** Months and days in a title: 'October 2026', '10/2026', '2026-10', '10/31/2026', 'October 31, 2026', '31 de octubre de 2026'. */
const day =
  /\b(\d{1,2}[/-]\d{1,2}[/-]\d{4}|\d{4}-\d{2}-\d{2}|\p{L}{3,10}\.? \d{1,2},? \d{4}|\d{1,2} (?:de )?\p{L}{3,10} (?:de )?\d{4})\b/giu
const month = /\b(\d{1,2}[/-]\d{4}|\d{4}-\d{2}|\p{L}{3,10}\.?(?: de)? \d{4})\b(?![/-]\d)/giu

const how = { order: 'MDY', latest: null, serials: false } as const

const countOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** Carriers make a month's file until the end of the next month, and some in the one after. */
const latestDayAfter = 2

/**
 * Title of a file that names another month than the chosen one; undefined where a title agrees or none names a month. A month
 * must be the chosen one. A day may be in the two months after it, because it is often the day on which the file was made.
 */
export function titleOfOtherMonth(
  titles: readonly string[],
  chosen: { month: number; year: number },
): string | undefined {
  const wanted = chosen.year * 12 + chosen.month - 1
  const judged = titles.flatMap((title) => agreementsOf(title, wanted).map((agrees) => ({ title, agrees })))
  return judged.some(({ agrees }) => agrees) ? undefined : judged[0]?.title
}

/** For each month and day of a title, whether it may be of the wanted month. */
function agreementsOf(title: string, wanted: number): boolean[] {
  const days = (title.match(day) ?? []).flatMap((text) => {
    const date = readFileDate(text.replaceAll(/ de /gi, ' '), how)
    return date === null ? [] : [countOf(date) - wanted]
  })
  const months = (title.replaceAll(day, ' ').match(month) ?? []).flatMap((text) => {
    const period = readPeriod(text, how)
    return period === undefined ? [] : [countOf(period) - wanted]
  })
  return [...days.map((after) => after >= 0 && after <= latestDayAfter), ...months.map((after) => after === 0)]
}

/** The same for a check of a file whose month was chosen, not read from a column. */
export function titleOfOtherMonthIn(run: Pick<ImportRun, 'start' | 'headings' | 'month' | 'year'>): string | undefined {
  const { start, headings, month, year } = run
  if (!start || month === null || year === null) return undefined
  if (headings.some(({ field }) => field === 'Month' || field === 'Period')) return undefined
  const titles = start.rows.filter(({ line }) => line < start.headingLine).map(({ text }) => text)
  return titleOfOtherMonth(titles, { month, year })
}
