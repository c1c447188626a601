/** Migrations up to this number ran before the first release, when no two versions ran on one database. */
const lastBeforeRelease = 99
/** From this number on a migration says which version runs on its schema (`firstMarkedMigration`, decision 288). */
const firstMarked = 350

/** Statements that break a server of the previous version, and what to do instead. */
const breaking = [
  [/\bdrop\s+table\b/i, 'drops a table; drop it in the version after the one that stops using it'],
  [/\bdrop\s+column\b/i, 'drops a column; drop it in the version after the one that stops using it'],
  [/\brename\b/i, 'renames; add the new name and keep the old one for a version'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes the type of a column; add another column'],
  [/\bset\s+not\s+null\b/i, 'refuses rows without a value, which the previous version still writes'],
  [
    /\badd\s+column\s+(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)[^,;]*\bnot\s+null\b/i,
    'adds a column that needs a value, which the previous version does not set; add a default',
  ],
]

/**
 * Finds statements that break the previous version on the new schema (P-87), which must work during a rolling update of an
 * installation with several nodes. The comment `-- no longer used: …` on its line permits a statement. A function may be renamed where
 * another one gets its name.
 */
export function migrationProblems(name, sql) {
  if (Number(name.slice(0, 4)) <= lastBeforeRelease) return []
  const code = sql
    .split('\n')
    .filter((line) => !/-- no longer used: \S/.test(line))
    .map((line) => line.replace(/--.*$/, ''))
    .join('\n')
  const kept = code.replace(/\balter function (\w+)\([^)]*\) rename to \w+;/gi, (renamed, name) =>
    new RegExp(`\\bcreate function ${name}\\(`, 'i').test(code) ? '' : renamed,
  )
  const problems = breaking.filter(([pattern]) => pattern.test(kept)).map(([, why]) => `${name} ${why}.`)
  return [...problems, ...markProblems(name, sql)]
}

/** The first line of a migration is its promise that the version before starts on the schema. */
function markProblems(name, sql) {
  const number = Number(name.slice(0, 4))
  if (number < firstMarked) return []
  const mark = /^-- runs with: (\d{4})\n/.exec(sql)?.[1]
  if (mark && Number(mark) < number) return []
  return [`${name} must begin with the line "-- runs with: NNNN", the last migration of the version before.`]
}
