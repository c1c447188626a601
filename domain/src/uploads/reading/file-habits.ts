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
 * Order of dates and decimal sign from the first rows of a file: a day above 12 or a comma before two digits shows it. Where rows
 * contradict each other or show nothing, the profile's order and the decimal point stay.
 */
export function fileHabits(samples: readonly (readonly string[])[], order: FileHabits['order']): FileHabits {
  const seen = { MDY: false, DMY: false, comma: false, point: false }
  for (const row of samples)
    for (const cell of row) {
      const text = cell.trim()
      const parts = day.exec(text)
      if (parts && Number(parts[1]) > 12 && Number(parts[1]) <= 31 && Number(parts[3]) <= 12) seen.DMY = true
      else if (parts && Number(parts[3]) > 12 && Number(parts[3]) <= 31 && Number(parts[1]) <= 12) seen.MDY = true
      else if (comma.test(text)) seen.comma = true
      else if (point.test(text) || thousands.test(text)) seen.point = true
    }
  const shown = seen.DMY === seen.MDY ? order : seen.DMY ? 'DMY' : 'MDY'
  return { order: shown, decimalComma: seen.comma && !seen.point }
}
