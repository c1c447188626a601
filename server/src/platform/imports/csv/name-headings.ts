import { headingKey } from '@coverdesk/domain/uploads/heading-match.ts'

/**
 * Headings told apart. A repeated one, or one that is known only with the group above it, takes the group's name before its own:
 * 'Effective Date' below 'Broker' is 'Broker Effective Date'. What still repeats has its number behind it.
 */
export function nameHeadings(
  headings: readonly string[],
  above: readonly string[],
  isKnown: (heading: string) => boolean,
): string[] {
  const groups = groupsOf(headings, above)
  const keys = headings.map(headingKey)
  const grouped = headings.map((heading, index) => {
    const whole = `${groups[index] ?? ''} ${heading}`.trim()
    const isRepeated = keys.indexOf(keys[index] ?? '') !== keys.lastIndexOf(keys[index] ?? '')
    return heading !== '' && (isRepeated || (!isKnown(heading) && isKnown(whole))) ? whole : heading
  })
  const seen = new Map<string, number>()
  return grouped.map((heading, index) => {
    if (heading === '') return `Column ${index + 1}`
    const times = (seen.get(headingKey(heading)) ?? 0) + 1
    seen.set(headingKey(heading), times)
    return times === 1 ? heading : `${heading} (${times})`
  })
}

/** Group above each heading; a merged cell holds its text in its first column. Titles and figures are no groups. */
function groupsOf(headings: readonly string[], above: readonly string[]): string[] {
  const cells = above.map((cell) => cell.trim().replace(/\s+/g, ' '))
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length < 2 || filled.some((cell) => cell.length > 40 || /[\d:]/.test(cell))) return []
  let group = ''
  return headings.map((_, index) => {
    group = cells[index] || group
    return group
  })
}
