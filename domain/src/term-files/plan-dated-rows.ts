import { overlap, plusDays } from '../fields/day-count.ts'

interface Span {
  startDate: string
  /** Null: until the next row begins. */
  endDate: string | null
}

/** Row of a file; only one row of a group holds on a day. */
export interface FileSpan extends Span {
  line: number
  group: string
}

export interface StoredSpan extends Span {
  id: number
  group: string
}

/** What a file's row means: the stored row with the same start, if there is one, and its last day. */
interface PlannedSpan {
  line: number
  /** Null: a new row. */
  recordId: number | null
  endDate: string | null
}

/** Why a row can't be loaded. */
export type SpanProblem =
  | { line: number; repeats: number }
  | { line: number; overlapsLine: number }
  | { line: number; overlapsRecord: number }

interface DatedPlan {
  rows: PlannedSpan[]
  /** Open stored rows that are not in the file and end on the day before a row of it begins. */
  ended: { id: number; on: string; line: number }[]
  problems: SpanProblem[]
}

/**
 * Reads dated rows of a file beside the stored ones, by the rules of the form: a row is known by its start; an open row ends on the
 * day before the next row of the file begins; an open stored row is ended by a later row; any other shared day is a problem of the
 * later row. Rows with a problem change nothing for the others.
 */
export function planDatedRows(rows: readonly FileSpan[], stored: readonly StoredSpan[]): DatedPlan {
  const plan: DatedPlan = { rows: [], ended: [], problems: [] }
  const storedBy = Map.groupBy(stored, ({ group }) => group)
  for (const [group, ofGroup] of Map.groupBy(rows, (row) => row.group)) {
    const added = planGroup(ofGroup, storedBy.get(group) ?? [])
    plan.rows.push(...added.rows)
    plan.ended.push(...added.ended)
    plan.problems.push(...added.problems)
  }
  plan.rows.sort((a, b) => a.line - b.line)
  return plan
}

function planGroup(rows: readonly FileSpan[], stored: readonly StoredSpan[]): DatedPlan {
  const problems: SpanProblem[] = []
  const inOrder = [...rows].sort((a, b) => compare(a.startDate, b.startDate) || a.line - b.line)
  let good = inOrder.filter((row, index) => {
    const first = inOrder[index - 1]
    const repeated = first?.startDate === row.startDate
    if (repeated) problems.push({ line: row.line, repeats: first.line })
    return !repeated
  })
  for (;;) {
    const planned = fillIn(good, stored)
    const found = overlaps(planned, stored)
    if (found.length === 0) return { ...planned, problems }
    problems.push(...found)
    const refused = new Set(found.map(({ line }) => line))
    good = good.filter(({ line }) => !refused.has(line))
  }
}

/** Last days of open rows, and the stored rows that end. */
function fillIn(
  rows: readonly FileSpan[],
  stored: readonly StoredSpan[],
): Omit<DatedPlan, 'problems'> & { spans: FileSpan[] } {
  const spans = rows.map((row, index) => {
    const next = rows[index + 1]
    return { ...row, endDate: row.endDate ?? (next ? plusDays(next.startDate, -1) : null) }
  })
  const starts = new Map(spans.map((span) => [span.startDate, span]))
  const ended = stored.flatMap((row) => {
    const later = spans.find((span) => span.startDate > row.startDate)
    if (starts.has(row.startDate) || row.endDate !== null || !later) return []
    return [{ id: row.id, on: plusDays(later.startDate, -1), line: later.line }]
  })
  const known = new Map(stored.map((row) => [row.startDate, row.id]))
  return {
    spans,
    ended,
    rows: spans.map(({ line, startDate, endDate }) => ({ line, endDate, recordId: known.get(startDate) ?? null })),
  }
}

function overlaps(
  { spans, ended }: { spans: readonly FileSpan[]; ended: DatedPlan['ended'] },
  stored: readonly StoredSpan[],
): SpanProblem[] {
  const inFile = new Set(spans.map(({ startDate }) => startDate))
  const others = stored
    .filter(({ startDate }) => !inFile.has(startDate))
    .map((row) => ({ ...row, endDate: ended.find(({ id }) => id === row.id)?.on ?? row.endDate }))
  const refused = new Set<number>()
  return spans.flatMap((span, index): SpanProblem[] => {
    const record = others.find((other) => sharesDay(span, other))
    const before = spans.slice(0, index).find((other) => !refused.has(other.line) && sharesDay(span, other))
    if (!record && !before) return []
    refused.add(span.line)
    return record
      ? [{ line: span.line, overlapsRecord: record.id }]
      : [{ line: span.line, overlapsLine: before?.line ?? 0 }]
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const sharesDay = (one: Span, other: Span) =>
  overlap({ first: one.startDate, last: one.endDate }, { first: other.startDate, last: other.endDate })
