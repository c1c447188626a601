/** SQL of a column's values as the words that people read; a value without words is `otherwise`, another SQL expression. */
export function inWords(column: string, words: Readonly<Record<string, string>>, otherwise = 'null'): string {
  const cases = Object.entries(words).map(([value, shown]) => `when '${value}' then '${shown.replaceAll("'", "''")}'`)
  return `case ${column} ${cases.join(' ')} else ${otherwise} end`
}
