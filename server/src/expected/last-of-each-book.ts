/**
 * The last file of each month's book: a corrected file of the same month replaces the first one, also for the months
 * before the book. Oldest first; versions older than any file are kept.
 */
export function lastOfEachBook<Said extends { book: number | null }>(said: readonly Said[]): Said[] {
  return said.filter(({ book }, at) => book === null || said[at + 1]?.book !== book)
}
