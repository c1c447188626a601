/** Versions by month, oldest first, with an older file's version inserted at the place of its month. */
export function atItsBook<Said extends { book: number | null }>(
  said: readonly Said[],
  older: Said & { book: number },
): Said[] {
  const after = said.findIndex(({ book }) => book !== null && book > older.book)
  return said.toSpliced(after < 0 ? said.length : after, 0, older)
}
