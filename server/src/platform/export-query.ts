import { finished } from 'node:stream/promises'
import { fail } from '@coverdesk/domain/failures.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { type AuditEvent, writeAudit } from './audit.ts'
import { type Db, poolOf } from './database.ts'
import { exportAs } from './export-as.ts'
import type { ExportColumn, ExportHead } from './export-table.ts'
import type { Download, SignedInCall } from './http-call.ts'
import { note } from './logging.ts'

/** What a file shows beside its rows. */
export interface ShownExport extends Pick<ExportHead, 'title' | 'filters' | 'brand' | 'timeZone' | 'language'> {
  columns: readonly ExportColumn[]
}

/** What is asked for a file, as statements without parameters, which COPY does not take. */
export interface ExportQuery {
  /** Selects the rows, in their order. */
  rows: string
  /** Selects one row: how many there are as `total`, and the ids of the records in them as `ids`, or null. */
  count: string
  /** What the audit record tells of it, beside format and number of rows. */
  event: Pick<AuditEvent, 'entity' | 'entityId'> & { facts: NonNullable<AuditEvent['facts']> }
}

/**
 * The rows of a query as a download, from one snapshot, by COPY, with flat memory. The export is audited, with the ids of
 * all its records, before its first byte leaves.
 */
export async function exportQuery(
  call: SignedInCall,
  format: ExportFormat,
  shown: ShownExport,
  asked: ExportQuery,
): Promise<Download> {
  const pool = poolOf(call.db)
  /** Connections to close if anything fails. */
  const held = new Set<pg.PoolClient>()
  try {
    const counting = await beginReading(pool, held)
    const beside = hasRoom(pool) ? await beginReading(pool, held, await snapshotOf(counting)) : undefined
    // Finds and sorts its rows while the record is prepared; none of them is read before that is kept.
    const early = beside && startCopy(beside, asked.rows)
    const totalRows = await recordExport(call, format, asked, counting)
    if (beside) {
      await counting.query('commit')
      held.delete(counting)
      counting.release()
    }
    const file = exportAs(format, {
      ...shown,
      columns: shown.columns.map(({ label, kind, width }) => ({ label, kind, ...(width ? { width } : {}) })),
      generatedBy: call.user.name,
      generatedAt: call.now,
      totalRows,
      rows: copied(beside ?? counting, early ?? startCopy(counting, asked.rows)),
    })
    return { stream: file.body, mediaType: file.contentType, fileName: file.fileName, recorded: true }
  } catch (error) {
    for (const client of held) client.release(error instanceof Error ? error : true)
    throw error
  }
}

/** A connection that reads from one snapshot, its own or a given one, with the time that an export may take. */
async function beginReading(pool: pg.Pool, held: Set<pg.PoolClient>, snapshot?: string): Promise<pg.PoolClient> {
  const client = await pool.connect()
  held.add(client)
  await client.query('begin transaction isolation level repeatable read read only')
  if (snapshot) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
  await client.query(`set local statement_timeout = '15min'; set local idle_in_transaction_session_timeout = '15min'`)
  return client
}

/** Half of the connections are free: who waits for one and holds another might wait for ever. */
function hasRoom(pool: pg.Pool): boolean {
  return (pool.totalCount - pool.idleCount) * 2 <= pool.options.max
}

async function snapshotOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  return rows[0]?.snapshot ?? fail('server.error')
}

/** Counts what the export shows and records it, with the ids of its records; answers how many rows it has. */
async function recordExport(
  call: SignedInCall,
  format: ExportFormat,
  asked: ExportQuery,
  client: pg.PoolClient,
): Promise<number> {
  const { rows } = await client.query<{ total: number; ids: string | null }>(asked.count)
  const totalRows = rows[0]?.total ?? 0
  const { facts, ...event } = asked.event
  await writeAudit(call.db, call.audit, {
    action: 'export',
    outcome: 'done',
    ...event,
    facts: { format, rows: totalRows, ...facts },
    subjects: rows[0]?.ids ?? undefined,
  })
  const rowsInWords = `${totalRows.toLocaleString('en-US')} ${totalRows === 1 ? 'row' : 'rows'}`
  note(call.log, 'Exports', `Exported ${rowsInWords} of ${event.entity} as ${format}`, call.user.id)
  return totalRows
}

function startCopy(client: pg.PoolClient, select: string): CopyToStreamQuery {
  const source = client.query(copyTo(`copy (${select}) to stdout`))
  // What fails before it is read is told to whoever reads it.
  source.on('error', () => undefined)
  return source
}

/** The bytes of COPY, and the connection given back at the end: kept when all was read, closed when it was not. */
async function* copied(client: pg.PoolClient, source: CopyToStreamQuery): AsyncGenerator<Uint8Array> {
  let whole = false
  try {
    for await (const bytes of source) yield bytes
    await finished(source)
    await client.query('commit')
    whole = true
  } finally {
    client.release(!whole)
  }
}

/** SQL with a text in the place of each placeholder. */
export function withValues(text: string, literals: readonly string[]): string {
  return text.replace(/\$(\d+)(?:::[a-z]+(?:\[\])?)?/g, (_, n) => literals[Number(n) - 1] ?? fail('server.error'))
}

/** A validated value as a typed literal, quoted by the driver. */
export function literal(value: string | number | readonly number[] | null, type: string): string {
  const text = Array.isArray(value) ? `{${value.join(',')}}` : value
  return text === null ? `null::${type}` : `${pg.escapeLiteral(String(text))}::${type}`
}

/** A query of the `sql` template as one text, with its values in it. */
export function inlined(db: Db, query: RawBuilder<unknown>): string {
  const { sql, parameters } = query.compile(db)
  return sql.replace(/\$(\d+)/g, (_, n) => untyped(parameters[Number(n) - 1]))
}

/** A literal whose type is known by where it stands, as that of a parameter is. */
function untyped(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return `'{${value.join(',')}}'`
  throw new Error('No literal for a value of this kind')
}
