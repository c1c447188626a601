import { finished } from 'node:stream/promises'
import { fail } from '@coverdesk/domain/failures.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeAudit } from './audit.ts'
import { poolOf } from './database.ts'
import { exportAs } from './export-as.ts'
import type { ExportColumn } from './export-table.ts'
import type { Download, SignedInCall } from './http-call.ts'
import { type ListDeclaration, type ListRequest, subjectOf } from './list.ts'
import { narrow, orderOf } from './list-narrow.ts'
import type { Sees } from './visibility.ts'

/** What an export shows of a list: its own columns, each with its expression. */
export interface ListExport {
  title: string
  columns: readonly (ExportColumn & { expression: string })[]
  /** The filters used, in words. */
  filters: readonly { label: string; value: string }[]
  brand: { name: string; color: string }
  timeZone: string
}

/**
 * All filtered rows of a list as a download, from one snapshot, by COPY, with flat memory. The same conditions and
 * order as the page (P-30, POLICY-13). The export is audited, with the ids of all its rows, before its first byte leaves.
 */
export async function exportList(
  call: SignedInCall,
  format: ExportFormat,
  list: ListDeclaration,
  shown: ListExport,
  request: ListRequest,
  sees: Sees,
  parameter: string | number | null = null,
): Promise<Download> {
  const narrowed = narrow(list, request, sees)
  const literals = [
    literal(parameter, list.parameterType ?? 'text'),
    ...narrowed.values.map((value, index) => literal(value, narrowed.types[index] ?? 'text')),
  ]
  const filled = (text: string) =>
    text.replace(/\$(\d+)(?:::[a-z]+(?:\[\])?)?/g, (_, n) => literals[Number(n) - 1] ?? fail('server.error'))
  const where = filled(narrowed.where)
  const client = await poolOf(call.db).connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(`set local statement_timeout = '15min'; set local idle_in_transaction_session_timeout = '15min'`)
    const { rows } = await client.query<{ total: number; ids: string | null }>(
      `select count(*)::bigint as total, ${idsOf(list)} as ids from ${list.table} ${filled(joinsOfIds(list))} ${where}`,
    )
    const totalRows = rows[0]?.total ?? 0
    await writeAudit(call.db, call.audit, {
      action: 'export',
      entity: call.reads ?? list.name,
      outcome: 'done',
      facts: { format, rows: totalRows, list: list.name, filters: namesSet(list, request) },
      subjects: rows[0]?.ids ?? undefined,
    })
    const select = `select ${shown.columns.map((column) => column.expression).join(', ')} from ${list.table} ${filled(list.joins)} ${where} order by ${orderOf(list, request).by}`
    const file = exportAs(format, {
      title: shown.title,
      brand: shown.brand,
      filters: shown.filters,
      generatedBy: call.user.name,
      generatedAt: call.now,
      timeZone: shown.timeZone,
      columns: shown.columns.map(({ label, kind, width }) => ({ label, kind, width })),
      totalRows,
      rows: copied(client, select),
    })
    return { stream: file.body, mediaType: file.contentType, fileName: file.fileName, recorded: true }
  } catch (error) {
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

/** Whose records are in the export, from the snapshot that it is made of: the record must be complete (P-73). */
function idsOf(list: ListDeclaration): string {
  const subject = subjectOf(list)
  return subject ? `array_agg(${list.columns[subject]})::text` : 'null'
}

function joinsOfIds(list: ListDeclaration): string {
  const subject = subjectOf(list)
  return subject === null || list.columns[subject] === list.key ? '' : list.joins
}

/** The names of the filters used, never their values. */
function namesSet(list: ListDeclaration, request: ListRequest): string {
  return Object.keys(list.filters)
    .filter((name) => request[name] !== undefined)
    .join(' ')
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

/** COPY takes no parameters, so validated values become typed literals, quoted by the driver. */
function literal(value: string | number | readonly number[] | null, type: string): string {
  const text = Array.isArray(value) ? `{${value.join(',')}}` : value
  return text === null ? `null::${type}` : `${pg.escapeLiteral(String(text))}::${type}`
}
