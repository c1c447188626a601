import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import type { Visibility } from '../auth/visibility.ts'
import type { Download, JsonText, SignedInCall } from '../http/http-call.ts'
import type { ListDeclaration, ListRequest } from '../lists/list-declaration.ts'
import { listPage } from '../lists/list-page.ts'
import { listWhere, orderOf, subjectOf } from '../lists/list-where.ts'
import { exportQuery, literal, withValues } from './export-query.ts'
import type { ExportColumn } from './export-table.ts'
import { type FilterLabel, filtersInWords } from './filter-label.ts'

interface DeclaredExport {
  title: string
  /** Labels of the filters by name, in the order of the heading. */
  filters: Readonly<Record<string, FilterLabel>>
  /**
   * Columns in order: each is a column of the list, or has its own `expression` where the file shows something else.
   * `sheetOnly` columns are not in a PDF, whose pages have no room for them.
   */
  columns: readonly (ExportColumn & ({ column: string } | { expression: string }) & { sheetOnly?: true })[]
}

/** A list as a file: its rows, heading and columns. */
export interface ListExport {
  list: ListDeclaration
  title: string
  filters: DeclaredExport['filters']
  columns: readonly (ExportColumn & { expression: string; sheetOnly?: true })[]
}

/** Declares the files of a list. Throws for a column that the list does not have. */
export function listExport(list: ListDeclaration, declared: DeclaredExport): ListExport {
  const columns = declared.columns.map((column) => {
    if ('expression' in column) return column
    const { column: name, ...shown } = column
    const expression = list.columns[name]
    if (expression === undefined) throw new Error(`The list ${list.name} has no column ${name}`)
    return { ...shown, expression }
  })
  return { ...declared, list, columns }
}

/** Page of a list, or all filtered rows as a file when the call requests one. `parameter` is `$1` of the joins. */
export async function listOrExport(
  call: SignedInCall,
  exported: ListExport,
  request: ListRequest,
  visibility: Visibility,
  parameter: string | number | null = null,
): Promise<JsonText | Download> {
  return call.format
    ? await exportList(call, call.format, exported, request, visibility, parameter)
    : await listPage(call.db, exported.list, request, visibility, parameter)
}

/**
 * Exports all filtered rows of a list from one snapshot, with the conditions and order of the page (P-30, POLICY-13). The
 * audit event with all ids is written before the first byte is sent.
 */
export async function exportList(
  call: SignedInCall,
  format: ExportFormat,
  { list, title, filters, columns }: ListExport,
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
  const shown = columns.filter(({ sheetOnly }) => !sheetOnly || format !== 'pdf')
  const select = `select ${shown.map((column) => column.expression).join(', ')} from ${list.table} ${filled(list.joins)} ${conditions} order by ${orderOf(list, request).by}`
  const heading = { title, columns: shown, filters: await filtersInWords(call.db, filters, request) }
  return await exportQuery(call, format, heading, {
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
