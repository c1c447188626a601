/**
 * What a book says is what its last file says: a corrected file of the same month replaces the first one, also for the months before
 * the book. Oldest first; those older than any file stay.
 */
export function lastOfEachBook<Said extends { book: number | null }>(said: readonly Said[]): Said[] {
  return said.filter(({ book }, at) => book === null || said[at + 1]?.book !== book)
}
