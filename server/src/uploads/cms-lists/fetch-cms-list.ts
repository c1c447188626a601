import { randomUUID } from 'node:crypto'
import { leastRows, listSettings } from '@coverdesk/domain/cms-registration/list-fetch.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { CmsFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ImportStarter } from '../../platform/imports/import-definition.ts'
import { runMessage } from '../../platform/imports/import-load.ts'
import {
  type FetchedFile,
  type FetchLimits,
  FileNotFetched,
  fetchFile,
} from '../../platform/integrations/fetch-file.ts'
import { importFile, type Loader } from '../import-uploaded-file.ts'
import { plainLoad } from '../uploads-without-carrier.ts'
import type { ClaimedFetch, FetchResult } from './list-fetches.ts'

const startedBy: ImportStarter = { userId: null, job: 'nightly fetch' }

export interface FetchParts extends Omit<Loader, 'startedBy'> {
  limits: Omit<FetchLimits, 'maxBytes'>
}

/**
 * Fetches a list and loads it like an upload, unless it is the one in use. A file that is cut off, no list, or not valid
 * leaves the list in use; the result says so in words.
 */
export async function fetchCmsList(
  { limits, ...loader }: FetchParts,
  { kind, address, known }: ClaimedFetch,
  signal: AbortSignal,
): Promise<FetchResult> {
  const load = plainLoad(kind, randomUUID())
  const stopping = new AbortController()
  try {
    const ends = AbortSignal.any([signal, stopping.signal])
    const file = await fetchFile(address, known, { ...limits, maxBytes: load.maxBytes }, ends)
    if (file === null)
      return { outcome: 'unchanged', message: await unchangedSentence(loader.db, kind), version: known }
    return await loadFetched(loader, { ...load, kind }, file)
  } catch (error) {
    signal.throwIfAborted()
    return { outcome: 'failed', message: failedSentence(kind, error), cause: error }
  } finally {
    stopping.abort()
  }
}

const unchanged = 'CMS has not changed the file since it was loaded.'

async function loadFetched(
  loader: Omit<Loader, 'startedBy'>,
  load: ReturnType<typeof plainLoad> & { kind: CmsFileKind },
  { stream, length, name, version }: FetchedFile,
): Promise<FetchResult> {
  const broken: { reason?: unknown } = {}
  stream.once('error', (error) => {
    broken.reason = error
  })
  const rows = await rowsInUse(loader.db, load.kind)
  const fileName = name.toLowerCase().endsWith('.csv') ? name : `${load.kind}.csv`
  try {
    await importFile({ ...loader, startedBy }, { ...load, leastRows: leastRows(rows) }, { stream, length }, fileName)
    const loaded = await rowsInUse(loader.db, load.kind)
    return { outcome: 'loaded', message: `Loaded ${countOf(loaded ?? 0)} of ${fileName}.`, version }
  } catch (error) {
    if (error instanceof Failure && error.code === 'upload.duplicate')
      return { outcome: 'unchanged', message: await unchangedSentence(loader.db, load.kind), version }
    if (error instanceof Failure && error.code === 'upload.much_smaller')
      throw new FileNotFetched(cutOff(error, rows ?? 0))
    throw broken.reason instanceof FileNotFetched ? broken.reason : error
  }
}

/** A file that a user undid is not loaded again, and is not the one in use. */
async function unchangedSentence(db: Db, kind: CmsFileKind): Promise<string> {
  const { rows } = await sql<{ fileName: string; isUndone: boolean }>`
    select file_name as "fileName", undone_at is not null as "isUndone" from import_batches
    where kind = ${kind} and loaded_by_job is not null order by id desc limit 1`.execute(db)
  const [last] = rows
  return last?.isUndone
    ? `CMS still has ${last.fileName}, which was undone here, so it is not loaded again. To use it, load the file by hand.`
    : unchanged
}

async function rowsInUse(db: Db, kind: CmsFileKind): Promise<number | null> {
  const { rows } = await sql<{ rows: number }>`
    select b.rows_read - b.rows_refused as rows from current_cms_lists l join import_batches b on b.id = l.batch_id
    where l.kind = ${kind}`.execute(db)
  return rows[0]?.rows ?? null
}

const countOf = (rows: number) => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`

function memberOf(details: unknown, name: string): unknown {
  return typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined
}

function cutOff({ details }: Failure, inUse: number): string {
  return `The file has ${countOf(Number(memberOf(details, 'rows')))} and the list in use ${countOf(inUse)}, so it may be cut off`
}

/** What happened, and what to do if the next tries don't help either. */
function failedSentence(kind: CmsFileKind, error: unknown): string {
  if (error instanceof FileNotFetched)
    return `${error.message}. If this stays so, check ${listSettings[kind]}, or load the file by hand.`
  const what = runMessage(error).replace(/\.$/, '')
  const first = error instanceof Failure ? firstProblem(error.details) : ''
  return `${what}.${first} If this stays so, load the file by hand, which shows each row and can leave some out.`
}

/** The first row that was refused, without its value. */
function firstProblem(details: unknown): string {
  const problems = memberOf(details, 'problems')
  const [first]: Partial<ImportRun['problems'][number]>[] = Array.isArray(problems) ? problems : []
  return first ? ` Line ${first.line}, ${first.column ?? 'whole row'}: ${first.reason}.` : ''
}
