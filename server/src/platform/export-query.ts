import { finished } from 'node:stream/promises'
import { fail } from '@coverdesk/domain/failures.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
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
  const client = await poolOf(call.db).connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(`set local statement_timeout = '15min'; set local idle_in_transaction_session_timeout = '15min'`)
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
    const file = exportAs(format, {
      ...shown,
      columns: shown.columns.map(({ label, kind, width }) => ({ label, kind, ...(width ? { width } : {}) })),
      generatedBy: call.user.name,
      generatedAt: call.now,
      totalRows,
      rows: copied(client, asked.rows),
    })
    return { stream: file.body, mediaType: file.contentType, fileName: file.fileName, recorded: true }
  } catch (error) {
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

/** The bytes of COPY, and the connection given back at the end: kept when all was read, closed when it was not. */
async function* copied(client: pg.PoolClient, select: string): AsyncGenerator<Uint8Array> {
  const source = client.query(copyTo(`copy (${select}) to stdout`))
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
