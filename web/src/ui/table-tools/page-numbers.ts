/**
 * Page buttons around the current page, with gaps: 1 2 3 4 … 681, then 1 … 5 6 7 … 681, then 1 … 678 679 680 681. Up to
 * six pages all have a button. Gaps are named so that they can be React keys.
 */
export function pageNumbers(current: number, pages: number): (number | 'before' | 'after')[] {
  if (pages <= 6) return Array.from({ length: pages }, (_, index) => index + 1)
  if (current <= 3) return [1, 2, 3, 4, 'after', pages]
  if (current >= pages - 2) return [1, 'before', pages - 3, pages - 2, pages - 1, pages]
  return [1, 'before', current - 1, current, current + 1, 'after', pages]
}
