import { AsyncResource } from 'node:async_hooks'
import { finished } from 'node:stream/promises'
import { fail } from '@coverdesk/domain/fail.ts'
import { agencyTimeZone } from '@coverdesk/domain/fields/agency-moment.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type AuditEvent, commitWithAudit, writeAudit } from '../audit/audit.ts'
import { type Db, type ExportConnections, exportConnections } from '../db/database.ts'
import type { Download, SignedInCall } from '../http/http-call.ts'
import { note } from '../runtime/logging.ts'
import { exportAs } from './export-as.ts'
import type { ExportColumn, ExportHead } from './export-table.ts'
import { textWithoutValues } from './text-without-values.ts'

/** Heading and columns of a file; brand, time zone and user come from the call. */
export interface ShownExport extends Pick<ExportHead, 'title' | 'filters' | 'language'> {
  columns: readonly ExportColumn[]
}

/** Statements of an export. COPY does not support parameters, so values are inlined. */
export interface ExportQuery {
  /** Selects the rows in order. */
  rows: string
  /** Selects one row: `total`, the number of rows, and `ids`, the record ids or null. */
  count: string
  /** Facts of the audit event, in addition to format and number of rows. */
  event: Pick<AuditEvent, 'entity' | 'entityId'> & { facts: NonNullable<AuditEvent['facts']> }
}

/**
 * Streams the rows of a query as a download by COPY, from one snapshot, with constant memory. Writes the audit event with
 * all record ids before the first byte is sent. Fails with `export.too_many` above the limit.
 */
export async function exportQuery(
  call: SignedInCall,
  format: ExportFormat,
  displayed: ShownExport,
  request: ExportQuery,
): Promise<Download> {
  const { takeSlot, connect, observe } = exportConnections(call.db)
  const release = await takeSlot(call.user.id)
  try {
    return await startExport(call, format, displayed, request, { connect, observe, release })
  } catch (error) {
    release()
    throw error
  }
}

/**
 * One connection counts and writes the audit event while the second one sorts the rows. No row is sent before the event is
 * committed (P-71).
 */
async function startExport(
  call: SignedInCall,
  format: ExportFormat,
  displayed: ShownExport,
  request: ExportQuery,
  { connect, observe, release }: Pick<ExportConnections, 'connect' | 'observe'> & { release: () => void },
): Promise<Download> {
  /** Connections to close on failure. */
  const inUse = new Set<pg.PoolClient>()
  try {
    const counting = await beginReading(connect, inUse)
    const copying = await beginReading(connect, inUse, await snapshotOf(counting))
    await copying.query('set transaction read only')
    const copy = startCopy(copying, request.rows, observer(observe, request.rows))
    const totalRows = await recordExport(call, format, request, counting, observer(observe, request.count))
    inUse.delete(counting)
    counting.release()
    const file = exportAs(format, { ...headOfExport(call, displayed), totalRows, rows: copy.rows })
    file.body.once('close', () => {
      copy.close()
      release()
    })
    return { stream: file.body, mediaType: file.contentType, fileName: file.fileName, isAudited: true }
  } catch (error) {
    for (const client of inUse) client.release(error instanceof Error ? error : true)
    throw error
  }
}

/** Heading of a file with brand, time zone and user of the call; the rows are missing. */
export function headOfExport(call: SignedInCall, displayed: ShownExport): Omit<ExportHead, 'totalRows'> {
  const brand = call.services.brands.of(call.host)
  return {
    ...displayed,
    brand: { name: brand.name, color: brand.colors.light },
    timeZone: agencyTimeZone,
    columns: displayed.columns.map(({ label, kind, width }) => ({ label, kind, ...(width ? { width } : {}) })),
    generatedBy: call.user.name,
    generatedAt: call.now,
  }
}

/** Opens a transaction with a new or a shared snapshot and the statement timeout of exports. */
async function beginReading(
  connect: ExportConnections['connect'],
  inUse: Set<pg.PoolClient>,
  snapshot?: string,
): Promise<pg.PoolClient> {
  const client = await connect()
  inUse.add(client)
  await client.query('begin transaction isolation level repeatable read')
  if (snapshot) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
  await client.query(`set local statement_timeout = '15min'; set local idle_in_transaction_session_timeout = '15min'`)
  return client
}

/**
 * Begins to measure a query; to be called when it has ended, in any context: rows are read by the socket, which knows
 * nothing of the request.
 */
function observer(observe: ExportConnections['observe'], text: string): () => void {
  const began = performance.now()
  return AsyncResource.bind(() => observe?.(textWithoutValues(text), performance.now() - began))
}

async function snapshotOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  return rows[0]?.snapshot ?? fail('server.error')
}

/** Counts the rows and commits the audit event with the record ids. Returns the number of rows. */
async function recordExport(
  call: SignedInCall,
  format: ExportFormat,
  request: ExportQuery,
  client: pg.PoolClient,
  counted: () => void,
): Promise<number> {
  const { rows } = await client.query<{ total: number; ids: string | null }>(request.count)
  counted()
  const totalRows = rows[0]?.total ?? 0
  const { facts, ...named } = request.event
  const event: AuditEvent = {
    action: 'export',
    outcome: 'done',
    ...named,
    facts: { format, rows: totalRows, ...facts },
    subjects: rows[0]?.ids ?? undefined,
  }
  if (call.db === call.services.db) await commitWithAudit(call.db, client, call.audit, event)
  else {
    // The rows come from a standby; the audit record is the primary's.
    await client.query('commit')
    await writeAudit(call.services.db, call.audit, event)
  }
  const rowsInWords = `${totalRows.toLocaleString('en-US')} ${totalRows === 1 ? 'row' : 'rows'}`
  note(call.log, 'Exports', `Exported ${rowsInWords} of ${named.entity} as ${format}`, call.user.id)
  return totalRows
}

/**
 * Starts a COPY. Its connection returns to the pool when all rows are read; `close` aborts it, even while the database still
 * sorts.
 */
function startCopy(
  client: pg.PoolClient,
  select: string,
  copied: () => void,
): { rows: AsyncIterable<Uint8Array>; close: () => void } {
  const source = client.query(copyTo(`copy (${select}) to stdout`))
  // An error before the first read is reported to the reader.
  source.on('error', () => undefined)
  let inUse = true
  const giveBack = (reusable: boolean) => {
    if (inUse) client.release(!reusable)
    inUse = false
  }
  async function* rows(): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) yield bytes
    await finished(source)
    copied()
    await client.query('commit')
    giveBack(true)
  }
  return { rows: rows(), close: () => giveBack(false) }
}

/** Replaces each placeholder with a literal. */
export function withValues(text: string, literals: readonly string[]): string {
  return text.replace(/\$(\d+)(?:::[a-z]+(?:\[\])?)?/g, (_, n) => literals[Number(n) - 1] ?? fail('server.error'))
}

/** Typed literal of a validated value, quoted by the driver. */
export function literal(value: string | number | readonly number[] | null, type: string): string {
  const text = Array.isArray(value) ? `{${value.join(',')}}` : value
  return text === null ? `null::${type}` : `${pg.escapeLiteral(String(text))}::${type}`
}

/** Text of a `sql` template query with inlined values. */
export function inlined(db: Db, query: RawBuilder<unknown>): string {
  const { sql, parameters } = query.compile(db)
  return sql.replace(/\$(\d+)/g, (_, n) => untyped(parameters[Number(n) - 1]))
}

/** Untyped literal; its type follows from the context, like that of a parameter. */
function untyped(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return `'{${value.join(',')}}'`
  throw new Error('No literal for a value of this kind')
}
