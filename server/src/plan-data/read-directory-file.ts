import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { DrugOfFile, ProviderOfFile } from '@coverdesk/domain/plan-data/directory-files.ts'
import { isInsurerSource } from '@coverdesk/domain/plan-data/plan-files.ts'
import type { DirectoryFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { PlanFileCount, RowProblem } from '@coverdesk/domain/uploads/upload-contract.ts'
import { JSONParser } from '@streamparser/json'
import { CopyWriter } from '../platform/db/copy-writer.ts'
import type { Db } from '../platform/db/database.ts'
import { insertFile, rowsOfCurrent, type Writing } from './open-plan-file.ts'
import type { PlanScope } from './use-plan-load.ts'

/** A record is in memory as a whole; one of a large clinic with all plans of an insurer has some 100 kB. */
const maxRecordBytes = 16 * 1024 ** 2
const maxValueLength = 80

/** The doctors or drugs of an upload, which may come in several files of an archive. */
export interface DirectoryFile {
  kind: DirectoryFileKind
  count: PlanFileCount
  fileId: number | null
  /** Plans of the insurer and year that the files speak of. */
  planIds: Set<string>
}

/** What reading a file needs and reports to. */
export interface DirectoryReading {
  name: string
  scope: PlanScope
  /** Those of earlier files of the archive. */
  earlier: ReadonlyMap<DirectoryFileKind, DirectoryFile>
  /** Called for each record, with its problem if it has one. */
  counted: (problem: RowProblem | null) => void
  /** Called between pieces of the file. */
  checked: () => void
}

/**
 * Reads a JSON file of an insurer's doctors or drugs record by record, with constant memory, and copies those of its plans
 * and year. Fails with `upload.unreadable` for text that is no JSON, and with `upload.columns_missing` for another file.
 */
export async function readDirectoryFile(
  db: Db,
  writing: Writing | null,
  { name, scope, earlier, counted, checked }: DirectoryReading,
  bytes: AsyncIterable<Uint8Array>,
): Promise<DirectoryFile> {
  if (!isInsurerSource(scope.source))
    fail('upload.unreadable', {
      message: `${name} is a file of an insurer. Choose the insurer as its source, not an exchange`,
    })
  const records = recordsOf(name)
  const begun: { open: OpenFile | null } = { open: null }
  let record = 0
  let bad = 0
  try {
    for await (const piece of bytes) {
      for (const value of records.take(piece)) {
        begun.open ??= await begin(db, writing, { name, scope, earlier }, value)
        const { file, writer, read } = begun.open
        record++
        file.count.rows++
        const { problem, row } = read(value)
        if (problem) bad++
        else if (row === null) file.count.skipped++
        else writer?.add(String(file.fileId), row)
        counted(problem && { ...problem, line: record, key: name })
      }
      checked()
      await begun.open?.writer?.drain()
    }
    records.end()
    const { file, writer } = begun.open ?? fail('upload.unreadable', { message: `${name} holds no records` })
    if (!writer || !writing) return file
    if (bad > 0) await writer.abandon()
    else {
      await writer.end()
      await writing.copying.query(
        'update plan_files set rows_read = $2, rows_skipped = $3, plan_ids = $4 where id = $1',
        [file.fileId, file.count.rows, file.count.skipped, [...file.planIds].sort()],
      )
    }
    return file
  } catch (error) {
    await begun.open?.writer?.abandon()
    throw error
  }
}

interface OpenFile {
  file: DirectoryFile
  writer: CopyWriter | null
  read: ReadRecord
}

/** The records of a JSON array as they become complete. */
function recordsOf(name: string) {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  let ready: unknown[] = []
  let since = 0
  let all = 0
  let isArray = false
  parser.onValue = ({ key, value }) => {
    isArray = typeof key === 'number'
    since = 0
    all++
    if (isArray) ready.push(value)
    else fail('upload.columns_missing', { message: notRecords(name, String(key)), details: [] })
  }
  const orUnreadable = (parse: () => void) => {
    try {
      parse()
    } catch (error) {
      if (error instanceof Failure) throw error
      fail('upload.unreadable', {
        message: `${name} is no valid JSON after ${all === 0 ? 'its beginning' : `record ${all}`}`,
      })
    }
  }
  return {
    take: (piece: Uint8Array): unknown[] => {
      since += piece.length
      // A mark of the byte order is allowed before the text, and no JSON.
      const text = all === 0 && since === piece.length && piece[0] === 0xef ? piece.subarray(3) : piece
      if (since > maxRecordBytes)
        fail('upload.unreadable', { message: `${name} has a record of more than 16 MB after record ${all}` })
      orUnreadable(() => parser.write(text))
      const taken = ready
      ready = []
      return taken
    },
    end: () => orUnreadable(() => void (parser.isEnded || parser.end())),
  }
}

/** The index of an insurer is an object with the addresses of its files. */
function notRecords(name: string, key: string): string {
  return /_urls$/.test(key)
    ? `${name} is the index of an insurer. Load the files of doctors and drugs that it names`
    : `${name} is none of the plan files: it must be a list of records`
}

type ReadRecord = (value: unknown) => {
  problem: Pick<RowProblem, 'column' | 'value' | 'reason'> | null
  /** Null: no plan of the insurer and year. */
  row: string[] | null
}

const tables = {
  providers: 'plan_providers (file_id, npi, name, about, accepting, plans)',
  drugs: 'plan_drugs (file_id, rxcui, name, plans)',
} as const

async function begin(
  db: Db,
  writing: Writing | null,
  { name, scope, earlier }: Pick<DirectoryReading, 'name' | 'scope' | 'earlier'>,
  first: unknown,
): Promise<OpenFile> {
  const has = (field: string) => typeof first === 'object' && first !== null && field in first
  const kind = has('npi') ? 'providers' : has('rxnorm_id') ? 'drugs' : null
  if (kind === null)
    return fail('upload.columns_missing', {
      message: `${name} is none of the plan files: its first record has neither npi nor rxnorm_id`,
      details: [],
    })
  const file: DirectoryFile = earlier.get(kind) ?? {
    kind,
    count: { kind, name, rows: 0, skipped: 0, replacesRows: await rowsOfCurrent(db, scope, kind) },
    fileId: writing ? await insertFile(writing, { ...scope, kind, name }) : null,
    planIds: new Set<string>(),
  }
  const writer = writing ? new CopyWriter(writing.copying, tables[kind]) : null
  return { file, writer, read: kind === 'providers' ? readProvider(scope, file) : readDrug(scope, file) }
}

/** Plans of a record that are the insurer's and of the year; the files of a group of insurers name others too. */
function ownPlans<Plan extends { plan_id: string; years: number[] }>(
  plans: readonly Plan[],
  { year, source }: PlanScope,
  { planIds }: DirectoryFile,
): Plan[] {
  const own = plans.filter(({ plan_id, years }) => plan_id.startsWith(source) && years.includes(year))
  for (const { plan_id } of own) planIds.add(plan_id)
  return own
}

function readProvider(scope: PlanScope, file: DirectoryFile): ReadRecord {
  return (value) => {
    const { data, error } = ProviderOfFile.safeParse(value)
    if (!data) return { problem: problemOf(error.issues[0], value), row: null }
    const plans = ownPlans(data.plans, scope, file).map(({ plan_id: plan, network_tier: tier }) => ({ plan, tier }))
    if (plans.length === 0) return { problem: null, row: null }
    return { problem: null, row: [data.npi, data.name, data.about, data.accepting, JSON.stringify(plans)] }
  }
}

function readDrug(scope: PlanScope, file: DirectoryFile): ReadRecord {
  return (value) => {
    const { data, error } = DrugOfFile.safeParse(value)
    if (!data) return { problem: problemOf(error.issues[0], value), row: null }
    const plans = ownPlans(data.plans, scope, file).map((plan) => ({
      plan: plan.plan_id,
      tier: plan.drug_tier,
      ...(plan.prior_authorization ? { auth: true } : {}),
      ...(plan.step_therapy ? { step: true } : {}),
      ...(plan.quantity_limit ? { limit: true } : {}),
    }))
    if (plans.length === 0) return { problem: null, row: null }
    return { problem: null, row: [data.rxnorm_id, data.drug_name, JSON.stringify(plans)] }
  }
}

/** The field as a programmer writes it, such as plans[3].plan_id. */
function problemOf(issue: { path: PropertyKey[]; message: string } | undefined, record: unknown) {
  const path = issue?.path ?? []
  const column = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  let value: unknown = record
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxValueLength) : null
  return { column: column.replace(/^\./, '') || null, value: shown, reason: issue?.message ?? 'must be a record' }
}
