/** What files say, oldest first, with what an older file says at its book's place, which is not that of its load. */
export function atItsBook<Said extends { book: number | null }>(
  said: readonly Said[],
  older: Said & { book: number },
): Said[] {
  const after = said.findIndex(({ book }) => book !== null && book > older.book)
  return said.toSpliced(after < 0 ? said.length : after, 0, older)
}
