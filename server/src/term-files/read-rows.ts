import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import type { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import { findNamed, isFound, type Named } from './find-named.ts'
import type { RowRefusal, StagedRow, TermPlan } from './term-file.ts'

/** Members of the form's input that the cells say, without the records that they name, and problems that the form can't have. */
export interface ReadCells {
  said: Readonly<Record<string, unknown>>
  problems?: readonly { field: string; reason: string }[]
}

/** How the cells of a row become the input of a form. */
export interface RowReading<Said> {
  shape: FileShape
  /** Input schema of the form: a row of a file obeys the same rules. */
  schema: z.ZodType<Said>
  /** Columns of the file that name agents, by member of the input, and whether it names a carrier. */
  agents: Readonly<Record<string, readonly [npn: string, name: string]>>
  hasCarrier: boolean
  read(cells: StagedRow['cells']): ReadCells
  /** Field of the file by member of the input. */
  fieldOf: Readonly<Record<string, string>>
}

/** Good row of a file: the form's input, and the names of its records by member. */
export interface SaidRow<Said> {
  line: number
  said: Said
  names: Readonly<Record<string, string>>
}

/** 'Any carrier' and 'All' are no name. */
const anyCarrier = /^(?:any|all)(?: carriers?)?$/i

/** Reads the rows of a file as its form reads its fields; every problem is a refusal at its field. */
export async function readRows<Said>(
  db: Db,
  reading: RowReading<Said>,
  staged: readonly StagedRow[],
): Promise<{ said: SaidRow<Said>[] } & Pick<TermPlan, 'refusals' | 'unknown'>> {
  const named = await findNamed(db, staged, {
    agents: Object.values(reading.agents),
    ...(reading.hasCarrier ? { carrier: 'carrier' } : {}),
  })
  const result: { said: SaidRow<Said>[] } & Pick<TermPlan, 'refusals' | 'unknown'> = {
    said: [],
    refusals: [],
    unknown: [],
  }
  for (const { line, cells } of staged) {
    const records: Record<string, Named | null> = {}
    for (const [member, [npn, name]] of Object.entries(reading.agents))
      records[member] = named.agent(cells[npn], cells[name])
    if (reading.hasCarrier)
      records.carrierId = named.carrier(anyCarrier.test(cells.carrier ?? '') ? null : cells.carrier)
    const problems = problemsOf(reading, line, cells, records)
    for (const record of Object.values(records))
      if (record && !isFound(record) && record.unknown) countUnknown(result.unknown, reading, cells, record.value ?? '')
    const { said, problems: ofCells = [] } = reading.read(cells)
    for (const { field, reason } of ofCells)
      problems.push({ line, field, value: cellOf(reading.shape, cells, field), reason })
    const ids = Object.fromEntries(
      Object.entries(records).map(([member, record]) => [member, isFound(record) ? record.id : '']),
    )
    const parsed = reading.schema.safeParse({ ...said, ...ids })
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = reading.fieldOf[String(path[0])] ?? null
      // A cell has one problem: what is wrong with a name, or with its text, comes first.
      if (problems.some((other) => other.field === field || isNamingSame(reading, other.field, field))) continue
      problems.push({
        line,
        field,
        value: field === null ? null : cellOf(reading.shape, cells, field),
        reason: message,
      })
    }
    result.refusals.push(...problems)
    if (!parsed.success || problems.length > 0) continue
    const names = Object.entries(records).flatMap(([member, record]) =>
      isFound(record) ? [[member, record.name]] : [],
    )
    result.said.push({ line, said: parsed.data, names: Object.fromEntries(names) })
  }
  return result
}

const fieldOfColumn = (shape: FileShape, column: string) =>
  shape.fields.find((field) => field.column === column)?.name ?? null
const cellOf = (shape: FileShape, cells: StagedRow['cells'], name: string) =>
  cells[shape.fields.find((field) => field.name === name)?.column ?? ''] ?? null

function problemsOf<Said>(
  { shape, agents }: RowReading<Said>,
  line: number,
  cells: StagedRow['cells'],
  records: Readonly<Record<string, Named | null>>,
): RowRefusal[] {
  return Object.entries(records).flatMap(([member, record]) => {
    if (record === null || isFound(record)) return []
    const [npn, name] = agents[member] ?? ['carrier', 'carrier']
    const field = fieldOfColumn(shape, cells[npn] ? npn : name)
    return [{ line, field, value: record.value, reason: record.problem }]
  })
}

/** NPN and name are two fields of one agent. */
function isNamingSame<Said>({ shape, agents }: RowReading<Said>, one: string | null, other: string | null): boolean {
  return Object.values(agents).some((columns) => {
    const fields = columns.map((column) => fieldOfColumn(shape, column))
    return fields.includes(one) && fields.includes(other)
  })
}

function countUnknown<Said>(
  unknown: TermPlan['unknown'],
  { shape }: RowReading<Said>,
  cells: StagedRow['cells'],
  value: string,
): void {
  const field = shape.fields.find(({ names, column }) => names && cells[column] === value)?.name
  if (field === undefined) return
  const known = unknown.find((other) => other.field === field && other.value === value)
  if (known) known.rows++
  else if (unknown.length < maxUnknown) unknown.push({ field, value, rows: 1 })
}

/** Names shown for mapping; a column with more is the wrong one. */
const maxUnknown = 40
