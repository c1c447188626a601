import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** One line of docs/security/asvs.tsv: a requirement of OWASP ASVS 5.0 and how Coverdesk stands to it. */
interface Verdict {
  requirement: string
  level: string
  topic: string
  verdict: string
  /** Promise and requirement ids that tests name, and paths of documents or source files. */
  evidence: string[]
  note: string
}

const verdicts = ['met', 'partly', 'not met', 'deviation', 'operator', 'not applicable'] as const

const meanings = {
  met: 'holds, with the evidence named',
  partly: 'holds in part; the note says what is missing',
  'not met': 'does not hold',
  deviation: 'decided against, for a reason that is written down',
  operator: 'depends on who runs the installation; the guide says what to do',
  'not applicable': 'Coverdesk has no such part',
} satisfies Record<(typeof verdicts)[number], string>

/**
 * ASVS 5.0 table as Markdown: requirement, verdict, tests. `table` is the text of docs/security/asvs.tsv; `testFiles` maps an
 * id (P-04, AUTH-13) to the test files that name it. Throws when a row is malformed or its evidence does not exist.
 */
export function asvsDocument(table: string, testFiles: ReadonlyMap<string, readonly string[]>, root: string): string {
  const rows = readVerdicts(table)
  const lines = rows.map(
    (row) =>
      `| ${row.requirement} | ${row.level} | ${row.topic} | ${row.verdict} | ${evidenceOf(row, testFiles, root)} | ${row.note} |`,
  )
  return [
    '# OWASP ASVS 5.0, level 2: requirement, verdict, test',
    '',
    'Levels 1 and 2 in full, and the level 3 items that Coverdesk aims at. The topics are abbreviations; the wording is in',
    '[OWASP ASVS 5.0](https://github.com/OWASP/ASVS). Verdicts are kept in `docs/security/asvs.tsv`.',
    '',
    ...verdicts.map((verdict) => `- **${verdict}** (${count(rows, verdict)}): ${meanings[verdict]}`),
    '',
    '| Requirement | Level | Topic | Verdict | Tests and documents | Note |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

function readVerdicts(table: string): Verdict[] {
  const [, ...lines] = table.replace(/\n+$/, '').split('\n')
  return lines.map((line) => {
    const cells = line.split('\t')
    const [requirement, level, topic, verdict, evidence, note] = cells
    if (cells.length !== 6 || !requirement || !level || !topic || !verdict || evidence === undefined)
      throw new Error(`docs/security/asvs.tsv: this line needs six cells: ${line}`)
    if (!verdicts.some((known) => known === verdict))
      throw new Error(`docs/security/asvs.tsv: ${requirement} has the unknown verdict "${verdict}"`)
    return { requirement, level, topic, verdict, evidence: evidence.split(',').filter(Boolean), note: note ?? '' }
  })
}

function evidenceOf(row: Verdict, testFiles: ReadonlyMap<string, readonly string[]>, root: string): string {
  if (row.verdict === 'met' && row.evidence.length === 0)
    throw new Error(`docs/security/asvs.tsv: ${row.requirement} is met and names no evidence`)
  return row.evidence.map((item) => linkTo(item, row, testFiles, root)).join('; ')
}

function linkTo(item: string, row: Verdict, testFiles: ReadonlyMap<string, readonly string[]>, root: string): string {
  if (!/^[A-Z]+-\d+$/.test(item)) {
    if (!existsSync(join(root, item)))
      throw new Error(`docs/security/asvs.tsv: ${row.requirement} names ${item}, which does not exist`)
    return `[${item}](../../${item})`
  }
  const files = testFiles.get(item) ?? []
  if (files.length === 0) throw new Error(`docs/security/asvs.tsv: ${row.requirement} names ${item}, but no test does`)
  return `${item} (${files.join(', ')})`
}

function count(rows: readonly Verdict[], verdict: string): number {
  return rows.filter((row) => row.verdict === verdict).length
}
