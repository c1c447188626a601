import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { planDatedRows, type SpanProblem } from '@coverdesk/domain/term-files/plan-dated-rows.ts'
import { planRepeatableRows } from '@coverdesk/domain/term-files/plan-repeatable-rows.ts'
import { sql } from 'kysely'
import { type PayTermKind, type PayTermRow, payTerms } from '../pay-terms/pay-term-kind.ts'
import type { Db } from '../platform/db/database.ts'
import { type RowWrite, undoMarkedRows, writeMarkedRows } from './marked-rows.ts'
import { type RowReading, readRows, type SaidRow } from './read-rows.ts'
import type { RowOutcome, RowRefusal, StagedRow, TermFile, TermPlan } from './term-file.ts'

/** Good row, and the stored one that it is about. */
export interface PlannedRow<Row> {
  line: number
  recordId: number | null
  row: Row
}

type Stored = PayTermRow & { agentId: number; agentName: string }

/** Rows of which only one of a group holds on a day. */
interface DatedRows<Row> {
  groupOf(row: Row): string
  ending(row: Row, endDate: string | null): Row
}

/** A kind of terms as a file. */
export interface PayTermFileKind<Row extends Said & Stored, Said> extends Omit<RowReading<Said>, 'schema'> {
  kind: PayTermKind<Row, Said>
  /** Row as it would be stored, with the names of its records by member. */
  rowOf(said: Said, names: SaidRow<Said>['names']): Row
  /** Dated rows, or the identity of rows that may repeat. */
  rows: DatedRows<Row> | { identityOf(row: Row): string }
  lock(db: Db): Promise<void>
  /** All stored rows are read, not only those of the file's agents. */
  readsAll?: true
  /** Last check of good rows. */
  check?(db: Db, planned: Planned<Row>, stored: readonly Row[]): Promise<RowRefusal[]>
}

/** File of a kind of terms: rows obey its form's rules, and are new, changed or unchanged beside the stored ones. */
export function payTermFile<Row extends Said & Stored, Said>(of: PayTermFileKind<Row, Said>): TermFile {
  const { kind } = of
  return {
    shape: of.shape,
    lock: of.lock,
    plan: (db, staged) => planOf(db, of, staged),
    undo: async (db, batch) => {
      await of.lock(db)
      const ofLoad = sql`t.id in (select record_id from term_marks where batch_id = ${batch.id})`
      const loaded = await payTerms(db, kind, ofLoad)
      await undoMarkedRows(db, kind, batch, async (made) => {
        const ids = new Set(made.map(({ recordId }) => recordId))
        for (const row of loaded) if (ids.has(row.id)) await kind.refuseChange?.(db, row, null)
      })
      const restored = new Map((await payTerms(db, kind, ofLoad)).map((row) => [row.id, row]))
      for (const row of loaded) {
        const after = restored.get(row.id)
        if (after) await kind.refuseChange?.(db, row, after)
      }
    },
  }
}

/** Good rows of a file beside the stored ones. */
export interface Planned<Row> {
  rows: PlannedRow<Row>[]
  refusals: RowRefusal[]
  /** Stored rows that end because one of the file begins. */
  ended: { line: number; before: Row; after: Row }[]
}

async function planOf<Row extends Said & Stored, Said>(
  db: Db,
  of: PayTermFileKind<Row, Said>,
  staged: readonly StagedRow[],
): Promise<TermPlan> {
  const { kind } = of
  const { said, refusals, unknown } = await readRows(db, { ...of, schema: kind.calls.create.input }, staged)
  const rows = said.map((one) => ({ line: one.line, row: of.rowOf(one.said, one.names) }))
  const agents = [...new Set(rows.map(({ row }) => row.agentId))]
  const stored = await payTerms(db, kind, of.readsAll ? sql`true` : sql`t.agent_id = any(${agents}::bigint[])`)
  const planned =
    'identityOf' in of.rows ? planRepeated(kind, of.rows, rows, stored) : planDated(kind, of.rows, rows, stored)
  refusals.push(...planned.refusals, ...((await of.check?.(db, planned, stored)) ?? []))
  const byId = new Map(stored.map((row) => [row.id, row]))
  const outcomes = planned.rows.map((row) => outcomeOf(kind, row, byId))
  const rowOfLine = new Map(planned.rows.map(({ line, row }) => [line, row]))
  return {
    refusals,
    unknown,
    outcomes,
    ended: planned.ended.map(({ line, before, after }) => {
      const [change] = changesOf(kind, before, after)
      const name = nameOf(kind, before)
      return {
        line,
        recordId: before.id,
        change: { field: `${change?.field} of ${name}`, old: change?.old ?? null, new: change?.new ?? null },
      }
    }),
    write: async (db, load) => {
      const written = outcomes.flatMap(({ line, outcome, recordId, changes }): RowWrite[] => {
        const row = rowOfLine.get(line)
        if (!row || outcome === 'unchanged') return []
        const before = recordId === null ? null : (byId.get(recordId) ?? null)
        const columns = before === null ? { ...kind.fixed(row, load.userId), ...kind.columns(row) } : kind.columns(row)
        const action = before === null ? 'Loaded from a file' : 'Changed by a file'
        return [{ recordId, columns, before: before && kind.columns(before), name: nameOf(kind, row), action, changes }]
      })
      const ended = planned.ended.map(
        ({ before, after }): RowWrite => ({
          recordId: before.id,
          columns: kind.columns(after),
          before: kind.columns(before),
          name: nameOf(kind, after),
          action: 'Ended by a loaded row',
          changes: changesOf(kind, before, after),
        }),
      )
      await writeMarkedRows(db, kind, [...ended, ...written], load)
    },
  }
}

function planDated<Row extends Said & Stored, Said>(
  { oneADay }: PayTermKind<Row, Said>,
  { groupOf, ending }: DatedRows<Row>,
  rows: readonly { line: number; row: Row }[],
  stored: readonly Row[],
): Planned<Row> {
  const daysOf = (row: Row) => oneADay?.days(row) ?? fail('server.error')
  const plan = planDatedRows(
    rows.map(({ line, row }) => ({ line, group: groupOf(row), ...daysOf(row) })),
    stored.map((row) => ({ id: row.id, group: groupOf(row), ...daysOf(row) })),
  )
  const byLine = new Map(rows.map(({ line, row }) => [line, row]))
  const byId = new Map(stored.map((row) => [row.id, row]))
  const reasonOf = (problem: SpanProblem) => {
    if ('repeats' in problem) return `Also on line ${problem.repeats}`
    if ('overlapsLine' in problem) return `Overlaps line ${problem.overlapsLine}`
    const record = byId.get(problem.overlapsRecord)
    return `Overlaps the ${record && oneADay ? oneADay.name(record) : 'stored one'}`
  }
  return {
    rows: plan.rows.flatMap(({ line, recordId, endDate }) => {
      const row = byLine.get(line)
      return row ? [{ line, recordId, row: ending(row, endDate) }] : []
    }),
    refusals: plan.problems.map((problem) => ({
      line: problem.line,
      field: 'StartDate',
      value: null,
      reason: reasonOf(problem),
    })),
    ended: plan.ended.flatMap(({ id, on, line }) => {
      const before = byId.get(id)
      return before ? [{ line, before, after: ending(before, on) }] : []
    }),
  }
}

function planRepeated<Row extends Said & Stored, Said>(
  kind: PayTermKind<Row, Said>,
  { identityOf }: { identityOf(row: Row): string },
  rows: readonly { line: number; row: Row }[],
  stored: readonly Row[],
): Planned<Row> {
  const known = (row: Row) => ({ identity: identityOf(row), words: JSON.stringify([row.agentId, kind.inWords(row)]) })
  const plan = planRepeatableRows(
    rows.map(({ line, row }) => ({ line, ...known(row) })),
    stored.map((row) => ({ id: row.id, ...known(row) })),
  )
  const byLine = new Map(rows.map(({ line, row }) => [line, row]))
  return {
    rows: plan.rows.flatMap(({ line, recordId }) => {
      const row = byLine.get(line)
      return row ? [{ line, recordId, row }] : []
    }),
    refusals: plan.problems.map(({ line, repeats }) => ({
      line,
      field: null,
      value: null,
      reason: `Says the same as line ${repeats}`,
    })),
    ended: [],
  }
}

function outcomeOf<Row extends Said & Stored, Said>(
  kind: PayTermKind<Row, Said>,
  { line, recordId, row }: PlannedRow<Row>,
  byId: ReadonlyMap<number, Row>,
): RowOutcome {
  const before = recordId === null ? null : (byId.get(recordId) ?? null)
  const changes = changesOf(kind, before, row)
  const outcome = before === null ? 'new' : changes.length > 0 ? 'changed' : 'unchanged'
  return { line, outcome, recordId, subject: row.agentName, summary: summaryOf(kind, row), changes }
}

function changesOf<Row extends Said & PayTermRow, Said>(
  { labels, inWords }: PayTermKind<Row, Said>,
  before: Row | null,
  after: Row,
) {
  const nothing = Object.fromEntries(Object.keys(labels).map((name) => [name, null]))
  return fieldChanges<Record<string, string | number | null>>(
    labels,
    before ? inWords(before) : nothing,
    inWords(after),
  )
}

function summaryOf<Row extends Said & PayTermRow, Said>(kind: PayTermKind<Row, Said>, row: Row): string {
  const { agent: _, ...words } = kind.inWords(row)
  return Object.values(words)
    .filter((word) => word !== null && word !== '')
    .join(', ')
}

const nameOf = <Row extends Said & Stored, Said>(kind: PayTermKind<Row, Said>, row: Row) =>
  `${row.agentName}, ${summaryOf(kind, row)}`
