import { bareFigure } from './file-amount.ts'

/** How a file writes what can be read in two ways. */
export interface FileHabits {
  order: 'MDY' | 'DMY'
  /** 1.204,50 is 1204.50. */
  decimalComma: boolean
}

const day = /^(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?:[T ].*)?$/
const comma = /^[-(\s$]*(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}[-)\s]*$/
/** Commas before three digits are thousands, so a comma is not the decimal sign. */
const thousands = /^[-(\s$]*\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?[-)\s]*$/
const point = /^[-(\s$]*(?:\d{1,3}(?:,\d{3})+|\d+)?\.\d{1,2}[-)\s]*$/

/**
 * Order of dates and decimal sign from the first rows of a file. A day above 12 shows the order, in a column of dates alone: group
 * numbers look like dates too. A comma before two digits shows the sign. Where rows contradict each other or show nothing, the
 * profile's order and the decimal point stay.
 */
export function fileHabits(samples: readonly (readonly string[])[], order: FileHabits['order']): FileHabits {
  const width = Math.max(0, ...samples.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) =>
    samples.map((row) => row[at]?.trim() ?? '').filter((text) => text !== ''),
  )
  const orders = new Set(columns.flatMap((cells) => ordersOf(cells)))
  const cells = columns.flat().map(bareFigure)
  return {
    order: orders.size === 1 ? ([...orders][0] ?? order) : order,
    decimalComma:
      cells.some((text) => comma.test(text)) && !cells.some((text) => point.test(text) || thousands.test(text)),
  }
}

/** The orders that the dates of a column show; none if it has other values. */
function ordersOf(cells: readonly string[]): FileHabits['order'][] {
  const dates = cells.map((text) => day.exec(text)).filter((parts) => parts !== null)
  if (dates.length < cells.length) return []
  return dates.flatMap(([, first, , second]) => {
    const [one, two] = [Number(first), Number(second)]
    if (one > 12 && one <= 31 && two <= 12) return ['DMY']
    return two > 12 && two <= 31 && one <= 12 ? ['MDY'] : []
  })
}
