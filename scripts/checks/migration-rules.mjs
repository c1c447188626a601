/** Migrations up to here ran before the first release, when no older version worked beside a newer one. */
const beforeRelease = 99

/** What a server of the version before would stumble over, and what to do instead. */
const breaking = [
  [/\bdrop\s+table\b/i, 'drops a table; drop it in the version after the one that stops using it'],
  [/\bdrop\s+column\b/i, 'drops a column; drop it in the version after the one that stops using it'],
  [/\brename\b/i, 'renames; add the new name and keep the old one for a version'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes the type of a column; add another column'],
  [/\bset\s+not\s+null\b/i, 'refuses rows without a value, which the version before still writes'],
  [
    /\badd\s+column\s+(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)[^,;]*\bnot\s+null\b/i,
    'adds a column that needs a value, which the version before does not give; add a default',
  ],
]

/**
 * What of a migration keeps the version before from working on the new schema (P-87), as it must while the nodes of an installation are
 * brought up to date one after the other. A statement is let through by a comment on its line, `-- not used any more: …`.
 */
export function migrationProblems(name, sql) {
  if (Number(name.slice(0, 4)) <= beforeRelease) return []
  const code = sql
    .split('\n')
    .filter((line) => !/-- not used any more: \S/.test(line))
    .map((line) => line.replace(/--.*$/, ''))
    .join('\n')
  return breaking.filter(([pattern]) => pattern.test(code)).map(([, why]) => `${name} ${why}.`)
}
