import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { Visibility } from '../auth/visibility.ts'
import type { Download, SignedInCall } from '../http/http-call.ts'
import type { ListDeclaration, ListRequest } from '../lists/list-declaration.ts'
import { subjectOf } from '../lists/list-declaration.ts'
import { listWhere, orderOf } from '../lists/list-where.ts'
import { exportQuery, literal, type ShownExport, withValues } from './export-query.ts'
import type { ExportColumn } from './export-table.ts'

/** Export of a list with its own columns and their SQL. */
export interface ListExport extends ShownExport {
  columns: readonly (ExportColumn & { expression: string })[]
}

/**
 * Exports all filtered rows of a list from one snapshot, with the conditions and order of the page (P-30, POLICY-13). The
 * audit event with all ids is written before the first byte is sent.
 */
export async function exportList(
  call: SignedInCall,
  format: ExportFormat,
  list: ListDeclaration,
  shown: ListExport,
  request: ListRequest,
  visibility: Visibility,
  parameter: string | number | null = null,
): Promise<Download> {
  const where = listWhere(list, request, visibility)
  const literals = [
    literal(parameter, list.parameterType ?? 'text'),
    ...where.values.map((value, index) => literal(value, where.types[index] ?? 'text')),
  ]
  const filled = (text: string) => withValues(text, literals)
  const conditions = filled(where.where)
  const select = `select ${shown.columns.map((column) => column.expression).join(', ')} from ${list.table} ${filled(list.joins)} ${conditions} order by ${orderOf(list, request).by}`
  return await exportQuery(call, format, shown, {
    rows: select,
    count: `select count(*)::bigint as total, ${idsOf(list)} as ids from ${list.table} ${filled(joinsOfIds(list))} ${conditions}`,
    event: { entity: call.reads ?? list.name, facts: { list: list.name, filters: namesSet(list, request) } },
  })
}

/** Record ids of the export from its own snapshot, so that the audit event is complete (P-73). */
function idsOf(list: ListDeclaration): string {
  const subject = subjectOf(list)
  return subject ? `array_agg(${list.columns[subject]})::text` : 'null'
}

function joinsOfIds(list: ListDeclaration): string {
  const subject = subjectOf(list)
  return subject === null || list.columns[subject] === list.key ? '' : list.joins
}

/** Names of the used filters, never their values. */
function namesSet(list: ListDeclaration, request: ListRequest): string {
  return Object.keys(list.filters)
    .filter((name) => request[name] !== undefined)
    .join(' ')
}
